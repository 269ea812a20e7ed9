"""The server's way to the trail while the store fails: by the spool, and back from it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from proctor.audit import writer_status
from proctor.audit.spool import Spool, record_line
from proctor.audit.store import Link
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.trail import Trail
from proctor.audit.writer import Writer
from proctor.errors import DamagedStore, StoreError
from proctor.terms.record import Record
from tests.audit.homes import a_record, a_trail, all_breaks, all_kept, an_event, trail_over
from tests.audit.writer_rig import Watched, no_pause, run, writer_over
from tests.postgres_server import HANGS, Server, fresh_schema
from tests.tables import each_row


class Unreachable(Spool):
    """A spool on a full disk."""

    full = True

    def put(self, lines: Sequence[bytes], *, sync: bool = False, patience: float = 1.0) -> bool:
        """Fail, until there is room."""
        if self.full:
            raise StoreError("there is no room left")
        return super().put(lines, sync=sync, patience=patience)


@pytest.mark.parametrize("thread", [False, True])
@pytest.mark.parametrize(
    "fault", [StoreError("in use", passing=True), StoreError("full"), ZeroDivisionError()]
)
def test_a_failing_store_means_the_spool(tmp_path: Path, thread: bool, fault: Exception) -> None:
    """What was handed in counts as kept, and is taken in when the store is well again."""
    store = Watched()
    records = [a_record() for _ in range(5)]

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=thread)
        assert await writer.append(records[0])
        store.fault = fault
        assert await asyncio.gather(*map(writer.append, records[1:4])) == [True] * 3
        writer.leave(an_event())
        while writer.status.spooled + writer.status.lost < 4:
            await asyncio.sleep(0.01)
        assert (writer.status.trouble, writer.status.spooled) == (
            str(fault) or "ZeroDivisionError", 4,
        )  # fmt: skip
        assert await writer.take_in() == 0
        no_pause(writer)
        assert await writer.take_in() == 0
        assert "what was spooled cannot be taken in" in writer.status.trouble
        store.fault = None
        no_pause(writer)
        assert await writer.take_in() == 4
        assert writer.status.trouble == ""
        assert await writer.append(records[4])
        await writer.close()

    run(go())
    kept = {kept.record.uid: kept.record.spooled for kept in all_kept(store)}
    assert kept == {r.uid: r in records[1:4] for r in records}
    assert [event.spooled for event in store.events()] == [True]
    assert all_breaks(store) == []


class FailsOnce(Watched):
    """A store that is well again after its first fault."""

    def insert(self, links: Sequence[Link]) -> None:
        """Fail, the first time."""
        self.fault, fault = None, self.fault
        if fault:
            raise fault
        super().insert(links)


@each_row(
    ("fault", "kept", "spooled"),
    [
        (StoreError("there already"), 1, 0),
        (StoreError("in use", passing=True), 0, 1),
        (DamagedStore("damaged"), 0, 1),
    ],
)
def test_store_in_use_or_damaged_is_not_tried_again_at_once(
    tmp_path_factory: pytest.TempPathFactory, fault: StoreError, kept: int, spooled: int
) -> None:
    """Only where a record may be there already is the batch written again, without it."""
    home = tmp_path_factory.mktemp("home")
    store = FailsOnce()
    store.fault = fault

    async def go() -> None:
        writer = writer_over(store, home)
        assert await writer.append(a_record())
        assert (writer.status.kept, writer.status.spooled) == (kept, spooled)
        await writer.close()

    run(go())


def test_where_nothing_can_be_written_the_answer_is_no(tmp_path: Path) -> None:
    """Neither store nor spool: False, no exception, and the status tells of both."""
    store = Watched()
    store.fault = StoreError("the store is full")

    async def go() -> None:
        spool = Unreachable(tmp_path)
        writer = Writer(trail_over(store, tmp_path), spool, thread=False)
        for _ in range(3):
            assert not await writer.append(a_record())
            assert writer.status.trouble == "the store is full; and there is no room left"
        spool.full = False
        assert await writer.append(a_record())
        await writer.close()
        assert (writer.status.lost, writer.status.spooled) == (3, 1)

    run(go())


def test_a_spool_that_cannot_be_read_keeps_nobody_from_the_store(tmp_path: Path) -> None:
    """Whoever puts a pipe in its place makes trouble that is told, and nothing else."""
    (tmp_path / "spool").mkdir()
    os.mkfifo(tmp_path / "spool" / "records.jsonl")
    store = Watched()

    async def go() -> None:
        writer = writer_over(store, tmp_path)
        assert await writer.take_in() == 0
        assert "it is not a plain file" in writer.status.trouble
        assert await writer.append(a_record())
        assert "it is not a plain file" in writer.status.trouble
        (tmp_path / "spool" / "records.jsonl").unlink()
        no_pause(writer)
        assert await writer.take_in() == 0
        await writer.close()
        assert (writer.status.trouble, writer.status.kept) == ("", 1)

    run(go())


def test_spools_are_taken_in_by_one_at_a_time(tmp_path: Path) -> None:
    """A second call while one is at it has nothing to do, and appends go on in between."""
    with a_trail(tmp_path) as trail:
        Spool(tmp_path).put([record_line(a_record()) for _ in range(450)])

        async def go() -> None:
            writer = Writer(trail, Spool(tmp_path), thread=False)
            first, second, kept = await asyncio.gather(
                writer.take_in(), writer.take_in(), writer.append(a_record())
            )
            assert (first, second, kept) == (450, 0, True)
            await writer.close()

        run(go())
        places = [k.record.spooled for k in all_kept(trail.store)]
        assert len(places) == 451
        assert not all(places[:-1])
        assert all_breaks(trail.store) == []


def test_a_cancelled_take_in_leaves_nothing_behind(tmp_path: Path) -> None:
    """Whoever takes in next gets all of it, also where a thread was in the middle of it."""
    store = Watched()
    Spool(tmp_path).put([record_line(a_record()) for _ in range(300)])

    async def go() -> None:
        writer = writer_over(store, tmp_path, thread=True)
        store.open.clear()
        task = asyncio.create_task(writer.take_in())
        assert await asyncio.to_thread(store.begun.wait, HANGS)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        store.open.set()
        assert await writer.take_in() == 300
        await writer.close()

    run(go())
    assert len(all_kept(store)) == 300
    assert all_breaks(store) == []


def test_a_restart_of_postgresql_under_load_loses_nothing(
    own_postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each record that was told to be kept is there once when the server is back."""
    monkeypatch.setattr(writer_status, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(writer_status, "LONGEST_PAUSE", 0.05)
    records = [a_record(f"a{number % 3}") for number in range(400)]

    async def go(trail: Trail) -> None:
        writer = Writer(trail, Spool(tmp_path), thread=True)
        restarted = asyncio.Event()

        async def hand_in(some: list[Record]) -> None:
            for number, record in enumerate(some):
                assert await writer.append(record)
                if number == 20:
                    await restarted.wait()

        shares = [records[start::4] for start in range(4)]
        shares.append([a_record("busy") for _ in range(20)])
        tasks = [asyncio.create_task(hand_in(share)) for share in shares]
        await asyncio.to_thread(own_postgres.restart)
        restarted.set()
        await asyncio.gather(*tasks)
        while list((tmp_path / "spool").iterdir()):
            await writer.take_in()
            await asyncio.sleep(0.01)
        await writer.close()

    with fresh_schema(own_postgres.conninfo) as conninfo:
        store = open_postgres(conninfo)
        try:
            run(go(trail_over(store, tmp_path)))
            uids = [kept.record.uid for kept in all_kept(store)]
            assert len(uids) == len(set(uids)) == 420
            assert {record.uid for record in records} <= set(uids)
            assert all_breaks(store) == []
        finally:
            store.close()
