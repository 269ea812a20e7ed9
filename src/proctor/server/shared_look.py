"""
One look for all who want to see the same: never two at once, and not too often.

Whoever asks gets a look that began after they asked, so nobody is shown what was before the
change that they have just heard of. All who ask meanwhile share the next one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Seen = TypeVar("Seen")


class SharedLook(Generic[Seen]):
    """
    Looks at something for whoever asks; nothing is looked at where nobody does.

    Args:
        look: looks once.
        pause: how many seconds there are at least between the beginnings of two looks.

    """

    def __init__(self, look: Callable[[], Awaitable[Seen]], *, pause: float) -> None:
        self.look = look
        self.pause = pause
        self.began = float("-inf")
        self.current: asyncio.Task[Seen] | None = None
        self.next: asyncio.Task[Seen] | None = None

    async def see(self) -> Seen:
        """Return what is seen from now on; what goes wrong is everybody's who asked."""
        if self.next is None:
            self.next = asyncio.create_task(self.after(self.current))
        # Who goes away does not take the look from the others.
        return await asyncio.shield(self.next)

    async def after(self, before: asyncio.Task[Seen] | None) -> Seen:
        """Look, as soon as the look before is over and some time has passed since it began."""
        if before is not None:
            await asyncio.wait({before})
        left = self.began + self.pause - time.monotonic()
        if left > 0:
            await asyncio.sleep(left)
        self.began = time.monotonic()
        self.current, self.next = self.next, None
        return await self.look()
