"""Code that somebody has planted in the environment that Proctor runs from."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

from tests.outside_environment import packages_of
from tests.server.running import PATIENCE

PLACES = ("zz.pth", "sitecustomize", "usercustomize")


def plant(environment: Path, marks: Path) -> None:
    """Plant code that leaves a mark wherever it runs, in each of the ways that Python offers."""
    packages = packages_of(environment)
    for name in PLACES:
        code = f"open({str(marks)!r}, 'a').write('{name}\\n')"
        if name.endswith(".pth"):
            (packages / name).write_text(f"import sys; {code}\n")
        else:
            (packages / f"{name}.py").write_text(f"{code}\n")
    # Elsewhere Python heeds no usercustomize in a virtual environment.
    settings = environment / "pyvenv.cfg"
    text = settings.read_text()
    settings.write_text(text.replace("site-packages = false", "site-packages = true"))


def ran(marks: Path) -> set[str]:
    """Return what of it has run."""
    return set(marks.read_text().split()) if marks.exists() else set()


def is_armed(environment: Path, marks: Path) -> bool:
    """Return whether a plain Python runs it, without which a test would prove nothing."""
    subprocess.run(
        [environment / "bin" / "python3", "-c", "pass"],
        env={"HOME": str(environment.parent)},
        check=True,
        timeout=PATIENCE,
    )
    return ran(marks) == {name for name in PLACES if not is_shadowed(name)}


def is_shadowed(name: str) -> bool:
    """Return whether the standard library has such a module: Debian's has a sitecustomize."""
    return Path(sysconfig.get_path("stdlib"), f"{name}.py").exists()
