"""Batches that the event loop sends to a PostgreSQL, and watches until they are answered."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from psycopg import OperationalError

from proctor.audit import writer
from proctor.audit.crossing import Crossing, Sending
from proctor.audit.spool import Spool, record_line
from proctor.audit.store import Link
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.postgres_sending import PostgresSending
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.writer import Writer
from proctor.errors import StoreError
from tests.audit.homes import a_record, all_breaks, all_kept, trail_over
from tests.postgres_server import HANGS, Server, fresh_schema


@pytest.fixture
def store(own_postgres: Server) -> Iterator[SqlStore]:
    """Give a store in a PostgreSQL of the test's own."""
    with fresh_schema(own_postgres.conninfo) as conninfo:
        store = open_postgres(conninfo)
        try:
            yield store
        finally:
            store.close()


class Counted(Crossing):
    """One that can be counted."""

    ended: list[Exception | None] = []  # noqa: RUF012 - each test begins with a new one
    under_way = 0

    def __init__(self, sending: Sending, loop: asyncio.AbstractEventLoop, over: Any) -> None:
        type(self).under_way += 1
        super().__init__(sending, loop, over)

    def end(self, error: Exception | None) -> None:
        """Note how it ended."""
        self.ended.append(error)
        super().end(error)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """Count the batches that are sent from the loop."""
    monkeypatch.setattr(Counted, "ended", [])
    monkeypatch.setattr(Counted, "under_way", 0)
    monkeypatch.setattr(writer, "Crossing", Counted)
    return Counted


OURS = "FROM pg_stat_activity WHERE application_name = 'proctor'"


@contextmanager
def paused(server: Server) -> Iterator[None]:
    """Let a PostgreSQL say nothing at all for a while to those who are connected."""
    pids = [pid for (pid,) in server.run(f"SELECT pid {OURS}")]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine, unless it hangs."""
    asyncio.run(asyncio.wait_for(coroutine, 2 * HANGS))


def uids(store: SqlStore) -> list[str]:
    """Return the names of what is kept."""
    return sorted(kept.record.uid for kept in all_kept(store))


def test_after_the_first_batch_the_loop_sends_them(
    store: SqlStore, tmp_path: Path, counted: type[Counted]
) -> None:
    """The thread gets the connection ready; from then on nobody stands and waits."""
    records = [a_record(f"a{number % 3}") for number in range(60)]

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        for start in range(0, 60, 20):
            some = records[start : start + 20]
            assert all(await asyncio.gather(*(writer.append(record) for record in some)))
        await writer.close()
        assert (writer.status.kept, writer.status.trouble) == (60, "")

    run(go())
    assert counted.ended == [None, None]
    assert uids(store) == sorted(record.uid for record in records)
    assert all_breaks(store) == []


def test_a_batch_larger_than_the_socket_takes_goes_out_in_pieces(
    store: SqlStore, tmp_path: Path, counted: type[Counted]
) -> None:
    """Ten megabytes are sent while the loop goes on."""
    first = a_record()
    records = [a_record("a")._replace(detail="x" * 20_000) for _ in range(500)]

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        assert await writer.append(first)
        assert all(await asyncio.gather(*(writer.append(record) for record in records)))
        await writer.close()

    run(go())
    assert counted.ended == [None]
    assert len(uids(store)) == 501
    assert all_breaks(store) == []


def test_what_is_there_already_is_left_out(
    store: SqlStore, tmp_path: Path, counted: type[Counted]
) -> None:
    """A batch with a record that was kept before is refused; the thread keeps the others."""
    old, *new = [a_record() for _ in range(5)]

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        assert await writer.append(old)
        assert all(await asyncio.gather(*(writer.append(record) for record in (old, *new))))
        assert await writer.append(a_record())
        await writer.close()
        assert writer.status.trouble == ""

    run(go())
    assert [error is None for error in counted.ended] == [False, True]
    assert len(uids(store)) == len(set(uids(store))) == 6
    assert all_breaks(store) == []


def test_what_is_taken_in_meanwhile_waits_for_its_turn(store: SqlStore, tmp_path: Path) -> None:
    """Two who both add to a chain never add to the same end of it."""
    spool = Spool(tmp_path)

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), spool, thread=True)
        assert await writer.append(a_record("a"))
        for _ in range(20):
            spool.put([record_line(a_record("a")) for _ in range(5)])
            handing = [asyncio.create_task(writer.append(a_record("a"))) for _ in range(5)]
            await asyncio.sleep(0)
            taken, *kept = await asyncio.gather(writer.take_in(wait=True), *handing)
            assert (taken, all(kept)) == (5, True)
        await writer.close()
        assert writer.status.trouble == ""

    run(go())
    assert len(uids(store)) == len(set(uids(store))) == 201
    assert all_breaks(store) == []


def test_a_server_that_hangs_is_left_and_nothing_is_lost(
    store: SqlStore, own_postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    counted: type[Counted],
) -> None:  # fmt: skip
    """What it does not answer goes into the spool, and the end does not wait for it."""
    monkeypatch.setattr(writer, "FAR_PATIENCE", 0.1)
    records = [a_record() for _ in range(6)]
    spool = Spool(tmp_path)

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), spool, thread=True)
        assert await writer.append(records[0])
        with paused(own_postgres):
            for record in records[1:]:
                assert await writer.append(record)
            assert writer.status.spooled == 5
            await writer.close()

    run(go())
    assert (counted.under_way, counted.ended) == (1, [])

    async def again() -> None:
        writer = Writer(trail_over(store, tmp_path), spool, thread=True)
        while await writer.take_in() == 0:
            await asyncio.sleep(0.05)
        await writer.close()

    run(again())
    assert uids(store) == sorted(record.uid for record in records)
    assert all_breaks(store) == []


def test_a_batch_that_is_never_answered_holds_nobody_for_ever(
    store: SqlStore, own_postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given up with its connection: who else asks the store gets another one."""
    monkeypatch.setattr(writer, "FAR_PATIENCE", 0.1)
    monkeypatch.setattr(writer, "LONGEST_CROSSING", 0.1)
    records = [a_record() for _ in range(3)]

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        assert await writer.append(records[0])
        with paused(own_postgres):
            assert await writer.append(records[1])
            # The connection that hangs is theirs no more.
            found = await asyncio.to_thread(uids, store)
            assert records[0].uid in found
        assert await writer.append(records[2])
        while await writer.take_in() == 0:
            await asyncio.sleep(0.05)
        await writer.close()

    run(go())
    assert uids(store) == sorted(record.uid for record in records)
    assert all_breaks(store) == []


def test_the_end_of_a_connection_is_noticed_and_mended(
    store: SqlStore, own_postgres: Server, tmp_path: Path
) -> None:
    """A connection that was ended while nobody used it is replaced; nothing is lost or doubled."""
    records = [a_record() for _ in range(3)]

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        for record in records:
            assert await writer.append(record)
            own_postgres.run(f"SELECT pg_terminate_backend(pid) {OURS}")
        await writer.close()

    run(go())
    assert uids(store) == sorted(record.uid for record in records)
    assert all_breaks(store) == []


class Unanswered:
    """A batch that goes out at the second attempt, and is never answered."""

    def __init__(self, fileno: int) -> None:
        self.fileno = fileno
        self.flushes = 0
        self.looks = 0

    def flushed(self) -> bool:
        """Send the rest."""
        self.flushes += 1
        return self.flushes > 1

    def answered(self) -> bool:
        """Look for an answer."""
        self.looks += 1
        return False

    def leave(self) -> None:
        """Do nothing: there is no connection."""


def test_a_batch_that_is_out_is_looked_at_only_when_something_comes() -> None:
    """A connection can be written to nearly always: to wait for that would never rest."""
    ours, theirs = socket.socketpair()

    async def go() -> int:
        batch = Unanswered(ours.fileno())
        crossing = Crossing(batch, asyncio.get_running_loop(), lambda _: None)
        while not batch.looks:
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        crossing.leave()
        return batch.looks

    with ours, theirs:
        assert asyncio.run(go()) == 1


class Unsent(Unanswered):
    """A batch of which nothing goes out."""

    def flushed(self) -> bool:
        """Fail."""
        raise StoreError("the connection broke")


class SendsNothing(MemoryStore):
    """A store that keeps only what the thread writes."""

    def begin(self, links: Sequence[Link]) -> Sending:
        """Begin in vain."""
        return Unsent(-1)


def test_chain_holds_where_nothing_of_a_batch_went_out(tmp_path: Path) -> None:
    """The thread links the records to the last one that is kept."""
    store = SendsNothing()

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        for _ in range(3):
            assert await writer.append(a_record())
        await writer.close()

    run(go())
    assert len(all_kept(store)) == 3
    assert all_breaks(store) == []


def test_what_cannot_even_be_sent_is_seen_to_in_the_thread(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that breaks while a batch goes out holds nobody up, and loses nothing."""
    records = [a_record() for _ in range(3)]
    left = [1]

    def flushed(self: PostgresSending) -> bool:
        if left:
            left.pop()
            raise self.given_up(OperationalError("the connection broke"))
        self.sent = True
        return self.pgconn.flush() == 0

    async def go() -> None:
        writer = Writer(trail_over(store, tmp_path), Spool(tmp_path), thread=True)
        assert await writer.append(records[0])
        monkeypatch.setattr(PostgresSending, "flushed", flushed)
        for record in records[1:]:
            assert await writer.append(record)
        await writer.close()
        assert writer.status.trouble == ""

    run(go())
    assert left == []
    assert uids(store) == sorted(record.uid for record in records)
    assert all_breaks(store) == []
