"""
Which agents run, and under which role: read from what their sessions have written.

Only what is certainly over does not count: an agent whose files cannot be read any more may
still be there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SESSIONS = "sessions"
AGENT, RUNNING, ENDED = "agent.json", "running.json", "ended.json"
# So long a session may take until it says that it runs, in seconds.
STARTS_WITHIN = 15.0
# Behind the name of the program in Linux's words: its state, and when it was born.
STATE, BIRTH = 0, 19
PATIENCE = 5.0


class LiveAgent(NamedTuple):
    """An agent that runs; `role` may be a chain (`coder under architect`)."""

    name: str
    role: str
    project: str


def live_agents(home: Path) -> Iterator[LiveAgent]:
    """Return the agents of a home that run, in the order of their names."""
    try:
        folders = sorted((home / SESSIONS).iterdir())
    except OSError:
        return
    for folder in folders:
        said = read_json(folder / AGENT)
        if said is not None and is_live(folder, said):
            role, project = (str(said.get(name) or "") for name in ("role", "project"))
            yield LiveAgent(folder.name, role, project)


def is_live(folder: Path, said: dict[str, Any]) -> bool:
    """Say whether there may be a process of this start of the session."""
    number = said.get("number")
    ended, running = read_json(folder / ENDED), read_json(folder / RUNNING)
    if ended is not None and ended.get("number") == number:
        return False
    if running is not None and running.get("number") == number:
        return is_alive(running.get("supervisor"), str(running.get("birth")))
    began = said.get("began")
    age = time.time() - began if isinstance(began, int | float) else 0
    return 0 <= age <= STARTS_WITHIN


def is_alive(pid: object, birth: str) -> bool:
    """Say whether a process runs that was born then; a number alone may be another's by now."""
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # there is one, of somebody else
    return birth_of(pid) in (birth, None)


def birth_of(pid: int) -> str | None:
    """Return when a process was born, as a session has written it; None where nobody knows."""
    if sys.platform == "darwin":
        return asked(pid)
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return ""
    fields = text.rpartition(")")[2].split()
    return fields[BIRTH] if len(fields) > BIRTH and fields[STATE] not in ("Z", "X") else ""


def asked(pid: int) -> str | None:
    """Return what `ps` says of a process's birth."""
    words = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            words, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip()


def read_json(path: Path) -> dict[str, Any] | None:
    """Return what a file says; None where it is not there or not whole."""
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
