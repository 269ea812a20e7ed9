"""Try a channel against its double, while people do something there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from proctor.approval.channels.pauses import Pauses
from proctor.cli.channel import try_channel
from proctor.cli.channel_trial import Step
from proctor.errors import ProctorError
from tests.contracts.samples import HANGS

PAUSES = Pauses(first=0.01, longest=0.05, lock=0.02)


def configure(home: Path, text: str) -> None:
    """Write the home's config."""
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.yaml").write_text(text)


class Tried:
    """What a trial has found so far, and how it ended."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.error: ProctorError | None = None
        self.lock = threading.Lock()

    def tell(self, step: Step) -> None:
        """Take one thing that was found."""
        with self.lock:
            self.steps.append(step)

    def said(self, name: str) -> list[str]:
        """Return what was said of something."""
        with self.lock:
            return [step.said for step in self.steps if step.name == name]

    @property
    def marks(self) -> list[tuple[str, bool | None]]:
        """Return what was found, and whether that is good."""
        with self.lock:
            return [(step.name, step.ok) for step in self.steps]


async def tried(
    home: Path,
    name: str,
    address: str,
    *,
    wait: float,
    meanwhile: Callable[[Tried], Coroutine[Any, Any, None]] | None = None,
) -> Tried:
    """Try a channel in a thread of its own, and let something happen meanwhile."""
    found = Tried()

    def work() -> None:
        try:
            try_channel(home, name, wait=wait, tell=found.tell, address=address, pauses=PAUSES)
        except ProctorError as error:
            found.error = error

    async with asyncio.timeout(HANGS):
        trying = asyncio.create_task(asyncio.to_thread(work))
        doing = asyncio.create_task(meanwhile(found) if meanwhile is not None else nothing())
        # Where the trial ends first, there is nobody to do something to.
        await asyncio.wait({trying, doing}, return_when=asyncio.FIRST_COMPLETED)
        if trying.done():
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
        else:
            await doing
        await trying
    return found


async def nothing() -> None:
    """Do nothing meanwhile."""


async def until(check: Callable[[], object]) -> None:
    """Wait until something has come true."""
    while not check():
        await asyncio.sleep(0.01)
