"""The examples of docs/library.md in a fresh virtual environment, as a user makes one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks
from tests.programs_of_a_page import programs

pytestmark = pytest.mark.full

PATIENCE = 900
INSTALL = "pip install 'proctor-gate["


def extras() -> list[str]:
    """Return the extras that the page says are to be installed."""
    lines = [block.text.strip() for block in blocks(ROOT / "docs" / "library.md", "sh")]
    return [line.removeprefix(INSTALL).partition("]'")[0] for line in lines]


def fresh_environment(folder: Path) -> Path:
    """Make a virtual environment with the package and its extras, and return its Python."""
    python = folder / "bin" / "python"
    package = f"{ROOT}[{','.join(extras())}]"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", package],
    ):
        done = subprocess.run(
            command, env=clean, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
    return python


def test_the_examples_run_as_they_are_written(tmp_path: Path) -> None:
    """The three plugs and the gateway do what the page says, with nothing else installed."""
    python = fresh_environment(tmp_path / "venv")
    every = programs()

    printed = {
        program.name: program.run(python, tmp_path / str(number))
        for number, program in enumerate(every)
    }

    assert printed == {program.name: program.prints for program in every}
    assert sorted(extras()) == ["claude-agent-sdk", "langchain", "mcp", "openai-agents"]
