"""What the owner does by itself: take spools in, end old questions, forget old records, listen."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from proctor.audit.inbox import Inbox
from proctor.audit.store import Change, Changes
from proctor.errors import StoreError
from proctor.keepers import Keepers
from proctor.server.bus import Bus

TAKE_IN, TIDY, TIDY_OTHERS, RETAIN = 1.0, 0.25, 30.0, 3600.0
LISTEN = 0.5
LOG = logging.getLogger("proctor.server")
# After how many seconds something is done again, and what.
Chore = tuple[float, Callable[[], Awaitable[object]]]


class Chores:
    """Tasks that run until the server stops; one that fails says so and goes on."""

    def __init__(
        self, keepers: Keepers, inbox: Inbox, bus: Bus, more: Sequence[Chore] = ()
    ) -> None:
        self.keepers = keepers
        self.inbox = inbox
        self.bus = bus
        self.more = more
        # Who else looks at what others have changed in the store.
        self.hearers: list[Callable[[Sequence[Change]], Awaitable[None]]] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.ear: Changes | None = None
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="proctor-ear")
        self.stopping = False
        # What is wrong, by the chore that met it.
        self.trouble: dict[str, str] = {}

    def start(self) -> None:
        """Begin."""
        jobs = [
            self.every(TAKE_IN, self.take_in),
            self.every(TIDY, self.inbox.tidy),
            self.every(TIDY_OTHERS, self.inbox.tidy_after_others),
            self.every(RETAIN, self.keepers.retain),
            *(self.every(seconds, job) for seconds, job in self.more),
        ]
        if self.keepers.shared:
            self.ear = self.keepers.store.changes(records=False)
            jobs.append(self.listen(self.ear))
        else:
            with suppress(StoreError):  # without it nobody is told of events, and that is all
                self.ear = self.keepers.store.changes(records=False)
        self.tasks = [asyncio.create_task(job) for job in jobs]

    async def stop(self) -> None:
        """End all of them."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def close(self) -> None:
        """Stop listening; whoever listens in a thread is waited for."""
        if self.ear is not None:
            self.ear.close()
        self.pool.shutdown(wait=True)

    async def every(self, seconds: float, job: Callable[[], Awaitable[object]]) -> None:
        """Do something again and again, whatever goes wrong with it."""
        while True:
            try:
                await job()
                self.trouble.pop(job.__name__, None)
            except Exception as error:  # noqa: BLE001 - a damaged store gives odd things, too
                self.fails(job.__name__, error)
            await asyncio.sleep(seconds)

    def fails(self, name: str, error: Exception) -> None:
        """Say what is wrong with a chore; of what is not the store's the log says more."""
        if isinstance(error, StoreError):
            self.trouble[name] = error.message
        else:
            LOG.error("%s failed", name, exc_info=error)
            self.trouble[name] = f"{name}: {type(error).__name__}"

    async def take_in(self) -> None:
        """Take in what others have spooled, and tell of it."""
        await self.keepers.writer.take_in()
        self.look()

    def look(self) -> None:
        """
        Tell of events and agents that were just kept here.

        Nobody but us writes to a store of our own, so that we need not listen to it.
        Questions and grants are told of by whoever asks, answers or revokes.
        """
        if self.ear is None or self.keepers.shared:
            return
        try:
            heard = self.ear.wait(0)
        except StoreError as error:
            self.fails("look", error)
        else:
            self.trouble.pop("look", None)
            self.tell([change for change in heard if change.kind in ("agent", "event")])

    async def listen(self, ear: Changes) -> None:
        """Hear what others change in the store."""
        loop = asyncio.get_running_loop()
        while not self.stopping:
            try:
                heard = await loop.run_in_executor(self.pool, self.hear, ear, LISTEN)
                if heard:
                    await self.inbox.heard(heard)
                    for hears in self.hearers:
                        await hears(heard)
                    self.tell(heard)
            except Exception as error:  # noqa: BLE001 - who is deaf wakes nobody any more
                self.fails("listen", error)
                await asyncio.sleep(LISTEN)
            else:
                self.trouble.pop("listen", None)

    def tell(self, heard: Sequence[Change]) -> None:
        """Tell listeners of what is not a question: those are told of whole."""
        for change in heard:
            if change.kind in ("grant", "agent", "event"):
                self.bus.tell(change.kind, {"id": change.id})

    def hear(self, ear: Changes, seconds: float) -> list[Change]:
        """
        Wait for a change that somebody here waits for; in a thread of its own.

        Records come by the hundred a second, most of them our own, and nobody does.
        """
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            heard = [change for change in ear.wait(max(left, 0.0)) if change.kind != "record"]
            # An ear that is closed hears nothing, and does not wait for it either.
            if heard or left <= 0 or self.stopping:
                return heard
