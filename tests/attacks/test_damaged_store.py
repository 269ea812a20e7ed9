"""
A damaged SQLite file: what it held is gone, and that may only cause more asking.

An agent that can damage the file must not get anything by it: no remembered yes, no open question
that somebody else's answer fits, no workflow run that is not its own.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.stores.set_aside import Damage, lost, may_set_aside, set_aside
from proctor.errors import ProctorError, StoreError
from proctor.keepers import FILE
from tests.attacks.test_lost_disk import READS, verdicts
from tests.attacks.test_lost_disk import home as home_with_role
from tests.server.running import call, running, until

home = home_with_role


def filled(home: Path) -> bytes:
    """Run a server that keeps some records, and return its file."""
    with running(home):
        verdicts(home, [*READS, *READS])
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
    """Return the records that tell of a damaged store."""
    done = call(home, "audit", "list", "--decision", "store_replaced", "--json")
    return list(json.loads(done.stdout))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "truncated": lambda whole: whole[: len(whole) // 2],
    "cut within the header": lambda whole: whole[:50],
    "no database": lambda _: b"Dear diary,\n" * 1000,
    "a damaged header": lambda whole: b"\xff" * 100 + whole[100:],
    "damaged pages": lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_store_is_set_aside_at_the_start(home: Path, damage: str) -> None:
    """The server starts with a new file, says so, and deletes nothing."""
    broken = DAMAGE[damage](filled(home))
    (home / FILE).write_bytes(broken)

    with running(home) as server:
        assert {effect for effect, _ in verdicts(home, READS)} == {"allow"}
        (old,) = aside(home)
        assert str(old) in server.info["trouble"]
        assert str(old) in json.loads(call(home, "status", "--json").stdout)["trouble"]
        (told,) = replaced(home)
    assert old.read_bytes()[:4096] == broken[:4096]
    assert (str(old) in told["why"], told["agent_name"]) == (True, "proctor")
    assert call(home, "audit", "verify").returncode == 0


def test_store_damaged_under_a_running_server_is_replaced(home: Path) -> None:
    """Answers go on; the new chain names the last head that the server knew of the old one."""
    filled(home)
    with running(home) as server:
        verdicts(home, READS)
        before = json.loads(call(home, "audit", "verify", "--json").stdout)["heads"]
        overwrite(home)
        until(lambda: answered(home) and aside(home))
        until(lambda: answered(home) and replaced(home))
        assert server.process.poll() is None
        (told,) = replaced(home)
        (old,) = aside(home)
    named = {
        head["agent"]: (head["seq"], head["hash"]) for head in json.loads(told["detail"])["heads"]
    }
    assert all(named[head["agent"]][0] >= head["seq"] for head in before)
    looked = call(home, "audit", "verify", "--file", str(old))
    assert (looked.returncode, "Traceback" in looked.stderr) == (1, False)


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
