"""Do something until it is done or a signal comes, and end it in order."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Do something until it is done, or the process is told to end; then it is ended in order."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    for number in ENDS:
        loop.add_signal_handler(number, task.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        for number in ENDS:
            loop.remove_signal_handler(number)
