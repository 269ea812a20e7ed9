"""
What became of calls, told soon, and several together: no decision waits for it.

To keep an event costs the owner as much as to decide a call, and to keep ten of them hardly
more. Told one by one, each would stand in front of the next call's decision.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proctor.plugs.calls import AgentCalls, Told

# As long as the owner itself lets an event wait for others; so many are told at once.
SOON, MANY = 0.05, 100


class Telling:
    """
    Tells what became of the calls of one agent.

    Args:
        calls: tells it.

    """

    def __init__(self, calls: AgentCalls) -> None:
        self.calls = calls
        self.waiting: list[Told] = []
        self.tasks: set[asyncio.Task[None]] = set()
        # What waits for more to come, and what makes it wait no longer.
        self.next: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()

    def leave(self, told: Told) -> None:
        """Tell something soon."""
        self.waiting.append(told)
        loop = asyncio.get_running_loop()
        if self.next is None or self.next.done() or self.next.get_loop() is not loop:
            self.hurry = asyncio.Event()
            self.next = loop.create_task(self.soon(self.hurry))
            self.tasks.add(self.next)
            self.next.add_done_callback(self.tasks.discard)
        if len(self.waiting) >= MANY:
            self.hurry.set()

    async def soon(self, hurry: asyncio.Event) -> None:
        """Wait for more, and tell it all; also where the loop ends meanwhile."""
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(SOON):
                    await hurry.wait()
        finally:
            told, self.waiting, self.next = self.waiting, [], None
            await self.calls.tell_all(told)

    async def all_told(self) -> None:
        """Tell what waits, and wait until that is done."""
        self.hurry.set()
        loop = asyncio.get_running_loop()
        here = [task for task in self.tasks if task.get_loop() is loop]
        await asyncio.gather(*here, return_exceptions=True)
