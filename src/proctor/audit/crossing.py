"""
A batch on its way to a store that is far away, watched by the event loop.

No thread waits for it: two threads of one Python stand in each other's way, the more so
as the loop lets go of the interpreter each time that it looks at a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

# Is told how it ended: None where all is kept.
Over = Callable[[Exception | None], None]


class Sending(Protocol):
    """A batch that was sent and is not answered yet."""

    @property
    def fileno(self) -> int:
        """Return what becomes readable when there is news."""

    def flushed(self) -> bool:
        """Send what did not fit before; say whether all is out."""

    def answered(self) -> bool:
        """
        Read what has come; say whether that is all.

        Raises:
            StoreError: it was refused, or nobody knows what has become of it.

        """

    def leave(self) -> None:
        """Wait for it no more: what it was sent over is given up."""


class Crossing:
    """Watches a batch until it is answered."""

    def __init__(self, sending: Sending, loop: asyncio.AbstractEventLoop, over: Over) -> None:
        """
        Begin to watch.

        Raises:
            StoreError: it could not be sent.

        """
        self.sending = sending
        self.loop = loop
        self.over = over
        self.watches = True
        # First: where this fails there is nothing to watch.
        sent = sending.flushed()
        self.fileno = sending.fileno
        loop.add_reader(self.fileno, self.step)
        if not sent:
            loop.add_writer(self.fileno, self.step)

    def step(self) -> None:
        """Go on."""
        try:
            if self.sending.flushed():
                self.loop.remove_writer(self.fileno)
            done = self.sending.answered()
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits must hear of it
            self.end(error)
        else:
            if done:
                self.end(None)

    def end(self, error: Exception | None) -> None:
        """Watch it no more, and tell how it ended."""
        if self.look_away():
            self.over(error)

    def leave(self) -> None:
        """Wait for it no more; nobody is told."""
        if self.look_away():
            self.sending.leave()

    def give_up(self, error: Exception) -> None:
        """Wait for it no more, and tell whoever waits: nobody knows what has become of it."""
        if self.look_away():
            self.sending.leave()
            self.over(error)

    def look_away(self) -> bool:
        """Watch it no more; say whether it was watched until now."""
        watched, self.watches = self.watches, False
        if watched:
            self.loop.remove_reader(self.fileno)
            self.loop.remove_writer(self.fileno)
        return watched
