"""
Write an answer in one piece: head and body otherwise go out one by one.

Each piece is a call of the system, and wakes up whoever reads it.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from proctor.server.http_protocol import Bounded

# More than this does not wait for the rest.
MOST = 65_536


class Joining:
    """A transport that writes at the end of a turn of the loop what was written in it."""

    __slots__ = ("_loop", "_pieces", "_size", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Write a piece, soon."""
        if not self._pieces:
            self._loop.call_soon(self._flush)
        self._pieces.append(data)
        self._size += len(data)
        if self._size > MOST:
            self._flush()

    def write_whole(self, data: bytes) -> None:
        """Write an answer that is in one piece already; nothing is to be joined with it."""
        if self._pieces:
            self.write(data)
        elif not self._transport.is_closing():
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Say whether it is, or will soon be, closed."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Write what waits, and close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        """Write what waits, unless nobody is there any more."""
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces.clear()
            self._size = 0
            if not self._transport.is_closing():
                self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        """Do everything else as the transport does."""
        return getattr(self._transport, name)


class JoinedWrites(Bounded):
    """A peer whose answers are joined, and whose requests are bounded."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(cast("asyncio.Transport", Joining(transport, self.loop)))
