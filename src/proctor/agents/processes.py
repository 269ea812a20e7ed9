"""Whose child a process is, and when it was born: a number alone may be another's by now."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# Behind the name of the program, which may have anything in it.
PARENT, BIRTH = 1, 19
PATIENCE = 5.0


def birth_of(pid: int) -> str:
    """Return when a process was born, in the system's own words; empty where there is none."""
    if sys.platform == "darwin":
        return asked(pid, "lstart=")
    fields = fields_of(pid)
    return fields[BIRTH] if len(fields) > BIRTH and fields[0] not in ("Z", "X") else ""


def parent_of(pid: int) -> int:
    """Return the number of a process's parent; 0 where nobody knows."""
    said = asked(pid, "ppid=") if sys.platform == "darwin" else ""
    fields = fields_of(pid) if sys.platform != "darwin" else []
    text = fields[PARENT] if len(fields) > PARENT else said
    return int(text) if text.isdigit() else 0


def name_of(pid: int) -> str:
    """Return what a process calls itself; empty where nobody knows."""
    if sys.platform == "darwin":
        return asked(pid, "comm=").rpartition("/")[2]
    try:
        return Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()
    except OSError:
        return ""


def line_of(pid: int) -> tuple[str, str]:
    """Return the words that a process was started with, in one line, and what stands between."""
    if sys.platform == "darwin":
        return asked(pid, "args="), " "
    try:
        return os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes()).rstrip("\0"), "\0"
    except OSError:
        return "", "\0"


def fields_of(pid: int) -> list[str]:
    """Return what Linux says of a process, from its state on."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def asked(pid: int, field: str) -> str:
    """Return what `ps` says of a process."""
    import subprocess  # noqa: PLC0415 - for macOS alone, and slow to load

    try:
        done = subprocess.run(  # noqa: S603 - our own words, and a number
            ["/bin/ps", "-o", field, "-p", str(pid)],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
