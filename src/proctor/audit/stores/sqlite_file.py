"""How the file of a store is created and opened."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from proctor.audit.stores.migrate import TABLE
from proctor.audit.stores.sqlite_errors import SET_ASIDE, store_error
from proctor.errors import DamagedStore, StoreError

READER_WAITS = 2_000
EMPTIED = "`{path}` is empty, although it was there before"
CACHE_KIB = 16_384
# After how many pages the log goes into the file: twice the usual, since most are written again.
LOGGED_PAGES = 2_000


def create(path: Path) -> None:
    """Make the file and its folder, for nobody else, where they are not there yet."""
    real = Path(os.path.realpath(path))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # INVARIANT: a file that is there is not opened. Closing it would release the locks that
        # SQLite holds on it in this process, and another one would remove the log under us.
        if not os.path.lexists(real):
            os.close(os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        elif real.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not os.access(real, os.R_OK | os.W_OK, effective_ids=True):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except FileExistsError:
        return  # another process was faster
    except OSError as problem:
        raise StoreError(
            f"`{path}` cannot be written: {problem.strerror}",
            help="see to whom it and its folder belong, and whether the disk is full",
        ) from problem


def connect(path: Path, *, busy_ms: int, read_only: bool = True) -> sqlite3.Connection:
    """Open a file that is there."""
    try:
        connection = sqlite3.connect(
            f"{path.as_uri()}?{way_to_open(path) if read_only else 'mode=rw'}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=busy_ms / 1000,
        )
    except sqlite3.Error as problem:
        raise store_error(problem, path) from problem
    try:
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOGGED_PAGES}")
    except sqlite3.Error as problem:
        connection.close()
        raise store_error(problem, path) from problem
    return connection


def begin(path: Path, *, busy_ms: int) -> sqlite3.Connection:
    """Open a file for writing, which is created where it is not there; never somebody else's."""
    create(path)
    connection = connect(path, busy_ms=busy_ms, read_only=False)
    try:
        refuse_others(path, connection)
        use_wal(connection)
    except sqlite3.Error as problem:
        connection.close()
        raise store_error(problem, path) from problem
    except BaseException:
        connection.close()
        raise
    return connection


def refuse_others(path: Path, connection: sqlite3.Connection) -> None:
    """Raise an error for a file that has tables, but none of ours."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if tables and TABLE not in tables:
        raise StoreError(
            f"`{path}` is a database of another program; nothing was changed",
            help="name another file for the store",
        )


def refuse_empty(path: Path) -> None:
    """Raise an error for a file without anything in it: not even an empty store is."""
    with suppress(OSError):
        if path.stat().st_size == 0:
            raise DamagedStore(EMPTIED.format(path=path), help=SET_ASIDE)


def way_to_open(path: Path) -> str:
    """
    Return how a reader opens a file.

    Beside a file that others may write, also a reader makes files for a while.
    Where it may not, and nobody writes, there is nothing to be seen there anyway.
    """
    unwritable = not os.access(path.parent, os.W_OK, effective_ids=True)
    logged = path.with_name(f"{path.name}-wal").exists()
    return "mode=ro&immutable=1" if unwritable and not logged else "mode=ro"


def use_wal(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; of two that do so at once, SQLite turns one away at once."""
    until = time.monotonic() + READER_WAITS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return
