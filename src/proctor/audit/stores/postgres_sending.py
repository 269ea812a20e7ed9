"""
A statement that was sent to PostgreSQL, whose answer nobody stands and waits for.

Until it is answered or left, its connection does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from proctor.audit.stores.postgres_connection import (
    Connection,
    DriverError,
    is_gone,
    refused,
)
from proctor.errors import StoreError

# Is told that the connection is free again, or of no more use.
Freed = Callable[[bool], None]
# Turns what the driver says into an error of ours.
Told = Callable[[Exception], StoreError]


class PostgresSending:
    """One statement under way; all of it happens in one thread."""

    def __init__(self, connection: Connection, freed: Freed, told: Told) -> None:
        self.pgconn = connection.pgconn
        self.freed = freed
        self.told = told
        self.connection = connection
        self.sent = self.over = False
        self.error: DriverError | None = None

    @property
    def fileno(self) -> int:
        """Return the socket."""
        return self.pgconn.socket

    def flushed(self) -> bool:
        """Send what did not fit before; say whether all is out."""
        if not self.sent:
            try:
                self.sent = self.pgconn.flush() == 0
            except DriverError as error:
                raise self.given_up(error) from error
        return self.sent

    def answered(self) -> bool:
        """
        Read what has come; say whether that is all.

        Raises:
            StoreError: it was refused, or the connection was lost.

        """
        try:
            self.pgconn.consume_input()
            while not self.pgconn.is_busy():
                result = self.pgconn.get_result()
                if result is None:
                    break
                self.error = self.error or refused(result)
            else:
                return False
        except DriverError as error:
            raise self.given_up(error) from error
        if self.error is not None:
            raise self.given_up(self.error)
        self.free(gone=False)
        return True

    def given_up(self, error: DriverError) -> StoreError:
        """Let go of the connection, and return what is to be raised."""
        told = self.told(error)
        # One that only refused is as good as before.
        self.free(gone=error is not self.error or is_gone(error, self.connection))
        return told

    def leave(self) -> None:
        """Wait for it no more: the connection is given up."""
        self.free(gone=True)

    def free(self, *, gone: bool) -> None:
        """Give the connection back, once."""
        if not self.over:
            self.over = True
            self.freed(gone)
