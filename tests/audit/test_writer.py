"""The server's way to the trail."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from proctor.audit.spool import BATCH, Spool, record_line
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.trail import Trail
from proctor.audit.writer import MOST_WAITING, Writer
from proctor.terms.record import Record
from tests.audit.homes import a_record, all_breaks, all_kept, an_event, trail_over
from tests.audit.writer_rig import Watched, run, writer_over
from tests.postgres_server import HANGS


@pytest.mark.parametrize("thread", [False, True])
def test_what_is_handed_in_at_once_is_one_transaction(tmp_path: Path, thread: bool) -> None:
    """Thirty-two tasks that append make one insert, and each is told."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=thread)
        kept = await asyncio.gather(*(writer.append(a_record()) for _ in range(32)))
        await writer.close()
        assert kept == [True] * 32
        assert (writer.status.kept, writer.status.trouble) == (32, "")

    run(go())
    assert store.batches == [32]
    assert (threading.get_ident() in store.threads) is not thread
    assert all_breaks(store) == []


def test_what_comes_while_a_batch_is_written_is_the_next(tmp_path: Path) -> None:
    """A thread writes one batch after the other, however slow the store is."""
    store = Watched()
    store.open.clear()

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=True)
        first = asyncio.create_task(writer.append(a_record()))
        assert await asyncio.to_thread(store.begun.wait, HANGS)
        more = [asyncio.create_task(writer.append(a_record())) for _ in range(9)]
        await asyncio.sleep(0)
        store.open.set()
        assert await asyncio.gather(first, *more) == [True] * 10
        await writer.close()

    run(go())
    assert (store.batches, len(store.threads)) == ([1, 9], 1)


def test_a_large_batch_is_written_in_pieces(tmp_path: Path) -> None:
    """No transaction holds up the loop for long."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        assert all(await asyncio.gather(*(writer.append(a_record()) for _ in range(1_100))))
        await writer.close()

    run(go())
    assert store.batches == [500, 500, 100]


def test_no_more_than_can_be_held_is_taken(tmp_path: Path) -> None:
    """Where too many wait already, the answer is no, at once."""
    store = Watched()
    store.open.clear()

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=True)
        record = a_record()
        first = asyncio.create_task(writer.append(record))
        assert await asyncio.to_thread(store.begun.wait, HANGS)
        rows = [record._replace(uid=f"{number:020}") for number in range(MOST_WAITING)]
        waiting = [asyncio.create_task(writer.append(row)) for row in rows]
        await asyncio.sleep(0)
        assert not await writer.append(a_record())
        writer.leave(an_event())
        assert writer.status.lost == 2
        for task in waiting:
            task.cancel()
        writer._waiting.clear()
        store.open.set()
        assert await first
        await writer.close()

    run(go())


@pytest.mark.parametrize("thread", [False, True])
def test_events_that_nobody_waits_for_are_kept_at_the_end(tmp_path: Path, thread: bool) -> None:
    """They may wait for others, but not longer than the writer is there; then none is taken."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=thread)
        for _ in range(5):
            writer.leave(an_event())
        assert store.events() == []
        await writer.close()
        assert len(store.events()) == 5
        writer.leave(an_event())
        assert (writer.status.kept, writer.status.lost) == (5, 1)

    run(go())


def test_a_batch_gathers_what_follows_another_at_once(tmp_path: Path) -> None:
    """Who comes alone does not wait; who comes right behind shares a transaction with others."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        assert await writer.append(a_record())
        first = asyncio.create_task(writer.append(a_record()))
        await asyncio.sleep(0)
        second = asyncio.create_task(writer.append(a_record()))
        assert all(await asyncio.gather(first, second))
        await writer.close()

    run(go())
    assert store.batches == [1, 2]


def test_who_was_cancelled_spoils_nothing(tmp_path: Path) -> None:
    """The record of a task that does not wait any more is kept, and so are the others."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        tasks = [asyncio.create_task(writer.append(a_record())) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, BaseException) for one in done] == [False, True, False]
        await writer.close()

    run(go())
    assert len(all_kept(store)) == 3


@pytest.mark.parametrize("thread", [False, True])
def test_closing_writes_what_waits(tmp_path: Path, thread: bool) -> None:
    """Nothing that was handed in before is lost; what comes behind is refused."""
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=thread)
        tasks = [asyncio.create_task(writer.append(a_record())) for _ in range(700)]
        await asyncio.sleep(0)
        await writer.close()
        assert await asyncio.gather(*tasks) == [True] * 700
        assert not await writer.append(a_record())
        assert await writer.take_in() == 0

    run(go())
    assert len(all_kept(store)) == 700


def test_of_very_much_that_was_spooled_some_is_left_for_later(tmp_path: Path) -> None:
    """Whoever waits for an answer does not wait for all of it, and nothing comes twice."""
    store = Watched()
    lines = [record_line(a_record()) for _ in range(3 * BATCH)]

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        writer.spool.put(lines)
        heard: list[Record] = []
        writer.taken_in = heard.extend
        assert await writer.take_in(most=1) == BATCH
        assert len(heard) == BATCH
        assert await writer.take_in() == 3 * BATCH
        assert len({record.uid for record in heard}) == len(heard) == 3 * BATCH
        await writer.close()

    run(go())
    assert len(all_kept(store)) == 3 * BATCH


def test_a_record_that_is_there_already_is_not_written_twice(tmp_path: Path) -> None:
    """A client that asks again with the same uid is told that it is kept."""
    store = Watched()
    record = a_record()

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        assert await writer.append(record)
        both = await asyncio.gather(writer.append(record), writer.append(a_record()))
        assert list(both) == [True, True]
        assert (writer.status.trouble, writer.status.spooled) == ("", 0)
        await writer.close()

    run(go())
    assert len(all_kept(store)) == 2
    assert all_breaks(store) == []


def test_a_record_that_breaks_the_preparation_is_refused(tmp_path: Path) -> None:
    """Whatever is handed in, nothing is raised."""

    class Odd(Trail):
        def prepare(self, record: Record) -> Record:
            raise MemoryError(record.uid)

    async def go() -> None:
        trail = trail_over(MemoryStore(), tmp_path)
        odd = Odd(trail.store, trail.identity, trail.redactor)
        writer = Writer(odd, Spool(tmp_path), thread=False)
        assert not await writer.append(a_record())
        assert writer.status.lost == 1
        await writer.close()

    run(go())
