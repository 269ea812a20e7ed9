"""The files that Proctor runs from are all found, in every kind of installation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.server.running import PATIENCE

SOURCE = Path(__file__).parent.parent / "src"
SHOW = "import json; from proctor.trusted_base import *; print(json.dumps(trusted_places()))"


def places(python: Path, *options: str, path: str = os.defpath, **variables: str) -> list[str]:
    """Return what an interpreter finds; the package comes from the checkout."""
    shown = subprocess.run(
        [python, *options, "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {SHOW}"],
        env={"PATH": path, **variables}, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    found: list[str] = json.loads(shown.stdout)
    return found


def is_covered(path: str, found: list[str]) -> bool:
    """Return whether a path is one of the places, or lies in one."""
    return any(f"{path}/".startswith(f"{place}/") for place in found)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a virtual environment, with a link to its command elsewhere on the PATH."""
    folder = tmp_path_factory.mktemp("trusted")
    venv.create(folder / "env", symlinks=True)
    (folder / "env" / "bin" / "proctor").write_text("#!/bin/sh\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "proctor").symlink_to(folder / "env" / "bin" / "proctor")
    return folder


@pytest.mark.parametrize("options", [[], ["-I"], ["-IS"]])
def test_virtual_environment_is_found_whole(made: Path, options: list[str]) -> None:
    """Its settings, packages, interpreter and command count, also for a hook without `site`."""
    env = made / "env"
    found = places(env / "bin" / "python", *options, path=f"{made / 'bin'}:{os.defpath}")

    packages = next((env / "lib").glob("python*")) / "site-packages"
    inside = [env / "pyvenv.cfg", packages / "zz.pth", env / "bin" / "proctor"]
    base = [os.path.realpath(sys.executable), os.__file__, json.__file__]
    links = [env / "bin" / "python", made / "bin" / "proctor", SOURCE / "proctor" / "x.py"]
    every = map(str, (*inside, *base, *links))
    missed = [path for path in every if not is_covered(path, found)]
    assert missed == []


def test_every_link_to_the_interpreter_counts(made: Path, tmp_path: Path) -> None:
    """A link on the way to the interpreter is as good as the interpreter."""
    first, second = tmp_path / "first", tmp_path / "second"
    second.symlink_to(made / "env" / "bin" / "python")
    first.symlink_to("second")

    found = places(first)

    assert {str(first), str(second), str(made / "env" / "bin" / "python")} <= set(found)


def test_no_system_folder_is_taken_whole(made: Path) -> None:
    """Only the interpreter's own files of `/usr` are guarded, not everybody's."""
    for python in (made / "env" / "bin" / "python", Path(sys.base_prefix) / "bin" / "python3"):
        found = places(python)

        assert not {"/", "/usr", "/usr/bin", "/usr/lib", sys.base_prefix} & set(found)


def test_folders_of_packages_count_without_a_virtual_environment() -> None:
    """What is installed beside Proctor runs in it, wherever that is."""
    found = places(Path(sys.base_prefix) / "bin" / "python3")

    folders = [path for path in found if path.endswith("-packages")]
    assert folders, found


def test_shared_library_of_the_interpreter_is_found(made: Path) -> None:
    """Where the interpreter has a shared library, it counts."""
    maps = Path("/proc/self/maps").read_text()
    mapped = {line[line.index("/") :] for line in maps.splitlines() if "/libpython" in line}

    assert mapped <= set(places(made / "env" / "bin" / "python"))
