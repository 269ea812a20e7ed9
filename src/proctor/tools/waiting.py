"""Tell whoever called a tool, from time to time, that nobody has decided yet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

# Is told for how many seconds the call has waited.
OnWait = Callable[[float], Awaitable[None]]

# Most calls are decided in less, and nothing is begun for them.
EVERY = 1.0


@asynccontextmanager
async def telling(on_wait: OnWait | None, every: float = EVERY) -> AsyncIterator[None]:
    """Tell `on_wait` what is under way inside, every so many seconds, until it is over."""
    if on_wait is None:
        yield
        return
    began = time.monotonic()
    tasks: list[asyncio.Task[None]] = []

    async def tell() -> None:
        while True:
            await on_wait(time.monotonic() - began)
            await asyncio.sleep(every)

    loop = asyncio.get_running_loop()
    later = loop.call_later(every, lambda: tasks.append(loop.create_task(tell())))
    try:
        yield
    finally:
        later.cancel()
        for task in tasks:
            task.cancel()
        # Whoever cannot be told is not: the call goes on without it.
        await asyncio.gather(*tasks, return_exceptions=True)
