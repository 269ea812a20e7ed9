"""What happens, told to everybody who listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

# A listener that is so far behind is told that it missed something, and goes on from there.
FURTHEST_BEHIND = 1000
Happening = dict[str, Any]


class Bus:
    """Hands every happening to every listener; a slow one never holds up the others."""

    def __init__(self) -> None:
        self.listeners: set[asyncio.Queue[Happening | None]] = set()
        # Whoever only wants to know that something of a kind has happened, at once.
        self.hearers: list[Callable[[str], None]] = []
        self.closed = False

    def tell(self, kind: str, what: Happening) -> None:
        """Tell all listeners."""
        for hears in self.hearers:
            hears(kind)
        if not self.listeners:
            return
        # What an agent said may have a key of that name, and must not say what happened.
        happening = {**what, "kind": kind}
        for queue in self.listeners:
            if queue.qsize() >= FURTHEST_BEHIND:
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait({"kind": "missed", "number": FURTHEST_BEHIND})
            queue.put_nowait(happening)

    async def listen(self) -> AsyncIterator[Happening]:
        """Return what happens from now on, until the bus is closed."""
        queue: asyncio.Queue[Happening | None] = asyncio.Queue()
        self.listeners.add(queue)
        try:
            while (happening := await self.next_of(queue)) is not None:
                yield happening
        finally:
            self.listeners.discard(queue)

    async def next_of(self, queue: asyncio.Queue[Happening | None]) -> Happening | None:
        """Return the next happening; None once the bus is closed and everything was heard."""
        return None if self.closed and queue.empty() else await queue.get()

    def close(self) -> None:
        """Let every listener go."""
        self.closed = True
        for queue in self.listeners:
            queue.put_nowait(None)
