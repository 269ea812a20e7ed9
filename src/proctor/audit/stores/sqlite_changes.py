"""
An ear for what changes in an SQLite file.

SQLite tells whether another connection has written (`data_version`), which costs
microseconds; what has changed is then read from the table `changes`, and of
records from their numbers.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Lock

from proctor.audit.store import Change
from proctor.audit.stores.sqlite_errors import store_error

EVERY = 0.05
KEPT_CHANGES = 10_000
KINDS = ("question", "grant", "agent", "event", "run")

LAST_RECORD = "SELECT coalesce(max(n), 0) FROM records"


class SqliteChanges:
    """What changes from now on; `close` also ends a wait of another thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = Lock()
        self._closed = Event()
        self._version = self._value("PRAGMA data_version")
        self._seen = self._value("SELECT coalesce(max(n), 0) FROM changes")
        self._record = self._value(LAST_RECORD)

    def wait(self, seconds: float) -> Sequence[Change]:
        """Return what has changed since last time; wait until something has, or time is over."""
        until = time.monotonic() + seconds
        while not self._closed.is_set():
            if found := self._look():
                return found
            left = until - time.monotonic()
            if left <= 0:
                break
            self._closed.wait(min(EVERY, left))
        return ()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        with self._lock:
            self._connection.close()

    def _look(self) -> Sequence[Change]:
        with self._lock:
            if self._closed.is_set():
                return ()
            try:
                return self._news()
            except sqlite3.Error as problem:
                raise store_error(problem, self._path) from problem

    def _news(self) -> Sequence[Change]:
        version = self._value("PRAGMA data_version")
        if version == self._version:
            return ()
        self._version = version
        found = self._told()
        record = self._value(LAST_RECORD)
        if record > self._record:
            self._record = record
            found.append(Change("record", record))
        return list(dict.fromkeys(found))

    def _told(self) -> list[Change]:
        sql = "SELECT n, kind, id FROM changes WHERE n > ? ORDER BY n"
        rows = self._connection.execute(sql, [self._seen]).fetchall()
        if not rows:
            return []
        missed = rows[0][0] > self._seen + 1
        self._seen = rows[-1][0]
        if missed:
            # It has slept for so long that not all of it is told any more.
            return [Change(kind, 0) for kind in KINDS]
        return [Change(kind, number) for _, kind, number in rows]

    def _value(self, sql: str) -> int:
        return int(self._connection.execute(sql).fetchone()[0])
