"""
An environment outside this checkout, with Proctor and everything that it needs in it.

`proctor install` refuses one inside a project, and `.venv` and the package lie in this one.
"""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
import venv
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
OWN_LINK = "_editable_impl_proctor_gate.pth"


def make_environment(folder: Path) -> Path:
    """
    Make an environment as `pip install --editable` does, and return its folder.

    Its packages are links to those of the environment that runs the tests, so that files can be
    added beside them.
    """
    venv.create(folder, symlinks=True, with_pip=False)
    packages = packages_of(folder)
    ours = [Path(place) for place in sys.path if place.endswith("-packages")]
    for place in ours:
        for each in place.iterdir():
            link = packages / each.name
            if each.suffix != ".pth" and each.name != "__pycache__" and not link.is_symlink():
                link.symlink_to(each)
    (packages / OWN_LINK).write_text(str(CHECKOUT / "src"))
    shutil.copy(CHECKOUT / "scripts" / "proctor", command_of(folder))
    return folder


def packages_of(environment: Path) -> Path:
    """Return the folder of an environment's packages."""
    [found] = (environment / "lib").glob("python3*/site-packages")
    return found


def command_of(environment: Path) -> Path:
    """Return the command `proctor` of an environment."""
    return environment / "bin" / "proctor"


@cache
def outside_environment() -> Path:
    """Return an environment that all tests of this process share; nobody writes in it."""
    folder = Path(tempfile.mkdtemp(prefix="proctor-outside-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return put_package_in(make_environment(folder / "env"))


def put_package_in(environment: Path) -> Path:
    """Copy the package into an environment, as an installation that is not editable does."""
    packages = packages_of(environment)
    (packages / OWN_LINK).unlink()
    shutil.copytree(CHECKOUT / "src" / "proctor", packages / "proctor")
    return environment
