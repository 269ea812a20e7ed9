"""
The Claude Code that these tests drive: today's, and one that is older.

Where no registry answers they are skipped, and say so; where CI says that it is one,
they fail instead, for there they must run.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.claude_program import OLD_VERSION, VERSION, claude_program

NEW, OLD = VERSION, OLD_VERSION
# Starting the old one takes seconds of CPU each time. In `make test` it is proved once, in
# tests/proving/test_proof.py; `make full` drives it through everything.
BOTH_VERSIONS = (NEW, pytest.param(OLD, marks=pytest.mark.full))
NO = {"", "0", "false"}


def program_of(version: str = NEW) -> Path:
    """Return where a version lies, or end the test with a word."""
    program, trouble = fetched(version)
    if program is not None:
        return program
    if os.environ.get("CI", "").lower() not in NO:
        pytest.fail(trouble)
    pytest.skip(trouble)


@cache
def fetched(version: str) -> tuple[Path | None, str]:
    """Return where a version lies, or why it does not; nobody waits twice for a registry."""
    try:
        return claude_program(version), ""
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or b""
        words = said.decode(errors="replace").strip() or str(error)
        return None, f"Claude Code {version} cannot be fetched: {words}"
