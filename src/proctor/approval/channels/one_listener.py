"""One listener for each bot, on all machines together: a lock says which process it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager

Exclusive = Callable[[str], AbstractContextManager[bool]]


async def listen_alone(
    listen: Callable[[], Awaitable[None]],
    exclusive: Exclusive,
    lock: str,
    pause: float,
    log: logging.Logger,
) -> None:
    """Listen until cancelled; while another process does, only try again now and then."""
    while True:
        try:
            async with alone(exclusive, lock) as mine:
                if mine:
                    await listen()
        except Exception as error:  # noqa: BLE001 - a store that fails is tried again
            service = lock.partition(":")[0].capitalize()
            log.warning("cannot become the one that listens to %s: %s", service, error)
        await asyncio.sleep(pause)


@asynccontextmanager
async def alone(exclusive: Exclusive, name: str) -> AsyncIterator[bool]:
    """Hold a lock that is taken and left in a thread: a database may be slow to answer."""
    lock = exclusive(name)
    entering = asyncio.ensure_future(asyncio.to_thread(lock.__enter__))
    try:
        mine = await asyncio.shield(entering)
    except asyncio.CancelledError:
        if not (await asyncio.wait({entering}))[0].pop().exception():
            await asyncio.to_thread(lock.__exit__, None, None, None)
        raise
    try:
        yield mine
    finally:
        await asyncio.shield(asyncio.to_thread(lock.__exit__, None, None, None))
