"""Faults under the real server: it goes on deciding, tells of them, and loses no word it gave."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from proctor.audit.spool import Spool, record_line
from proctor.errors import NoOwner, StoreError, UsageError
from proctor.keepers import FILE, keeping_of, open_store
from proctor.owner.client import Client
from proctor.terms.verdict import NOT_KEPT
from tests.amounts import amount
from tests.audit.homes import a_record
from tests.server.backgrounds import answer, pending
from tests.server.callers import LONG, Agent, until_well
from tests.server.running import COMMAND, PATIENCE, Server, call, environment, running, until
from tests.server.stores import BOTH_STORES

NO_ROOM = 1
STARTERS = amount(4, 8)
# Holds a file until its input ends.
HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Let no file of a server grow for a while; Python takes that for a disk without room."""
    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (NO_ROOM, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Let another process hold the tables for a while."""
    store = keeping_of(home).store
    if store:
        with psycopg.connect(store) as holder:
            holder.execute("LOCK TABLE records IN EXCLUSIVE MODE")
            yield
        return
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, home / FILE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield


def trouble_of(home: Path) -> str:
    """Return what `proctor status` says is wrong."""
    return str(json.loads(call(home, "status", "--json").stdout)["trouble"] or "")


@BOTH_STORES
def test_a_full_disk(home: Path, shop: Path) -> None:
    """Reads run, changes and questions do not; with room again all goes on, and nothing is lost."""
    agent = Agent(home, shop)
    elsewhere = bool(keeping_of(home).store)
    with running(home) as server, Client.connect(home) as client:
        assert agent.write(client)[0] == "allow"
        with full_disk(server):
            assert agent.read(client) == "allow"
            for _ in range(3):
                # A database on another machine has room of its own.
                said = agent.write(client)
                assert said[0] == "allow" if elsewhere else said == ("deny", NOT_KEPT)
            with pytest.raises(StoreError):
                agent.hand_in(client)
            if not elsewhere:
                asked = agent.decide(client, "Bash", command="curl https://example.org")
                assert (asked["effect"], "could not be kept" in asked["why"]) == ("deny", True)
                assert str(home) in trouble_of(home)
        for _ in range(3):
            assert agent.write(client)[0] == "allow"
            agent.hand_in(client)
        until_well(server)
    agent.check_kept()


@BOTH_STORES
def test_a_locked_database(home: Path, shop: Path) -> None:
    """Decisions go on while another process holds the tables, and come home afterwards."""
    agent = Agent(home, shop)
    with (
        running(home) as server,
        Client.connect(home) as client,
        Client.connect(home) as other,
        ThreadPoolExecutor(1) as pool,
    ):
        assert agent.write(client)[0] == "allow"
        with locked(home):
            for _ in range(8):
                assert agent.write(client)[0] == "allow"
                assert agent.read(client) == "allow"
            agent.hand_in(client)
            assert trouble_of(home)
            asking = pool.submit(agent.decide, other, "Bash", command="curl https://example.org")
        until(lambda: pending(home))
        answer(home, pending(home)[0]["id"])
        assert asking.result(PATIENCE)["effect"] == "allow"
        until_well(server)
    agent.check_kept()


def corrupt(path: Path) -> None:
    """Overwrite every page of a database but the first, which says what is in it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek(size)
        file.write(b"\xff" * (path.stat().st_size - size))


def test_a_truncated_line(home: Path, shop: Path) -> None:
    """Half a line in the spool costs only itself: it is put aside, and an event tells of it."""
    agent = Agent(home, shop)
    records = [a_record() for _ in range(3)]
    Spool(home).put([record_line(record) for record in records])
    agent.handed_in += [record.uid for record in records[:2]]
    waiting = home / "spool" / "records.jsonl"
    os.truncate(waiting, waiting.stat().st_size - 20)
    with running(home) as server, Client.connect(home) as client:
        agent.hand_in(client)
        with waiting.open("ab") as file:
            file.write(b'{"v":1,"kind":"rec')
        agent.hand_in(client)
        assert agent.write(client)[0] == "allow"
        until_well(server)
    agent.check_kept()
    with closing(open_store(home, keeping_of(home), reads=True)) as store:
        told = [(event.kind, event.body["lines"]) for event in store.events()]
    assert told == [("spool-damaged", 1)] * 2
    assert (home / "spool" / "damaged.jsonl").read_bytes().count(b"\n") == 2


def test_a_line_that_no_spool_takes_is_not_said_to_be_kept(home: Path) -> None:
    """What would be taken for damaged later is refused now."""
    row = a_record(input={"content": "x" * (2 << 20)})._asdict()
    with running(home), Client.connect(home) as client:
        with pytest.raises(UsageError, match="line 0"):
            client.call("keep", lines=[{"v": 1, "kind": "record", "row": row}])
        assert client.call("status")["spooled"] == 0
    assert not (home / "spool" / "damaged.jsonl").exists()


def is_reached(home: Path) -> bool:
    """Say whether a server answers; one that has won may still be opening its store."""
    try:
        Client.connect(home, LONG).close()
    except NoOwner:
        return False
    return True


def test_of_many_that_start_at_once_one_stays(home: Path) -> None:
    """Of those that are started together one is the server, and the others say who is running."""
    started = [
        subprocess.Popen(
            [*COMMAND, "up", "--json"],
            env=environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(STARTERS)
    ]
    try:
        until(lambda: sum(each.poll() is None for each in started) == 1, 4 * PATIENCE)
        until(lambda: is_reached(home), 4 * PATIENCE)
        with Client.connect(home, LONG) as client:
            owner = client.call("status")["pid"]
        (stays,) = (each for each in started if each.poll() is None)
        ended = [each for each in started if each is not stays]
        said = [each.communicate() for each in ended]
    finally:
        for each in started:
            each.terminate()
            each.communicate()

    assert owner == stays.pid
    assert stays.returncode == 0
    assert {each.returncode for each in ended} == {1}
    assert {(out, err.partition(": pid")[0]) for out, err in said} == {
        ("", "error: a server is running already")
    }
