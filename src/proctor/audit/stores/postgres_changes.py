"""
An ear for what changes in a PostgreSQL, by LISTEN.

Whoever changes something tells of it in the same transaction. When the
connection is lost nobody knows what was told meanwhile: as soon as there is one
again, everything has to be looked at.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Sequence
from threading import Lock

from proctor.audit.store import Change
from proctor.audit.stores.postgres_connection import Address, Connection, DriverError
from proctor.errors import StoreError

KINDS = ("record", "question", "grant", "agent", "event", "run")
EVERYTHING = tuple(Change(kind, 0) for kind in KINDS)
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
MILLISECONDS = 1000
CLOSING_WAITS = 1.0


class PostgresChanges:
    """What changes from now on; `close` also ends a wait of another thread."""

    def __init__(self, address: Address, channels: Sequence[str]) -> None:
        self._address = address
        self._listen = "; ".join(f"LISTEN {channel}" for channel in channels)
        self._lock = Lock()
        self._closed = False
        self._connection: Connection | None = None
        self._pause = FIRST_PAUSE
        self._next_try = 0.0
        self._pipe: tuple[int, ...]
        self._wake, self._waker = self._pipe = os.pipe()
        self._connect()

    def wait(self, seconds: float) -> Sequence[Change]:
        """Return what has changed since last time; wait until something has, or time is over."""
        until = time.monotonic() + seconds
        with self._lock:
            while not self._closed:
                if self._connection is None and self._due() and self._connect():
                    return EVERYTHING
                if found := self._told():
                    return found
                left = until - time.monotonic()
                if left <= 0:
                    break
                self._sleep(left)
            if self._closed:
                self._let_go()
        return ()

    def close(self) -> None:
        """Stop listening; where another thread is just connecting, that one tidies up."""
        if self._closed:
            return
        # In this order: whoever sees that it is closed may close the pipe.
        os.write(self._waker, b".")
        self._closed = True
        if self._lock.acquire(timeout=CLOSING_WAITS):
            self._let_go()
            self._lock.release()

    def _let_go(self) -> None:
        self._drop()
        pipe, self._pipe = self._pipe, ()
        for end in pipe:
            os.close(end)

    def _due(self) -> bool:
        return time.monotonic() >= self._next_try

    def _connect(self) -> bool:
        """Try to listen; say whether it worked, and where not, when to try again."""
        try:
            self._connection, _ = self._address.connect()
            self._connection.execute(self._listen)
        except (StoreError, DriverError):
            self._drop()
            self._next_try = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return False
        self._pause = FIRST_PAUSE
        return True

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _told(self) -> Sequence[Change]:
        """Return what has arrived, each once."""
        if self._connection is None:
            return ()
        pgconn = self._connection.pgconn
        try:
            pgconn.consume_input()
        except DriverError:
            self._drop()
            return ()
        found: dict[Change, None] = {}
        while told := pgconn.notifies():
            kind, _, number = told.extra.decode(errors="replace").partition(" ")
            if kind in KINDS and number.isdecimal():
                found[Change(kind, int(number))] = None
        return list(found)

    def _sleep(self, seconds: float) -> None:
        """Wait until something arrives, it is time to connect again, or `close` is called."""
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        if self._connection is None:
            seconds = min(seconds, max(0.0, self._next_try - time.monotonic()))
        else:
            poll.register(self._connection.pgconn.socket, select.POLLIN)
        poll.poll(seconds * MILLISECONDS)
