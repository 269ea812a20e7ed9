"""
The server's way to the trail: many tasks hand in, one transaction keeps.

Whatever was handed in while the loop was busy, or while the last batch was being
written, goes into one batch. SQLite and memory are written in the event loop: a
thread would cost more than the insert. PostgreSQL is written in one thread.

    handed in ──► store ──► kept
                    └─ it fails ──► spool ──► kept, and taken in later
                                      └─ it fails too ──► not kept
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from proctor.audit.intake import take_in
from proctor.audit.spool import Spool, event_line, record_line
from proctor.audit.trail import Trail
from proctor.errors import StoreError
from proctor.terms.event import Event
from proctor.terms.record import Record

MOST_WAITING = 20_000
# So many in one transaction, so that nobody else waits long.
BATCH = 500
# After an error of the store, the spool is used at once for so many seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
# The whole loop waits for whoever else writes to the spool.
SPOOL_PATIENCE = 0.25
# A store that is far away may hang without an error: so long it is waited for, and at the end.
FAR_PATIENCE, LAST_PATIENCE = 3.0, 0.5
SILENT = "the store does not answer"
Result = TypeVar("Result")


@dataclass
class Status:
    """How the writer fares: what is wrong with store and spool, and how many rows went where."""

    store: str = ""
    spool: str = ""
    kept: int = 0
    spooled: int = 0
    lost: int = 0

    @property
    def trouble(self) -> str:
        """Say what is wrong; nothing where all is well."""
        return "; and ".join(filter(None, (self.store, self.spool)))


class Rest:
    """A while for which something that has failed is left alone, each time a longer one."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.until = 0.0

    def begin(self) -> None:
        """Leave it alone from now on."""
        self.seconds = min(max(FIRST_PAUSE, self.seconds * 2), LONGEST_PAUSE)
        self.until = monotonic() + self.seconds

    def end(self) -> None:
        """Forget that it has failed."""
        self.seconds = self.until = 0.0

    def lasts(self) -> bool:
        """Say whether it is still to be left alone."""
        return self.seconds > 0 and monotonic() < self.until


class Waiting(NamedTuple):
    """A record or an event, and whoever waits for it."""

    row: Record | Event
    done: asyncio.Future[bool]


class Writer:
    """
    Keeps records and events for the tasks of one event loop.

    Args:
        trail: where they are kept.
        spool: where they go if that fails.
        thread: whether to write in a thread, because the store is far away.

    """

    def __init__(self, trail: Trail, spool: Spool, *, thread: bool) -> None:
        self.trail = trail
        self.spool = spool
        self.status = Status()
        self._worker = ThreadPoolExecutor(1, "proctor-store") if thread else None
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._scheduled = False
        self._far: asyncio.Future[bool] | None = None
        # Is done when the end cannot wait any longer.
        self._hurry: asyncio.Future[None] | None = None
        self._taking = asyncio.Lock()
        self._closed = False
        self._store_rests = Rest()
        # Of its own: a spool that cannot be read must not keep anybody from the store.
        self._intake_rests = Rest()

    async def append(self, record: Record) -> bool:
        """Keep a record; True once it is kept, False if it cannot be. Raises nothing."""
        return await self._hand_in(record)

    async def put_event(self, event: Event) -> bool:
        """Keep an event; True once it is kept, False if it cannot be. Raises nothing."""
        return await self._hand_in(event)

    async def take_in(self, *, wait: bool = False) -> int:
        """
        Take in what other processes have spooled, and return how many lines it was.

        Costs next to nothing where there is nothing. Raises nothing: if it does
        not work, `status.trouble` says so, and it is all still there the next time.
        Where that is under way already, `wait` does it once more behind it: what was
        spooled in between may have been too late for the first.
        """
        resting = self._store_rests.lasts() or self._intake_rests.lasts()
        if (self._taking.locked() and not wait) or self._closed or resting:
            return 0
        taken = 0
        async with self._taking:
            steps = take_in(self.spool, self.trail)
            try:
                while not self._closed and (number := await self.run(lambda: next(steps, 0))):
                    taken += number
                    self._store_well()
                    await asyncio.sleep(0)
                self._intake_rests.end()
                self.status.spool = ""
            except Exception as error:  # noqa: BLE001 - the owner goes on, whatever is in a spool
                self._intake_rests.begin()
                self.status.spool = f"what was spooled cannot be taken in: {words(error)}"
            finally:
                with suppress(ValueError):  # it runs in the thread, and we were cancelled
                    steps.close()
        return taken

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do something with the store where the writer does: here, or in its thread."""
        if self._worker is None:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def close(self) -> None:
        """Write what waits, and stop; what comes later is not kept."""
        self._closed = True
        asyncio.get_running_loop().call_later(LAST_PATIENCE, self._be_quick)
        while self._waiting or self._writing:
            self._flush()
            if self._writing is not None:
                await asyncio.wait([self._writing])
        async with self._taking:
            if self._worker is not None:
                free = asyncio.ensure_future(self.run(lambda: True))
                await asyncio.wait([free], timeout=LAST_PATIENCE)
                # A thread that hangs is left behind; what it had to write is in the spool.
                self._worker.shutdown(wait=free.done(), cancel_futures=True)

    def _hand_in(self, row: Record | Event) -> asyncio.Future[bool]:
        """Put a row into the next batch, and return what becomes of it."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        if self._closed or len(self._waiting) >= MOST_WAITING:
            self.status.lost += 1
            done.set_result(False)
            return done
        self._waiting.append(Waiting(row, done))
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._flush)
        return done

    def _flush(self) -> None:
        """Write a batch of what waits; what comes meanwhile makes the next one."""
        self._scheduled = False
        if not self._waiting or self._writing is not None:
            return
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        batch = self._prepared(batch)
        if not batch:
            self._go_on()
        elif self._worker is None:
            tell(batch, kept=self._write([waiting.row for waiting in batch]))
            self._go_on()
        else:
            self._writing = asyncio.get_running_loop().create_task(self._write_far(batch))

    def _prepared(self, batch: list[Waiting]) -> list[Waiting]:
        """
        Return a batch as it is kept; whoever handed in what cannot be is told so.

        One after the other, the same few lines of code: this costs half of what it
        does between other work.
        """
        ready: list[Waiting] = []
        for row, done in batch:
            try:
                if isinstance(row, Record):
                    ready.append(Waiting(self.trail.prepare(row), done))
                else:
                    ready.append(Waiting(self.trail.prepare_event(row), done))
            except Exception as error:  # noqa: BLE001 - whatever an agent has sent, we go on
                self.status.spool = f"a record could not be prepared: {words(error)}"
                self.status.lost += 1
                tell([Waiting(row, done)], kept=False)
        return ready

    async def _write_far(self, batch: list[Waiting]) -> None:
        """Write a batch in the thread."""
        kept = False
        try:
            kept = await self._in_time([waiting.row for waiting in batch])
        finally:
            tell(batch, kept=kept)
            self._writing = None
            self._go_on()

    async def _in_time(self, rows: list[Record | Event]) -> bool:
        """
        Write rows in the thread, or in the spool as long as that hangs; say whether they are kept.

        Whatever it has kept after all is known by its uid when the spool is taken in.
        """
        if self._far is None or self._far.done():
            loop = asyncio.get_running_loop()
            self._far = loop.run_in_executor(self._worker, self._write, rows)
            self._hurry = self._hurry or loop.create_future()
            either: set[asyncio.Future[Any]] = {self._far, self._hurry}
            await asyncio.wait(either, timeout=FAR_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if self._far.done():
                return self._far.result()
            self.status.store = SILENT
        return self._write_spool(rows)

    def _be_quick(self) -> None:
        """Wait no longer for a store that hangs."""
        if self._hurry is not None and not self._hurry.done():
            self._hurry.set_result(None)

    def _go_on(self) -> None:
        """See to what came while a batch was being written."""
        if self._waiting and not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _write(self, rows: list[Record | Event]) -> bool:
        """Keep rows in the store, else in the spool; say whether they are kept."""
        if not self._store_rests.lasts():
            try:
                self._write_store(rows)
            except Exception as error:  # noqa: BLE001 - whatever it is, there is still the spool
                self._store_rests.begin()
                self.status.store = words(error)
            else:
                self._store_well()
                self.status.kept += len(rows)
                return True
        return self._write_spool(rows)

    def _write_store(self, rows: list[Record | Event]) -> None:
        """Keep rows in the store."""
        records = [row for row in rows if isinstance(row, Record)]
        events = [row for row in rows if isinstance(row, Event)]
        try:
            self.trail.keep(records)
        except StoreError as error:
            if error.passing:
                raise
            self.trail.keep(records)  # one of them was there already: now it is left out
        if events:
            self.trail.store.put_events(events)

    def _write_spool(self, rows: list[Record | Event]) -> bool:
        """Keep rows in the spool; say whether they are kept."""
        try:
            self.spool.put([line_of(row) for row in rows], patience=SPOOL_PATIENCE)
        except Exception as error:  # noqa: BLE001 - nothing is left but to say no
            self.status.spool = words(error)
            self.status.lost += len(rows)
            return False
        self.status.spooled += len(rows)
        return True

    def _store_well(self) -> None:
        """Forget what was wrong with the store."""
        self.status.store = ""
        self._store_rests.end()


def tell(batch: list[Waiting], *, kept: bool) -> None:
    """Tell those who wait; not those who were cancelled meanwhile."""
    for waiting in batch:
        if not waiting.done.done():
            waiting.done.set_result(kept)


def line_of(row: Record | Event) -> bytes:
    """Return the spool's line for a row."""
    return record_line(row) if isinstance(row, Record) else event_line(row)


def words(error: Exception) -> str:
    """Return what an error says."""
    return str(error) or type(error).__name__
