"""Wait for what a supervisor writes of its program: that it runs, and how it has ended."""

from __future__ import annotations

from pathlib import Path

from proctor.agents.session_files import (
    Ended,
    Running,
    life_of,
    read_json,
    read_session,
    running_of,
)
from tests.agents.terminals import until


def ended(home: Path, name: str = "arch-1") -> Ended:
    """Wait until a session has ended, and return how; when is not compared."""
    session = read_session(home, name)
    found = until(lambda: life_of(home, session).ended, "ended.json")
    assert found.at.endswith("Z")
    return found._replace(at="")


def processes(home: Path, name: str = "arch-1") -> Running:
    """Wait until a session runs, and return its processes."""
    folder = home / "sessions" / name
    return until(lambda: running_of(read_json(folder / "running.json")), "running.json")
