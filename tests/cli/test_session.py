"""`proctor session`: what is left behind, and how it goes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from proctor.agents.session_build import put_aside
from proctor.agents.session_files import ENDED, write_json
from proctor.audit.ids import timestamp
from proctor.cli.moments import local_time
from tests.agents.session_homes import ENDED_AT, begun, folder_of, lives, over
from tests.cli.conftest import Proctor


@pytest.fixture
def place(home: Path) -> Path:
    """Give a home with one that lives, two that have ended, and an earlier one of the first."""
    over(home, begun(home, "live"))
    put_aside(folder_of(home, "live"))
    lives(home, begun(home, "live"))
    over(home, begun(home, "old"))
    session = begun(home, "new")
    said = {"number": session.number, "at": timestamp(), "exit_code": 0}
    write_json(folder_of(home, "new") / ENDED, said)
    return home


def there(home: Path) -> list[str]:
    """Return the folders that are there."""
    sessions = home / "sessions"
    found = [path.name for path in sessions.iterdir() if path.name[0] != "."]
    return sorted(found + [path.name for path in (sessions / ".past").iterdir()])


PAST = "live-20261101T100000000Z"


def test_all_are_listed(proctor: Proctor, place: Path) -> None:
    """With how each stands, when it ended and how large it is, below the names of the columns."""
    told = json.loads(proctor("session", "list", "--json").out)
    header, *lines = proctor("session", "list").out.splitlines()

    assert [(each["name"], each["state"]) for each in told] == [
        ("live", "running"),
        ("new", "exited"),
        ("old", "exited"),
        ("live", "past"),
    ]
    assert [line.split()[:2] for line in lines] == [[e["name"], e["state"]] for e in told]
    assert {"name", "state", "at", "bytes", "folder"} == set(told[0])
    assert told[2]["at"] == ENDED_AT
    assert header.split() == ["name", "state", "ended", "or", "changed", "size", "folder"]
    # Each column stands below its name.
    when = local_time(ENDED_AT)
    assert header.index("ended") == lines[2].index(when)
    assert header.index("folder") == lines[2].index(told[2]["folder"])


def test_without_sessions_nothing_is_listed(proctor: Proctor, home: Path) -> None:
    """And nothing is made."""
    result = proctor("session", "list")

    assert (result.status, result.out, result.err) == (0, "", "no sessions\n")
    assert not home.exists()


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ([], ["live"]),
        (["--older-than", "3d"], ["live", "new"]),
        (["--older-than", "2026-01-01"], ["live", PAST, "new", "old"]),
        (["old"], ["live", PAST, "new"]),
        (["new", "--older-than", "3d"], ["live", PAST, "new", "old"]),
        (["--dry-run"], ["live", PAST, "new", "old"]),
    ],
)
def test_what_is_over_is_removed_and_what_lives_is_not(
    proctor: Proctor, place: Path, words: list[str], left: list[str]
) -> None:
    """As far as it was named and is old enough."""
    result = proctor("session", "clean", *words)

    assert (result.status, there(place)) == (0, left)


def test_what_is_removed_is_shown_and_how_much_it_was(proctor: Proctor, place: Path) -> None:
    """As a dry run shows it before."""
    (folder_of(place, "old") / "output.log").write_bytes(b"x" * 3_000_000)
    before = json.loads(proctor("session", "clean", "--dry-run", "--json").out)
    shown = proctor("session", "clean", "--dry-run")
    after = json.loads(proctor("session", "clean", "--json").out)

    assert (before.pop("dry_run"), after.pop("dry_run")) == (True, False)
    assert before == after
    assert [each["name"] for each in after["removed"]] == ["new", "old", "live"]
    assert "3 sessions would be removed, 2.9 MB\n" in shown.err
    assert [line.split()[0] for line in shown.out.splitlines()] == ["name", "new", "old", "live"]


def test_one_that_lives_is_refused_by_its_name(proctor: Proctor, place: Path) -> None:
    """It is told how to end it, and not even its earlier ones go."""
    result = proctor("session", "clean", "live")

    assert (result.status, len(there(place))) == (2, 4)
    assert "`live` is alive" in result.err
    assert "proctor stop live" in result.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "there is no session of `nobody`"),
        (["../live"], "is no name for an agent"),
        (["--older-than", "soon"], "`soon` is not a moment"),
    ],
)
def test_a_wrong_call_removes_nothing(
    proctor: Proctor, place: Path, words: list[str], said: str
) -> None:
    """It says what is wrong."""
    result = proctor("session", "clean", *words)

    assert (result.status, len(there(place))) == (2, 4)
    assert said in result.err


def test_an_agent_cleans_nothing(
    proctor: Proctor, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own traces least of all."""
    monkeypatch.setenv("PROCTOR_AGENT", "old")
    result = proctor("session", "clean")

    assert (result.status != 0, len(there(place))) == (True, 4)
    assert "is for people" in result.err


def test_what_cannot_be_removed_is_told(
    proctor: Proctor, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others go, and the status says that something is left."""
    real = os.rename

    def fails(source: str, *rest: str) -> None:
        if Path(source).name == "old":
            raise PermissionError(13, "Permission denied")
        real(source, *rest)

    monkeypatch.setattr(os, "rename", fails)
    result = proctor("session", "clean")

    assert (result.status, there(place)) == (1, ["live", "old"])
    assert "sessions/old: Permission denied" in result.err
