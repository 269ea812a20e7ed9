"""
The environment of a server that a hook starts, as it was in a person's terminal.

A hook runs in an environment that a repository can write to, so nothing of that may reach a
server: it could name its own reviewer. But a reviewer must be found on the person's PATH and
get through their proxy, and a bot's token may be a variable. These are taken from the terminal
in which `proctor install` ran, or the first `proctor run`; what leads a reviewer to its service
also from each later `proctor run` and `proctor up --background`.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FILE = "environment.json"
LARGEST = 1 << 16
OPEN_TO_OTHERS = 0o077


def record_environment(home: Path, environment: Mapping[str, str]) -> None:
    """
    Write down what servers of this home shall start with; it is for its user alone.

    Raises:
        OSError: it cannot be written.

    """
    begun = home / f".{FILE}.{os.urandom(4).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(begun, flags, 0o600), "w", encoding="utf-8") as file:
            json.dump(dict(environment), file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(home / FILE)
    finally:
        begun.unlink(missing_ok=True)


def forget_environment(home: Path) -> None:
    """Forget what was written down: no hook is installed any more that would start a server."""
    with suppress(OSError):
        (home / FILE).unlink()


def recorded_environment(home: Path) -> dict[str, str]:
    """Return what was written down; nothing where that is missing, damaged, or not ours alone."""
    with suppress(OSError, ValueError, RecursionError):
        file = os.open(home / FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(file)
            ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            text = os.read(file, LARGEST) if ours and not found.st_mode & OPEN_TO_OTHERS else b""
        finally:
            os.close(file)
        said = json.loads(text)
        if isinstance(said, dict) and all(is_variable(*pair) for pair in said.items()):
            return said
    return {}


def is_variable(name: object, value: object) -> bool:
    """Say whether something can stand in an environment."""
    texts = isinstance(name, str) and isinstance(value, str)
    return texts and bool(name) and "=" not in str(name) and "\0" not in f"{name}{value}"
