"""What happens when a disk, a file, a process or a clock fails; all of it real."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from proctor.audit.ids import new_uid, timestamp
from proctor.audit.intake import take_in
from proctor.audit.owner import owner_of
from proctor.audit.spool import Spool, record_line
from proctor.audit.trail import Trail
from proctor.audit.writer import Writer
from tests.amounts import amount
from tests.audit.homes import DATABASE, a_record, a_trail, all_breaks, all_kept
from tests.audit.test_crash import owners
from tests.audit.writer_rig import no_pause
from tests.postgres_server import HANGS, until

# Python ignores the signal that comes with this limit, so that a write fails as on a full disk.
LIMIT = "import resource\ndef limit(size): resource.setrlimit(resource.RLIMIT_FSIZE, (size, -1))\n"
PYTHON = (sys.executable, "-W", "error", "-c")
PROCESSES = amount(30, 100)


def said_by(program: str, *words: str) -> list[str]:
    """Run a program in a process of its own, and return the lines that it prints."""
    done = subprocess.run(
        [*PYTHON, program, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=HANGS * 2,
        cwd=Path(__file__).parent.parent.parent,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def with_writer(trail: Trail, home: Path, work: Callable[[Writer], Awaitable[None]]) -> None:
    """Do something with a writer."""

    async def go() -> None:
        writer = Writer(trail, Spool(home), thread=False)
        await work(writer)
        await writer.close()

    asyncio.run(asyncio.wait_for(go(), HANGS))


def uids(trail: Trail) -> list[str]:
    """Return the uids of all records, and check that the chains hold."""
    assert all_breaks(trail.store) == []
    return [kept.record.uid for kept in all_kept(trail.store)]


def test_a_full_disk_leaves_no_half_line_in_the_spool(tmp_path: Path) -> None:
    """What does not fit is refused, and what is there stays whole."""
    program = f"""{LIMIT}
import sys
from proctor.audit.spool import Spool
from proctor.errors import StoreError
spool = Spool(sys.argv[1])
limit(1000)
for number in range(20):
    try:
        print(spool.put([b"%060d" % number, b"y" * 50]))
    except StoreError as error:
        print("no room" if "too large" in str(error) or "no room" in str(error) else error)
limit(-1)
print(spool.put([b"last"]))
"""
    said = said_by(program, str(tmp_path))

    kept = 1000 // 112
    assert said == ["True"] * kept + ["no room"] * (20 - kept) + ["True"]
    lines = (tmp_path / "spool" / "records.jsonl").read_bytes().split(b"\n")
    assert [len(line) for line in lines] == [60, 50] * kept + [4, 0]


def test_a_full_database_means_the_spool(tmp_path: Path) -> None:
    """What has no room in the store is spooled, and taken in when there is room again."""
    records = [a_record(input={"content": "x" * 3_000}) for _ in range(80)]
    with a_trail(tmp_path) as trail:

        def limit(pages: int) -> None:
            trail.store._database.rows(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]  # as full as a disk can be

        limit(60)

        async def work(writer: Writer) -> None:
            for record in records:
                assert await writer.append(record)
            assert "no room left" in writer.status.trouble
            assert writer.status.spooled
            limit(100_000)
            no_pause(writer)
            assert await writer.take_in() == writer.status.spooled
            assert writer.status.trouble == ""

        with_writer(trail, tmp_path, work)
        assert sorted(uids(trail)) == sorted(record.uid for record in records)


def test_where_no_file_can_grow_the_answer_is_no(tmp_path: Path) -> None:
    """Neither store nor spool has room: False, and True again as soon as there is some."""
    program = f"""{LIMIT}
import asyncio, sys
from pathlib import Path
from proctor.audit.spool import Spool
from proctor.audit.writer import Writer
from tests.audit.homes import a_record, a_trail, all_breaks, all_kept

async def go(trail, home):
    writer = Writer(trail, Spool(home), thread=False)
    print(await writer.append(a_record()))
    limit(0)
    for _ in range(3):
        print(await writer.append(a_record()))
    print(bool(writer.status.trouble), writer.status.lost)
    limit(-1)
    print(await writer.append(a_record()))
    writer._store_rests.until = 0.0
    print(await writer.append(a_record()), await writer.take_in())
    await writer.close()

home = Path(sys.argv[1])
with a_trail(home) as trail:
    asyncio.run(go(trail, home))
    print(len(all_kept(trail.store)), all_breaks(trail.store))
"""
    said = said_by(program, str(tmp_path))

    assert said == ["True", "False", "False", "False", "True 3", "True", "True 1", "3 []"]


@contextmanager
def a_home_to_read_only() -> Iterator[Path]:
    """Give a home with a trail in it that can only be read."""
    folder = Path(tempfile.mkdtemp(prefix="home-"))
    try:
        with a_trail(folder) as trail:
            trail.append([a_record()])
        for path in [*folder.iterdir(), folder]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield folder
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


READ_ONLY = """
import os, sys
from pathlib import Path
from proctor.audit.identity import load_identity
from proctor.audit.owner import OwnerLock
from proctor.audit.spool import Spool
from proctor.audit.stores.sqlite import open_sqlite
from proctor.errors import StoreError
home = Path(sys.argv[1])
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
print(len(load_identity(home).key))
for work in (
    lambda: load_identity(home / "new"),
    lambda: OwnerLock(home).try_take(),
    lambda: Spool(home).put([b"x"]),
    lambda: open_sqlite(home / "proctor.db").insert([]),
):
    try:
        print(work())
    except StoreError as error:
        print("told")
"""


def test_a_home_that_may_only_be_read_is_told_by_everyone() -> None:
    """Each part says so in a sentence, and none believes that it has written."""
    with a_home_to_read_only() as home:
        said = said_by(READ_ONLY, str(home))

    assert said == ["32", "told", "told", "told", "told"]


def test_a_locked_database_means_the_spool(tmp_path: Path) -> None:
    """While somebody else keeps the database locked, records are spooled and later taken in."""
    records = [a_record() for _ in range(20)]
    with a_trail(tmp_path) as trail, closing(sqlite3.connect(tmp_path / DATABASE)) as other:

        async def work(writer: Writer) -> None:
            assert await writer.append(records[0])
            other.execute("BEGIN IMMEDIATE")
            kept = await asyncio.gather(*map(writer.append, records[1:]))
            assert kept == [True] * 19
            assert "in use" in writer.status.trouble
            no_pause(writer)
            assert await writer.take_in() == 0
            other.rollback()
            no_pause(writer)
            assert await writer.take_in() == 19

        with_writer(trail, tmp_path, work)
        assert uids(trail) == [record.uid for record in records]


def test_a_corrupted_database_loses_no_record_that_comes_behind(tmp_path: Path) -> None:
    """What a damaged store does not take is spooled, and taken in when a good copy is there."""
    database, copy = tmp_path / DATABASE, tmp_path / "copy.db"
    early = [a_record(f"a{number % 7}") for number in range(300)]
    late = [a_record() for _ in range(5)]
    with a_trail(tmp_path) as trail:
        trail.append(early)
    shutil.copy(database, copy)
    with database.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        for page in range(size // 8192, size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)

    async def work(writer: Writer) -> None:
        for record in late:
            assert await writer.append(record)
        assert "damaged" in writer.status.trouble

    with a_trail(tmp_path) as trail:
        with_writer(trail, tmp_path, work)
    for path in tmp_path.glob(f"{DATABASE}*"):
        path.unlink()
    shutil.copy(copy, database)
    with a_trail(tmp_path) as trail:
        list(take_in(Spool(tmp_path), trail))

        assert uids(trail) == [record.uid for record in [*early, *late]]


def test_a_truncated_line_costs_only_itself(tmp_path: Path) -> None:
    """A spool that was cut off in the middle of a line gives all the others."""
    records = [a_record() for _ in range(10)]
    spool = Spool(tmp_path)
    spool.put([record_line(record) for record in records])
    file = tmp_path / "spool" / "records.jsonl"
    os.truncate(file, file.stat().st_size - 30)
    spool.put([record_line(records[0]._replace(uid="z" * 20))])
    with a_trail(tmp_path) as trail:
        list(take_in(spool, trail))

        assert uids(trail) == [*(record.uid for record in records[:9]), "z" * 20]
        assert [event.kind for event in trail.store.events()] == ["spool-damaged"]


def test_a_clock_that_jumps_changes_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times may jump; the order, the chains and the uids do not care."""
    moments = [1_780_000_000, 1_000_000_000, 4_000_000_000, 0, 1_780_000_001]
    made = []
    with a_trail(tmp_path) as trail:
        for moment in moments * 3:
            monkeypatch.setattr(time, "time_ns", lambda now=moment: now * 10**9)
            record = a_record(uid=new_uid(), timestamp=timestamp(moment))
            made.append(record.uid)
            trail.append([record])
            spooled = a_record(uid=new_uid(), timestamp=timestamp(moment))
            made.append(spooled.uid)
            Spool(tmp_path).put([record_line(spooled)])
            list(take_in(Spool(tmp_path), trail))
        monkeypatch.undo()

        assert uids(trail) == made
        assert [kept.seq for kept in all_kept(trail.store)] == list(range(1, 31))


def test_uids_are_unique_where_time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that does not move makes no two uids the same."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_780_000_000 * 10**9)

    assert len({new_uid() for _ in range(50_000)}) == 50_000


def test_of_two_owners_that_start_at_once_one_stays(tmp_path: Path) -> None:
    """The other one ends by itself, and the records of both starts form one chain."""
    with owners(tmp_path) as start:
        for _ in range(5):
            pids = [start(), start()]
            until(lambda: owner_of(tmp_path) is not None)
            until(lambda: sum(map(alive, pids)) == 1)  # noqa: B023 - it is used at once
            assert alive((owner_of(tmp_path) or {})["pid"])
            Spool(tmp_path).put([record_line(a_record())])
            for pid in filter(alive, pids):
                os.kill(pid, 9)
            until(lambda: owner_of(tmp_path) is None)
    with a_trail(tmp_path) as trail:
        list(take_in(Spool(tmp_path), trail))
        assert len(uids(trail)) == 5


def alive(pid: int) -> bool:
    """Say whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


CROWD = """
import json, sys
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.spool import Spool, line_of
home, name = sys.argv[1:]
spool = Spool(home)
sys.stdin.read()
for number in range(20):
    row = {"uid": new_uid(), "timestamp": timestamp(), "agent_name": name,
           "action_string": f"tool:bash:echo {number}", "decision": "allow"}
    spool.put([line_of("record", row)])
    print(row["uid"])
"""


def test_many_processes_spool_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    """Twenty records of each are there, while an owner takes them in, and all chains hold."""
    started = [
        subprocess.Popen(
            [*PYTHON, CROWD, str(tmp_path), f"agent-{number % 10}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    with a_trail(tmp_path) as trail:
        for process in started:
            assert process.stdin is not None
            process.stdin.close()
            process.stdin = None
        while any(process.poll() is None for process in started):
            list(take_in(Spool(tmp_path), trail))
            time.sleep(0.01)
        list(take_in(Spool(tmp_path), trail))
        told = [uid for process in started for uid in process.communicate()[0].split()]

        assert [process.returncode for process in started] == [0] * PROCESSES
        assert len(told) == 20 * PROCESSES
        assert sorted(uids(trail)) == sorted(told)
