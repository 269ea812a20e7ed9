"""What SQLite complains of, in people's words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from proctor.errors import DamagedStore, StoreError

# Of an extended code, the last eight bits say what kind it is.
KIND = 0xFF
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
SET_ASIDE = "`proctor up` sets the file aside and starts a new one"
UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


def store_error(problem: Exception, path: Path) -> StoreError:
    """Return an error of SQLite as one of ours; nothing was changed by what failed."""
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & KIND
    if code in LOCKED:
        return StoreError(
            f"`{path}` is in use by another process; nothing was changed",
            help="try again in a moment",
            passing=True,
        )
    if code == sqlite3.SQLITE_FULL:
        return StoreError(
            f"there is no room left for `{path}`; nothing was changed",
            help="make room on its disk",
        )
    if code in UNWRITABLE:
        return StoreError(
            f"`{path}` may only be read; nothing was changed",
            help="see to whom the file and its folder belong, and who may write there",
        )
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT}:
        return damaged(path)
    if code == sqlite3.SQLITE_NOTADB:
        return DamagedStore(
            f"`{path}` is not a database, or its first page is damaged; nothing was changed",
            help=f"put a copy of yours in its place, or {SET_ASIDE}",
        )
    return other_error(problem, code, path)


def other_error(problem: Exception, code: int, path: Path) -> StoreError:
    """Return an error that says less of itself."""
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            f"`{path}` cannot be opened",
            help="see whether it is there, and who may read and write it and its folder",
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"`{path}` could not be read or written: {problem}",
            help="see whether its disk is full or broken",
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StoreError(
            f"`{path}` kept none of it, since some is there already or is not whole: {problem}",
        )
    if isinstance(problem, sqlite3.OperationalError) and "UTF-8" in str(problem):
        return damaged(path)
    return StoreError(f"`{path}`: {problem}; nothing was changed")


def damaged(path: Path) -> DamagedStore:
    """Return the error for a damaged file."""
    return DamagedStore(
        f"`{path}` is damaged; nothing was changed",
        help=f"keep a copy: `sqlite3 FILE .recover` may save what is readable; {SET_ASIDE}",
    )
