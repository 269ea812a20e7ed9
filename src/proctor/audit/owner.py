"""
One owner per home: whoever holds the lock on `<home>/owner.lock`.

The file also says who that is, but the lock is the truth: it ends with the
process, whatever the file says. Whoever only looks takes a shared lock for a
moment, so a would-be owner that fails looks itself, and tries again if it was
only lookers that were in the way.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import time
from pathlib import Path
from typing import Any

from proctor.audit.ids import timestamp
from proctor.errors import StoreError

FILE = "owner.lock"
MOST = 16_384
# A child that runs another program must not keep the lock alive.
FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
# Lookers hold it for microseconds; so long we try again, and so long we wait for its words.
PATIENCE = 2.0
WORDS_PATIENCE = 0.2
PAUSE = 0.002


class OwnerLock:
    """The right to be the owner of a home, and the word of who it is."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE
        self._file: int | None = None
        self._info: dict[str, Any] = {}

    def try_take(self) -> bool:
        """
        Become the owner, unless there is one.

        Raises:
            StoreError: the lock file cannot be opened or written.

        """
        if self._file is not None:
            return True
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | FLAGS, 0o600)
            if not take(file):
                os.close(file)
                return False
        except OSError as error:
            raise unusable(self.path, error) from error
        self._file = file
        self._info = {"pid": os.getpid(), "started": timestamp()}
        self._write()
        return True

    def publish(self, **info: object) -> None:
        """Say more of the owner: url, socket, version."""
        self._info |= info
        self._write()

    def release(self) -> None:
        """Be the owner no more; the file stays, so that nobody locks one that is gone."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self) -> None:
        """Write who we are: first the new line, then nothing behind it."""
        if self._file is None:
            raise StoreError(f"`{self.path}` is not ours")
        line = json.dumps(self._info).encode() + b"\n"
        try:
            os.pwrite(self._file, line, 0)
            os.ftruncate(self._file, len(line))
        except OSError as error:
            self.release()
            raise unusable(self.path, error) from error


def take(file: int) -> bool:
    """Lock a file for us alone; False if somebody else has it so, and nothing is locked then."""
    end = time.monotonic() + PATIENCE
    while not locked(file, fcntl.LOCK_EX):
        if not locked(file, fcntl.LOCK_SH) or time.monotonic() > end:
            return False
        fcntl.flock(file, fcntl.LOCK_UN)
        time.sleep(random.uniform(0, PAUSE))  # noqa: S311 - so that two do not keep step
    return True


def locked(file: int, how: int) -> bool:
    """Say whether a lock was to be had at once."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def owner_of(home: Path) -> dict[str, Any] | None:
    """
    Return who owns a home, None if nobody does.

    An owner that could not say who it is gives an empty answer, which is not None.

    Raises:
        StoreError: the lock file is there and cannot be opened.

    """
    path = home / FILE
    try:
        file = os.open(path, os.O_RDONLY | FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise unusable(path, error) from error
    try:
        end = time.monotonic() + WORDS_PATIENCE
        while not locked(file, fcntl.LOCK_SH):
            said = words(file)
            if alive(said.get("pid")) or time.monotonic() > end:
                return said
            time.sleep(PAUSE)  # a new owner, before it has written over the words of the last
    finally:
        os.close(file)
    return None


def words(file: int) -> dict[str, Any]:
    """Return what the first line of the file says, nothing where it says nothing."""
    try:
        said = json.loads(os.pread(file, MOST, 0).partition(b"\n")[0])
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def alive(pid: object) -> bool:
    """Say whether there is a process of a number."""
    if type(pid) is not int or not 0 < pid < 1 << 31:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def unusable(path: Path, error: OSError) -> StoreError:
    """Say that the lock cannot be used."""
    return StoreError(
        f"`{path}` cannot be read or written: {error.strerror}",
        help="see to whom the folder belongs, and whether its disk is full",
    )
