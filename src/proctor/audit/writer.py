"""
The server's way to the trail: many tasks hand in, one transaction keeps.

Whatever was handed in while the loop was busy, or while the last batch was being
written, goes into one batch. SQLite and memory are written in the event loop: a
thread would cost more than the insert. To PostgreSQL a batch is sent from the loop,
which watches for the answer; what has to be waited for, a connection for instance, is
done in one thread.

    handed in ──► store ──► kept
                    └─ it fails ──► spool ──► kept, and taken in later
                                      └─ it fails too ──► not kept
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event as ThreadEvent
from typing import Any, TypeVar

from proctor.audit.batches import Flight, Pace, Waiting, line_of, tell
from proctor.audit.crossing import Crossing
from proctor.audit.intake import take_in
from proctor.audit.spool import Spool
from proctor.audit.trail import Staged, Trail
from proctor.audit.writer_status import Rest, Status, words
from proctor.errors import DamagedStore, StoreError
from proctor.terms.event import Event
from proctor.terms.record import Record

MOST_WAITING = 20_000
# So many in one transaction, so that nobody else waits long.
BATCH = 500
# A batch that follows another to a store that is far away waits so long for more to come: what
# a batch costs, it costs for one record as for fifty. Nobody waits who comes alone.
GATHERS = 0.003
# And one that follows another to a store that is near.
NEAR_GATHERS = 0.005
# An event that nobody waits for waits so long itself for others: a transaction costs more than it.
SOON = 0.05
# The whole loop waits for whoever else writes to the spool.
SPOOL_PATIENCE = 0.25
# A store that is far away may hang without an error: so long it is waited for, and at the end.
FAR_PATIENCE, LAST_PATIENCE = 3.0, 0.5
# After so long a batch that is not answered is given up, with the connection: others wait for it.
LONGEST_CROSSING = 15.0
SILENT = "the store does not answer"
Result = TypeVar("Result")


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
        # Hears of records that were spooled, once they are kept.
        self.taken_in: Callable[[Sequence[Record]], None] = lambda _: None
        self._worker = ThreadPoolExecutor(1, "proctor-store") if thread else None
        self._waiting: list[Waiting] = []
        # Events that nobody waits for, and when they are seen to.
        self._left: list[Waiting] = []
        self._soon: asyncio.TimerHandle | None = None
        self._writing: Flight | None = None
        self._scheduled = False
        self._pace = Pace(NEAR_GATHERS)
        # What the thread has still to do, and of that the last batch.
        self._jobs: list[Future[Any]] = []
        self._far: Future[bool] | None = None
        # What is on its way without the thread, which does nothing meanwhile.
        self._crossing: Crossing | None = None
        self._clear = ThreadEvent()
        self._clear.set()
        # The end cannot wait any longer.
        self._hurries = False
        self._taking = asyncio.Lock()
        self._closed = False
        self._store_rests = Rest()
        # Of its own: a spool that cannot be read must not keep anybody from the store.
        self._intake_rests = Rest()

    async def append(self, record: Record) -> bool:
        """Keep a record; True once it is kept, False if it cannot be. Raises nothing."""
        return await self._hand_in(record)

    def leave(self, event: Event) -> None:
        """Keep an event soon; nobody waits for that."""
        if self._closed or len(self._waiting) + len(self._left) >= MOST_WAITING:
            self.status.lost += 1
            return
        self._left.append(Waiting(event, None))
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(SOON, self._take_left)

    def _take_left(self) -> None:
        """Put what nobody waits for into the next batch."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self._waiting += self._left
        self._left = []
        self._go_on()

    async def take_in(self, *, wait: bool = False, most: int | None = None) -> int:
        """
        Take in what other processes have spooled, and return how many lines it was.

        Costs next to nothing where there is nothing. Raises nothing: if it does
        not work, `status.trouble` says so, and it is all still there the next time.
        Where that is under way already, `wait` does it once more behind it: what was
        spooled in between may have been too late for the first. Of very much, `most` leaves
        the rest for another time.
        """
        resting = self._store_rests.lasts() or self._intake_rests.lasts()
        if (self._taking.locked() and not wait) or self._closed or resting:
            return 0
        taken = 0
        async with self._taking:
            steps = take_in(self.spool, self.trail)
            try:
                while not self._closed and (some := await self.run(lambda: next(steps, None))):
                    taken += some.lines
                    self._store_well()
                    self.taken_in(some.records)
                    if most is not None and taken >= most:
                        break
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
        return await asyncio.wrap_future(self._submit(self._worker, work))

    async def close(self) -> None:
        """Write what waits, and stop; what comes later is not kept."""
        self._closed = True
        self._take_left()
        asyncio.get_running_loop().call_later(LAST_PATIENCE, self._be_quick)
        while self._waiting or self._writing:
            self._flush()
            if self._writing is not None:
                await asyncio.wait([self._writing.over])
        async with self._taking:
            if self._worker is not None:
                free = asyncio.ensure_future(self.run(lambda: True))
                await asyncio.wait([free], timeout=LAST_PATIENCE)
                if self._crossing is not None:
                    self._crossing.leave()
                self._clear.set()
                # A thread that hangs is left behind; what it had to write is in the spool.
                self._worker.shutdown(wait=free.done(), cancel_futures=True)

    def _hand_in(self, row: Record) -> asyncio.Future[bool]:
        """Put a record into the next batch, and return what becomes of it."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        if self._closed or len(self._waiting) >= MOST_WAITING:
            self.status.lost += 1
            done.set_result(False)
            return done
        self._waiting.append(Waiting(row, done))
        if not self._scheduled:
            self._scheduled = True
            loop.call_at(self._pace.begins(row, loop.time()), self._flush)
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
            self._pace.wrote(batch, asyncio.get_running_loop().time())
            self._go_on()
        else:
            self._write_far(batch, self._worker)

    def _prepared(self, batch: list[Waiting]) -> list[Waiting]:
        """
        Return a batch as it is kept; whoever handed in what cannot be is told so.

        One after the other, the same few lines of code: this costs half of what it
        does between other work.
        """
        ready: list[Waiting] = []
        prepare = self.trail.prepare
        for row, done in batch:
            try:
                if isinstance(row, Record):
                    ready.append(Waiting(prepare(row), done))
                else:
                    ready.append(Waiting(self.trail.prepare_event(row), done))
            except Exception as error:  # noqa: BLE001 - whatever an agent has sent, we go on
                self.status.spool = f"a record could not be prepared: {words(error)}"
                self.status.lost += 1
                tell([Waiting(row, done)], kept=False)
        return ready

    def _write_far(self, batch: list[Waiting], worker: ThreadPoolExecutor) -> None:
        """Send a batch, or write it in the thread; into the spool as long as that hangs."""
        rows = [waiting.row for waiting in batch]
        if self._hurries or (self._far is not None and not self._far.done()):
            tell(batch, kept=self._write_spool(rows))
            self._go_on()
            return
        loop = asyncio.get_running_loop()
        job = self._far = self._sent(rows, worker) or self._submit(
            worker, partial(self._write, rows)
        )
        patience = loop.call_later(FAR_PATIENCE, self._land)
        flight = self._writing = Flight(batch, job, patience, loop.create_future())

        def done(_: Future[bool]) -> None:
            # It may have hung for so long that nobody is there any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._land, flight)

        job.add_done_callback(done)

    def _sent(self, rows: list[Record | Event], worker: ThreadPoolExecutor) -> Future[bool] | None:
        """
        Send records without the thread, and return what becomes of them.

        None where the thread has to see to it: there are events among them, it does
        something else, which may keep records too, or the store has to be asked first.
        """
        records = [row for row in rows if isinstance(row, Record)]
        busy = self._store_rests.lasts() or any(not job.done() for job in self._jobs)
        if busy or len(records) < len(rows):
            return None
        try:
            staged = self.trail.stage(records)
            sending = self.trail.send(staged) if staged is not None else None
        except Exception:  # noqa: BLE001 - it fails in the thread once more, and is seen to there
            return None
        if staged is None or sending is None:
            return None
        kept: Future[bool] = Future()
        over = partial(self._crossed, rows, staged, kept, worker)
        try:
            self._crossing = Crossing(sending, asyncio.get_running_loop(), over)
        except Exception:  # noqa: BLE001 - likewise: nobody knows what was sent
            sending.leave()
            self.trail.settle(staged, kept=False)
            return None
        self._jobs.append(kept)
        self._clear.clear()
        return kept

    def _crossed(
        self,
        rows: list[Record | Event],
        staged: Staged,
        kept: Future[bool],
        worker: ThreadPoolExecutor,
        error: Exception | None,
    ) -> None:
        """Hear how a batch was answered; what went wrong is seen to in the thread."""
        self._crossing = None
        self.trail.settle(staged, kept=error is None)
        self._clear.set()
        if error is None:
            self._store_well()
            self.status.kept += len(rows)
            kept.set_result(True)
            return
        again = self._submit(worker, partial(self._write, rows))
        again.add_done_callback(
            lambda done: kept.set_result(not done.cancelled() and done.result())
        )

    def _submit(self, worker: ThreadPoolExecutor, work: Callable[[], Result]) -> Future[Result]:
        """Let the thread do something, after what it has to do already."""

        def alone() -> Result:
            self._clear.wait()
            return work()

        job = worker.submit(alone)
        self._jobs = [*(one for one in self._jobs if not one.done()), job]
        return job

    def _land(self, flight: Flight | None = None) -> None:
        """
        See what has become of the batch in the thread, or of this one; if it hangs, spool it.

        Whatever was kept after all is known by its uid when the spool is taken in.
        """
        landing = self._writing
        if landing is None or (flight is not None and flight is not landing):
            return
        self._writing = None
        landing.patience.cancel()
        kept = False
        try:
            if landing.job.done():
                kept = landing.job.result()
            else:
                self.status.store = SILENT
                if self._crossing is not None:
                    loop = asyncio.get_running_loop()
                    loop.call_later(LONGEST_CROSSING, self._give_up, self._crossing)
                kept = self._write_spool(landing.rows)
        finally:
            tell(landing.batch, kept=kept)
            landing.over.set_result(None)
            self._go_on(GATHERS)

    def _give_up(self, crossing: Crossing) -> None:
        """Wait no longer for a batch that nobody answers; what was in it is in the spool."""
        if crossing is self._crossing:
            crossing.give_up(StoreError(SILENT))

    def _be_quick(self) -> None:
        """Wait no longer for a store that hangs."""
        self._hurries = True
        self._land()

    def _go_on(self, seconds: float = 0) -> None:
        """See to what came while a batch was being written, after a while."""
        if self._waiting and not self._scheduled:
            self._scheduled = True
            loop = asyncio.get_running_loop()
            if seconds:
                loop.call_later(seconds, self._flush)
            else:
                loop.call_soon(self._flush)

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
            # A damaged file may have it, and still it is not kept.
            if error.passing or isinstance(error, DamagedStore):
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
