"""What is installed: the wheel, what it needs, and how the README says to install it."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

from tests.outside_environment import CHECKOUT
from tests.server.running import PATIENCE
from tests.tables import each_row

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
BOUND = re.compile(r"<=?\s*\d")


def test_wheel_holds_the_command(tmp_path: Path) -> None:
    """`proctor` is our own script and no entry point, which would run `site` before our code."""
    words = ("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", tmp_path)
    built = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *words, CHECKOUT],
        capture_output=True, text=True, check=False, timeout=2 * PATIENCE,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    [path] = tmp_path.glob("proctor_gate-*.whl")
    with ZipFile(path) as wheel:
        names = wheel.namelist()
        [script] = [name for name in names if name.endswith(".data/scripts/proctor")]
        [points] = [name for name in names if name.endswith("/entry_points.txt")]
        text, entries = wheel.read(script), wheel.read(points).decode()
        mode = wheel.getinfo(script).external_attr >> 16

    assert text == (CHECKOUT / "scripts" / "proctor").read_bytes()
    assert mode & stat.S_IXUSR
    commands = [line.partition("=")[0].strip() for line in entries.splitlines() if "=" in line]
    assert commands == ["proctor-gate"]
    assert {"proctor/start.py", "proctor/own_process.py"} <= set(names)


@each_row("name", ["typer", "uvicorn"])
def test_library_with_used_private_parts_has_an_upper_bound(name: str) -> None:
    """A new version may change them without a word, so each is tried before it is let in."""
    [wanted] = [one for one in PROJECT["dependencies"] if re.match(rf"{name}\b(?!-)", one)]

    assert BOUND.search(wanted), wanted


def test_python_has_an_upper_bound() -> None:
    """`re._parser` is a private part of it."""
    assert BOUND.search(PROJECT["requires-python"])


def test_readme_installs_outside_of_projects() -> None:
    """`pip install .` fails on stock Debian and Ubuntu: pipx and uv come first, then a venv."""
    readme = (CHECKOUT / "README.md").read_text()
    section = readme.partition("## Put it before your agent")[2].partition("\n## ")[0]
    first, second = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[:2]

    assert first.startswith("pipx install .")
    assert "uv tool install ." in first
    assert second.splitlines()[:2] == [
        "python3 -m venv ~/.local/share/proctor",
        "~/.local/share/proctor/bin/pip install .",
    ]
