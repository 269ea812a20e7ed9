"""
A damaged SQLite file: what it held is gone, and that may only cause more asking.

An agent that can damage the file must not get anything by it: no remembered yes, no open question
that somebody else's answer fits, no workflow run that is not its own.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.spool import Spool, record_line
from proctor.audit.store import Filter
from proctor.audit.stores.set_aside import (
    Damage,
    copy_moved,
    files_aside,
    lost,
    may_set_aside,
    set_aside,
)
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.errors import NotFound, ProctorError, StoreError
from proctor.keepers import FILE
from proctor.owner.client import Client
from proctor.server.web.overview import told_now
from proctor.terms.record import Record
from tests.agents.stage_runs import start_run
from tests.attacks.test_lost_disk import READS, verdicts
from tests.attacks.test_lost_disk import home as home_with_role
from tests.contracts.samples import record
from tests.real.serving import answer, asked, waiting
from tests.server.offices import opened, records, run
from tests.server.running import PATIENCE, call, running, until
from tests.server.workflow_rig import furnish

home = home_with_role
REPLACED = "store_replaced"


def filled(home: Path) -> bytes:
    """Keep some records, as a server does, and return its file."""

    async def work() -> None:
        async with opened(home) as office:
            for tool, given in [*READS, *READS]:
                call = {"tool": tool, "input": given, "cwd": str(home.parent / "shop")}
                assert (await office.decide({**call, "role": "all"}))["effect"] == "allow"

    run(work())
    return (home / FILE).read_bytes()


def overwrite(home: Path) -> None:
    """Write over every page but the first, under whoever uses the file."""
    size = (home / FILE).stat().st_size
    with (home / FILE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


def aside(home: Path) -> list[Path]:
    """Return the files that were set aside."""
    return sorted(home.glob("proctor-damaged-*.db"))


def replaced(home: Path) -> list[dict[str, Any]]:
    """Return the records that tell of a damaged store; none while it cannot be read."""
    try:
        with Client.connect(home) as client:
            return list(client.call("records", decision=REPLACED))
    except ProctorError:
        return []


def trouble(home: Path) -> str:
    """Return what the server says is wrong."""
    with Client.connect(home) as client:
        return str(client.call("status")["trouble"])


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "truncated": lambda whole: whole[: len(whole) // 2],
    "cut within the header": lambda whole: whole[:50],
    "no database": lambda _: b"Dear diary,\n" * 1000,
    "a damaged header": lambda whole: b"\xff" * 100 + whole[100:],
    "damaged pages": lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096),
}


def test_damaged_store_is_set_aside_at_the_start(home: Path) -> None:
    """The server starts with a new file, says so on its page too, and deletes nothing."""
    whole = filled(home)

    async def start() -> tuple[str, str, list[Record]]:
        async with opened(home) as office:
            call = {"tool": "Read", "input": {"file_path": "a.txt"}, "cwd": str(home.parent)}
            assert (await office.decide({**call, "role": "all"}))["effect"] == "allow"
            said = str((await office.status())["trouble"])
            return said, unescape(await told_now(office, {})), records(office)

    for name, damage in DAMAGE.items():
        broken = damage(whole)
        for path in (home / f"{FILE}-wal", home / f"{FILE}-shm"):
            path.unlink(missing_ok=True)
        (home / FILE).write_bytes(broken)
        said, page, kept = run(start())
        (old,) = aside(home)

        assert (str(old) in said, str(old) in page) == (True, True), name
        (told,) = [record for record in kept if record.decision == REPLACED]
        assert (str(old) in told.why, told.agent_name) == (True, "proctor"), name
        assert old.read_bytes()[:4096] == broken[:4096], name
        for path in home.glob(f"{old.name}*"):
            path.unlink()
    assert call(home, "audit", "verify").returncode == 0


def test_person_is_told_of_a_damaged_store(home: Path) -> None:
    """Where the server starts and by `proctor status`, with the name of the old file."""
    (home / FILE).write_bytes(filled(home)[:5000])
    log = home.parent / "stderr"
    with running(home, log=str(log)) as server:
        (old,) = aside(home)
        assert str(old) in server.info["trouble"]
        assert str(old) in json.loads(call(home, "status", "--json").stdout)["trouble"]
    warnings = [line for line in log.read_text().splitlines() if line.startswith("warning: ")]
    assert [str(old) in line for line in warnings] == [True]


# What an agent had before the damage.
ASKER = "permissions: {ask: [Bash]}\n"
GRANTED, WAITING = "make granted", "make waiting"


def decided(home: Path, role: str, tool: str = "Bash", **given: str) -> str:
    """Have a call of one session decided, until somebody has answered; return its effect."""
    shop = str(home.parent / "shop")
    with Client.connect(home, PATIENCE) as client:
        said = client.call("decide", tool=tool, input=given, cwd=shop, role=role, session="s-1")
    return str(said["effect"])


def test_what_the_damaged_store_held_allows_nothing(home: Path) -> None:
    """A grant, an open question and a run are gone: the agent is asked again, or denied."""
    furnish(home)
    (home / "roles" / "asker.yaml").write_text(ASKER)
    filled(home)
    log = home.parent / "stderr"
    with running(home, log=str(log)) as server, ThreadPoolExecutor(2) as pool:
        first = pool.submit(decided, home, "asker", command=GRANTED)
        answer(home, asked(home)["id"], "allow", scope="session")
        stage = f"@{start_run(home, home.parent / 'shop')}"
        before = [first.result(), decided(home, "asker", command=GRANTED)]
        before += [decided(home, stage, "Read", file_path="a.txt")]
        waits = pool.submit(decided, home, "asker", command=WAITING)
        old = asked(home)["id"]
        heads = json.loads(call(home, "audit", "verify", "--json").stdout)["heads"]

        overwrite(home)
        until(lambda: answered(home) and replaced(home))
        (told,) = replaced(home)
        (kept,) = aside(home)
        with pytest.raises(NotFound):
            answer(home, old, "allow")
        again = pool.submit(decided, home, "asker", command=GRANTED)
        until(lambda: len(waiting(home)) == 1)
        question = asked(home)
        answer(home, question["id"], "deny")
        after = [again.result(), decided(home, stage, "Read", file_path="a.txt")]

        # The new file is lost within a minute: now it is the disk.
        remove_all(home)
        until(lambda: server.process.poll() is not None)
        with pytest.raises(ProctorError):
            waits.result()
    assert (before, after) == (["allow"] * 3, ["deny"] * 2)
    assert (question["id"] > old, question["action"]) == (True, f"tool:bash:{GRANTED}")
    named = {head["agent"]: head["seq"] for head in json.loads(told["detail"])["heads"]}
    assert all(named[head["agent"]] >= head["seq"] for head in heads)
    looked = call(home, "audit", "verify", "--file", str(kept))
    assert (looked.returncode, "Traceback" in looked.stderr) == (1, False)
    ended = log.read_text()
    assert f"it was set aside as `{kept}`, and a new one is started" in ended
    assert (server.process.returncode, "Traceback" in ended) == (1, False)
    assert "the store was replaced a moment ago, and the new one is damaged too" in ended


def answered(home: Path) -> bool:
    """Have a call decided that leaves a record; False while the server starts again."""
    try:
        return verdicts(home, READS)[0][0] == "allow"
    except ProctorError:
        return False


def test_two_owners_set_a_damaged_store_aside_once(home: Path) -> None:
    """Of two servers that start at once one runs, and there is one file aside."""
    (home / FILE).write_bytes(filled(home)[:5000])
    with ThreadPoolExecutor(2) as pool:
        started = list(pool.map(lambda _: call(home, "up", "--background"), range(2)))
    try:
        assert len(aside(home)) == 1
        assert answered(home)
    finally:
        call(home, "down")
    assert 0 in [one.returncode for one in started]


def test_link_to_a_damaged_store_stays_a_link(home: Path) -> None:
    """The file is set aside where it lies, and the new one is made there."""
    whole = filled(home)
    disk = home.parent / "disk"
    disk.mkdir()
    (home / FILE).unlink()
    (disk / "kept.db").write_bytes(whole[:5000])
    (home / FILE).symlink_to(disk / "kept.db")

    with running(home):
        assert answered(home)
        assert (home / FILE).is_symlink()
        assert [path.read_bytes() for path in disk.glob("kept-damaged-*.db")] == [whole[:5000]]


def test_damaged_store_that_cannot_be_set_aside_is_left_alone(tmp_path: Path) -> None:
    """Where its folder cannot be written the error says what to do, and nothing is changed."""
    gone = tmp_path / "kept.db"
    with pytest.raises(StoreError, match="cannot be set aside") as caught:
        set_aside(Path("/proc/self/status"), Damage("it is damaged"))

    assert "move it away yourself" in (caught.value.help or "")
    assert not may_set_aside(Path("/proc/self/status"))
    assert lost(gone) is None


def test_copy_that_failed_leaves_no_file(tmp_path: Path) -> None:
    """An empty file would be taken for one that was set aside, with all that was lost."""
    path = tmp_path / FILE
    database = SqliteDatabase(path)
    database.close()

    assert copy_moved(database, path) is None
    assert files_aside(path) == []


def test_numbers_go_on_behind_those_of_the_lost_file(home: Path) -> None:
    """An answer to a question of the old file never meets one of the new file."""
    filled(home)
    overwrite(home)
    with running(home), closing(sqlite3.connect(home / FILE)) as store:
        given = dict(store.execute("SELECT name, seq FROM sqlite_sequence"))
        runs = store.execute("SELECT given FROM run_numbers").fetchall()

    assert given["questions"] >= 1000
    assert given["grants"] >= 1000
    assert len(runs) == 1


# Files that are removed, replaced or cut off under a running server: SQLite itself goes on.


def remove_all(home: Path) -> None:
    """Remove the file and what is beside it."""
    for path in home.glob(f"{FILE}*"):
        path.unlink()


def remove_file(home: Path) -> None:
    """Remove the file alone."""
    (home / FILE).unlink()


def remove_log(home: Path) -> None:
    """Remove the log alone."""
    (home / f"{FILE}-wal").unlink()


def replace_file(home: Path) -> None:
    """Put another store in its place, which has nothing in it."""
    open_sqlite(home / "empty.db").close()
    (home / "empty.db").rename(home / FILE)


def uids_in(path: Path) -> set[str]:
    """Return which records of agents are in a file."""
    with closing(open_sqlite(path, read_only=True)) as store:
        found = store.find(Filter(), limit=10_000)
    return {kept.record.uid for kept in found if kept.record.agent_name != "proctor"}


@pytest.mark.parametrize("remove", [remove_all, remove_file, remove_log, replace_file])
def test_store_removed_under_a_running_server_is_noticed(
    home: Path, remove: Callable[[Path], None]
) -> None:
    """Each call that was allowed is on record: in the new store, or in a copy of the old one."""
    allowed = [True] * 8
    with running(home) as server:
        verdicts(home, [*READS, *READS])
        remove(home)

        def is_replaced() -> bool:
            allowed.append(answered(home))
            return bool(replaced(home))

        until(is_replaced)
        assert server.process.poll() is None
        said = trouble(home)
        (notice,) = replaced(home)

    copy = Path(json.loads(notice["detail"])["file"])
    assert copy in aside(home)
    assert str(copy) in said
    # Of the others it says the same.
    if remove is remove_all:
        assert str(copy) in call(home, "audit", "verify").stderr
    assert "was removed or replaced while it was in use" in notice["why"]
    assert len(uids_in(copy)) >= 8
    assert len(uids_in(copy) | uids_in(home / FILE)) >= sum(allowed)


def test_removed_store_is_noticed_while_nothing_is_written(home: Path) -> None:
    """Nobody needs to call for it."""
    with running(home):
        verdicts(home, READS)
        remove_all(home)
        until(lambda: aside(home))


def test_store_without_its_files_is_not_an_empty_one(home: Path) -> None:
    """A home whose chains had heads is not verified without them; the next server says so."""
    filled(home)
    remove_all(home)
    verified = call(home, "audit", "verify")
    assert verified.returncode == 1
    assert "is gone, although it was there before" in verified.stderr

    with running(home) as server:
        (told,) = replaced(home)
    assert "nothing is left of it" in server.info["trouble"]
    assert "nothing is left of it" in told["why"]
    detail = json.loads(told["detail"])
    assert (detail["file"], max(head["seq"] for head in detail["heads"])) == ("", 8)


def test_spooled_records_do_not_begin_a_new_store_in_silence(home: Path) -> None:
    """Whoever only looks starts no store where one was removed."""
    filled(home)
    remove_all(home)
    Spool(home).put([record_line(record("u-00000001"))])

    assert call(home, "audit", "list").returncode == 1
    assert not (home / FILE).exists()


def cut_log(home: Path) -> None:
    """Empty the log."""
    os.truncate(home / f"{FILE}-wal", 0)


def cut_file(home: Path) -> None:
    """Empty the file."""
    os.truncate(home / FILE, 0)


@pytest.mark.parametrize("cut", [cut_log, cut_file])
def test_store_cut_off_under_a_running_server_is_noticed(
    home: Path, cut: Callable[[Path], None]
) -> None:
    """It is replaced before anything else is written to it, and the heads that it had are named."""
    with running(home):
        verdicts(home, [*READS, *READS])
        cut(home)
        verdicts(home, READS[:1])
        until(lambda: replaced(home))
        (notice,) = replaced(home)
        until(lambda: uids_in(home / FILE))

    assert "was cut off while it was in use" in notice["why"]
    assert max(head["seq"] for head in json.loads(notice["detail"])["heads"]) >= 8


def test_cut_log_shows_when_the_store_is_verified(home: Path) -> None:
    """What was in it is missing behind the heads that were kept; an empty file is called empty."""
    with running(home) as server:
        verdicts(home, READS)
        until((home / "heads.json").exists)
        server.kill()
    os.truncate(home / f"{FILE}-wal", 0)
    shorter = call(home, "audit", "verify")
    os.truncate(home / FILE, 0)
    empty = call(home, "audit", "verify")

    assert (shorter.returncode, empty.returncode) == (1, 1)
    assert "is empty, although it was there before" in empty.stderr


def test_log_that_sqlite_has_shortened_itself_is_no_damage(home: Path) -> None:
    """A person may have the log written into the file, or the file made smaller."""
    with running(home):
        verdicts(home, [*READS, *READS])
        with closing(sqlite3.connect(home / FILE, isolation_level=None)) as person:
            person.execute("DELETE FROM events")
            person.execute("VACUUM")
            person.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert answered(home)
        assert trouble(home) == "None"
    assert aside(home) == []
