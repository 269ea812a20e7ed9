"""One start or stop of a name at a time, whoever wishes it and however many at once."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proctor.agents.session_folder import FOLDER, checked_name
from proctor.errors import UsageError

LOCKS = ".locks"
SECONDS, POLL = 30.0, 0.02


@contextmanager
def hold_name(home: Path, name: str, seconds: float = SECONDS) -> Iterator[None]:
    """
    Let nobody else start or stop an agent of this name meanwhile.

    Raises:
        UsageError: that is no name, or somebody else has it for too long.
        OSError: the lock cannot be made.

    """
    folder = home / FOLDER / LOCKS
    for each in (home / FOLDER, folder):
        each.mkdir(mode=0o700, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    file = os.open(folder / checked_name(name), flags, 0o600)
    try:
        end = time.monotonic() + seconds
        while not taken(file):
            if time.monotonic() > end:
                raise UsageError(
                    f"`{name}` is being started or stopped at this moment", help="wait a little"
                )
            time.sleep(POLL)
        yield
    finally:
        os.close(file)


def taken(file: int) -> bool:
    """Take a lock, if nobody has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
