"""Sessions as files: written as those write them who start and watch over agents."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from proctor.agents.processes import birth_of
from proctor.agents.session_files import ENDED, RUNNING, Session, write_json, write_session
from proctor.agents.session_folder import session_folder

STARTED = "2026-11-01T10:00:00.000Z"
ENDED_AT = "2026-11-01T11:00:00.000Z"


def folder_of(home: Path, name: str) -> Path:
    """Return the folder of a session."""
    return Path(session_folder(str(home), name))


def begun(home: Path, name: str = "arch-1", **fields: Any) -> Session:
    """Write what was started, long enough ago that its supervisor must have said so."""
    known: dict[str, Any] = {
        "name": name,
        "role": "architect",
        "command": ("claude",),
        "program": "claude-code",
        "cwd": "/srv/app",
        "project": "/srv/app",
        "session_id": "s-1",
        "started_at": STARTED,
        "began": time.time() - 100,
    }
    session = Session(**(known | fields))
    folder = folder_of(home, name)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_session(folder, session)
    return session


def lives(home: Path, session: Session) -> Session:
    """Write that a session runs: this process watches over it."""
    said = {"supervisor": os.getpid(), "birth": birth_of(os.getpid()), "pid": os.getpid()}
    write_json(folder_of(home, session.name) / RUNNING, {"number": session.number, **said})
    return session


def is_lost(home: Path, session: Session) -> Session:
    """Write that a session ran, and let its supervisor be gone."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        said = {"supervisor": process.pid, "birth": birth_of(process.pid), "pid": process.pid}
    write_json(folder_of(home, session.name) / RUNNING, {"number": session.number, **said})
    return session


def over(home: Path, session: Session, exit_code: int | None = 0, signal: str = "") -> Session:
    """Write how a session has ended."""
    said = {"number": session.number, "at": ENDED_AT, "exit_code": exit_code, "signal": signal}
    write_json(folder_of(home, session.name) / ENDED, said)
    return session
