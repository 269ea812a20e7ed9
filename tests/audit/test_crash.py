"""Killing the owner, at random moments and at each one that matters."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proctor.audit.intake import take_in
from proctor.audit.owner import OwnerLock, owner_of
from proctor.audit.spool import BATCH, Spool, event_line, record_line
from proctor.audit.trail import Trail
from proctor.terms.record import Record
from tests.audit.homes import a_record, a_trail, all_breaks, all_kept, an_event
from tests.postgres_server import until

KILLS = 50
CLIENTS = 4
LONGEST_LIFE = 0.12
ROOT = Path(__file__).parent.parent.parent


@contextmanager
def owners(home: Path) -> Iterator[Callable[[], int]]:
    """Give a function that starts an owner and returns the number of its process."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.audit.small_owner", str(home)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nurse:

        def start() -> int:
            assert nurse.stdin is not None
            assert nurse.stdout is not None
            nurse.stdin.write("start\n")
            nurse.stdin.flush()
            return int(nurse.stdout.readline())

        yield start


@contextmanager
def clients(home: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Let clients append records, and wait for their end."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.audit.small_client", str(home), f"client-{number}"],
            cwd=home,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        for number in range(CLIENTS)
    ]
    try:
        yield started
    finally:
        (home / "enough").touch()
        ended = [client.wait() for client in started]
    assert ended == [0] * CLIENTS


def told(home: Path) -> list[str]:
    """Return the uids of all records that a client was told to be kept."""
    return [uid for file in home.glob("*.told") for uid in file.read_text().split()]


def last_owner(home: Path) -> Counter[str]:
    """Take in what is left, check the chains, and return how often each uid is there."""
    lock = OwnerLock(home)
    assert lock.try_take()
    try:
        with a_trail(home) as trail:
            for _ in take_in(Spool(home), trail):
                pass
            assert all_breaks(trail.store) == []
            assert [event.kind for event in trail.store.events()] == []
            return Counter(kept.record.uid for kept in all_kept(trail.store))
    finally:
        lock.release()


def test_a_killed_owner_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """Killed fifty times while four clients append, all that was told to be kept is there once."""
    with owners(tmp_path) as start, clients(tmp_path):
        until(lambda: len(list(tmp_path.glob("*.told"))) == CLIENTS)
        for _ in range(KILLS):
            pid = start()
            time.sleep(random.uniform(0, LONGEST_LIFE))  # noqa: S311 - that it is random is the test
            os.kill(pid, signal.SIGKILL)
            until(lambda: owner_of(tmp_path) is None)
        handed_in = len(told(tmp_path))
        start()
        until(lambda: len(told(tmp_path)) > handed_in and owner_of(tmp_path) is not None)
        os.kill((owner_of(tmp_path) or {})["pid"], signal.SIGKILL)
    kept = last_owner(tmp_path)
    uids = told(tmp_path)

    assert len(uids) > KILLS
    assert [uid for uid in uids if kept[uid] != 1] == []
    assert [uid for uid, times in kept.items() if times != 1] == []
    assert not list((tmp_path / "spool").iterdir())


def test_an_owner_that_is_killed_while_it_takes_in_goes_on_where_it_was(tmp_path: Path) -> None:
    """A large spool is taken in by as many owners as it takes, each record once."""
    records = [a_record(f"a{number % 5}") for number in range(3_000)]
    spool = Spool(tmp_path)
    spool.put([record_line(record) for record in records])
    with owners(tmp_path) as start:
        for _ in range(8):
            pid = start()
            time.sleep(random.uniform(0.01, LONGEST_LIFE))  # noqa: S311 - likewise
            os.kill(pid, signal.SIGKILL)
            until(lambda: owner_of(tmp_path) is None)

    assert last_owner(tmp_path) == Counter(record.uid for record in records)


def renamed(spool: Spool, trail: Trail) -> None:
    """Die behind the renaming."""
    next(spool.take())


def first_batch_kept(spool: Spool, trail: Trail) -> None:
    """Die in the middle of the second batch."""
    steps = take_in(spool, trail)
    next(steps)
    steps.close()


def half_a_batch(spool: Spool, trail: Trail) -> None:
    """Die when some records of a batch are there, by whatever way, and some are not."""
    trail.append([RECORDS[3], RECORDS[1]])


def kept_but_not_unlinked(spool: Spool, trail: Trail) -> None:
    """Die behind the last batch, before the file is gone."""
    steps = take_in(spool, trail)
    for _ in range(3):
        next(steps)
    steps.close()


def records_but_no_events(spool: Spool, trail: Trail) -> None:
    """Die between the records of a batch and its events."""
    trail.append(RECORDS[:BATCH], spooled=True)


RECORDS = [a_record(f"a{number % 3}") for number in range(BATCH * 2 + 50)]
EVENTS = [an_event() for _ in range(3)]
POINTS = [renamed, first_batch_kept, half_a_batch, kept_but_not_unlinked, records_but_no_events]


@pytest.mark.parametrize("die", POINTS)
def test_from_each_point_of_a_crash_all_is_there_once(
    tmp_path: Path, die: Callable[[Spool, Trail], None]
) -> None:
    """Wherever the owner dies, twice even, the next one ends with the same records and events."""
    spool = Spool(tmp_path)
    lines = [record_line(record) for record in RECORDS]
    spool.put([*lines[:10], *map(event_line, EVENTS), *lines[10:]])
    with a_trail(tmp_path) as trail:
        die(spool, trail)
    with a_trail(tmp_path) as trail:
        if die is not half_a_batch:
            die(spool, trail)
    late = Record(*a_record())
    spool.put([record_line(late)])
    with a_trail(tmp_path) as trail:
        list(take_in(spool, trail))

        uids = Counter(kept.record.uid for kept in all_kept(trail.store))
        assert uids == Counter(record.uid for record in [*RECORDS, late])
        assert [event.uid for event in trail.store.events()] == [event.uid for event in EVENTS]
        assert all_breaks(trail.store) == []
        assert not list((tmp_path / "spool").iterdir())
