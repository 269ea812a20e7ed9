"""
The line before the desk: of one agent's questions, one is asked after the other.

A denial ends its own question only; the next one in the line is asked as if nothing had
been. Waiting in line counts as waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Name = tuple[str, ...]


class Line:
    """Who waits for whom."""

    def __init__(self) -> None:
        self.turns: dict[Name, asyncio.Lock] = {}
        self.waiting: dict[Name, int] = {}

    @asynccontextmanager
    async def turn(self, name: Name, seconds: float) -> AsyncIterator[bool]:
        """
        Wait until it is one's turn, and hold it; False where that took too long.

        Who has no name waits for nobody: they may be anybody.
        """
        if not any(name):
            yield True
            return
        turn = self.turns.setdefault(name, asyncio.Lock())
        self.waiting[name] = self.waiting.get(name, 0) + 1
        try:
            mine = await taken(turn, seconds)
            try:
                yield mine
            finally:
                if mine:
                    turn.release()
        finally:
            self.waiting[name] -= 1
            if not self.waiting[name]:
                del self.waiting[name], self.turns[name]


async def taken(turn: asyncio.Lock, seconds: float) -> bool:
    """Take a turn; False where that took too long."""
    try:
        async with asyncio.timeout(seconds):
            return await turn.acquire()
    except TimeoutError:
        return False
