"""Which agents are listed, and as what, whatever files and rows say."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from proctor.agents.listing import NO_TERMINAL, UNREADABLE, Listed, listed, start_of
from proctor.agents.messages import Queue
from proctor.agents.processes import birth_of
from proctor.agents.session_files import AGENT, ENDED, Session, write_json
from proctor.audit.ids import timestamp
from proctor.cli.list_page import lines_of
from proctor.terms.agent import Agent
from tests.agents.session_homes import ENDED_AT, STARTED, begun, folder_of, is_lost, lives, over

SINCE = "2026-11-01T10:30:00.000Z"


class Pane(NamedTuple):
    """A terminal."""

    clients: int = 0


def row(session: Session, state: str, tool: str = "", **body: Any) -> Agent:
    """Return what the server keeps of a session."""
    said = {"start": start_of(session), "tokens": 120, "cost": 0.5, **body}
    return Agent("h", "h", session.name, session.role, state, tool, "s-1", SINCE, timestamp(), said)


def other(name: str, state: str, **body: Any) -> Agent:
    """Return what the server keeps of an agent that somebody else has started."""
    seen = body.pop("seen_at", timestamp())
    said = {"cwd": "/srv/shop", **body}
    return Agent("h", "h", name, "guarded", state, "", "s-9", SINCE, seen, said)


def one_of(home: Path, *rows: Agent, panes: Any = None) -> Listed:
    """Return the only agent of a home."""
    (one,) = listed(home, rows, {}, panes)
    return one


def test_an_agent_does_what_its_row_says_while_its_supervisor_lives(tmp_path: Path) -> None:
    """The files say that it is there, the row what it does and uses."""
    session = lives(tmp_path, begun(tmp_path, parent="boss", sandbox=True))
    said = row(session, "blocked", "Bash")
    Queue(folder_of(tmp_path, "arch-1")).put("bob", "From bob: x", "a" * 32)
    (one,) = listed(tmp_path, [said], {"arch-1": 2}, {"arch-1": Pane(clients=1)})

    assert one.data() == {
        "name": "arch-1",
        "role": "architect",
        "state": "blocked (permission: Bash)",
        "since": SINCE,
        "questions": 2,
        "messages": 1,
        "tokens": 120,
        "cost": 0.5,
        "cwd": "/srv/app",
        "clients": 1,
        "parent": "boss",
        "sandbox": True,
        "session": "s-1",
        "exit_code": None,
        "signal": None,
        "seen_at": said.seen_at,
        "trouble": None,
        "stage_role": None,
        "checked": True,
        "overrides": None,
        "started_by_proctor": True,
    }


@pytest.mark.parametrize(
    ("code", "signal"), [(0, ""), (3, ""), (None, "SIGKILL")], ids=["0", "3", "killed"]
)
def test_an_agent_that_has_ended_is_exited_whatever_its_row_says(
    tmp_path: Path, code: int | None, signal: str
) -> None:
    """The server may have been killed before: the row says that it is blocked."""
    session = over(tmp_path, lives(tmp_path, begun(tmp_path)), code, signal)
    one = one_of(tmp_path, row(session, "blocked", "Bash"))

    assert (one.state, one.exit_code, one.signal, one.since, one.live) == (
        "exited", code, signal, ENDED_AT, False,
    )  # fmt: skip


def test_one_whose_supervisor_is_gone_is_lost(tmp_path: Path) -> None:
    """It was killed, and could not write how it ended."""
    session = is_lost(tmp_path, begun(tmp_path))
    said = row(session, "running", "Bash")
    one = one_of(tmp_path, said)

    assert (one.state, one.since, one.live) == ("lost", said.seen_at, False)


def test_one_that_never_came_up_is_lost(tmp_path: Path) -> None:
    """Nobody has written that it runs, and it was started long ago."""
    begun(tmp_path)

    assert (one_of(tmp_path).state, one_of(tmp_path).since) == ("lost", STARTED)


@pytest.mark.parametrize(("program", "word"), [("claude-code", "starting"), ("", "running")])
def test_one_of_which_nothing_was_heard_yet(tmp_path: Path, program: str, word: str) -> None:
    """A program that tells us nothing runs; of one that will tell us, it starts."""
    lives(tmp_path, begun(tmp_path, program=program))

    assert (one_of(tmp_path).state, one_of(tmp_path).tokens) == (word, None)


def test_the_row_of_an_earlier_start_does_not_count(tmp_path: Path) -> None:
    """What it was blocked on before it was started again is over."""
    before = begun(tmp_path)
    lives(tmp_path, begun(tmp_path, number=2))

    assert one_of(tmp_path, row(before, "blocked", "Bash")).state == "starting"


@pytest.mark.parametrize("word", ["exited", "lost"])
def test_a_row_that_says_gone_of_one_that_lives_is_old(tmp_path: Path, word: str) -> None:
    """The program may be between two sessions, or the server not up to date."""
    session = lives(tmp_path, begun(tmp_path))

    assert one_of(tmp_path, row(session, word)).state == "idle"


def test_one_that_runs_without_a_terminal_is_listed_with_that(tmp_path: Path) -> None:
    """Where the terminals cannot be looked at, nothing is said of them."""
    session = lives(tmp_path, begun(tmp_path))
    said = row(session, "thinking")

    assert one_of(tmp_path, said, panes={}).trouble == NO_TERMINAL
    assert one_of(tmp_path, said, panes={"arch-1": Pane()}).trouble == ""
    assert one_of(tmp_path, said, panes=None).trouble == ""


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"name": "arch-2"}', b"\xff\xfe"])
def test_a_broken_file_is_listed_as_what_its_processes_are(tmp_path: Path, text: bytes) -> None:
    """Nothing is passed over: whoever is there is shown, and what is wrong with it."""
    session = lives(tmp_path, begun(tmp_path))
    (folder_of(tmp_path, "arch-1") / "agent.json").write_bytes(text)
    there = one_of(tmp_path, row(session, "thinking"))
    unheard = one_of(tmp_path)
    is_lost(tmp_path, session)
    gone = one_of(tmp_path, row(session, "thinking"))

    assert [(one.state, one.live, one.trouble) for one in (there, unheard, gone)] == [
        ("thinking", True, UNREADABLE),
        ("running", True, UNREADABLE),
        ("lost", False, UNREADABLE),
    ]


def test_agents_of_others_are_listed_while_their_process_lives(tmp_path: Path) -> None:
    """Their rows say which it is; those that are gone come with all the others only."""
    alive = {"pid": str(os.getpid()), "birth": birth_of(os.getpid())}
    rows = [
        other("alive", "thinking", **alive),
        other("killed", "thinking", pid=str(os.getpid()), birth="another one"),
        other("ended", "exited", **alive),
        other("elsewhere", "idle", pid="7", birth=""),
        other("old", "idle", seen_at="2025-01-01T00:00:00.000Z"),
        other("no-folder", "idle", start="1.0 1", **alive),
    ]

    assert [one.name for one in listed(tmp_path, rows, {}, {})] == ["alive", "elsewhere"]
    assert {one.name: one.state for one in listed(tmp_path, rows, {}, {}, every=True)} == {
        "alive": "thinking",
        "killed": "lost",
        "ended": "exited",
        "elsewhere": "idle",
        "old": "idle",
        "no-folder": "lost",
    }


@pytest.mark.parametrize("pid", ["", "x", "-1", "0", "9" * 40, "١٢"])
def test_a_process_that_cannot_be_one_does_no_harm(tmp_path: Path, pid: str) -> None:
    """A row may say anything."""
    (one,) = listed(tmp_path, [other("odd", "idle", pid=pid, birth="b")], {}, {}, every=True)

    assert one.name == "odd"


@pytest.mark.parametrize("value", [None, "9", True, [1], float("nan"), float("inf")])
def test_numbers_of_a_row_that_are_none_are_not_known(tmp_path: Path, value: object) -> None:
    """They are not made into some number."""
    one = one_of(tmp_path, other("odd", "idle", tokens=value, cost=value))

    assert (one.tokens, one.cost) == (None, None)


def test_whoever_waits_longest_comes_first_and_who_has_ended_last(tmp_path: Path) -> None:
    """Between them stand the others, by their names."""
    over(tmp_path, lives(tmp_path, begun(tmp_path, "a")), 0)
    is_lost(tmp_path, begun(tmp_path, "b"))
    sessions = [lives(tmp_path, begun(tmp_path, name)) for name in ("f", "e", "d", "c")]
    states = ("idle", "thinking", "blocked", "blocked")
    rows = [row(each, state) for each, state in zip(sessions, states, strict=True)]
    rows[-1] = rows[-1]._replace(since="2026-11-01T10:31:00.000Z")

    found = [one.name for one in listed(tmp_path, rows, {}, None)]
    assert found == ["d", "c", "e", "f", "a", "b"]


def test_a_home_without_agents_has_none(tmp_path: Path) -> None:
    """Not even the folder is there."""
    assert listed(tmp_path / "nowhere", [], {}, {}) == []


@pytest.mark.parametrize("odd", [None, 5, -1, 1e400, "x", "", [], [1], {}, {"a": 1}, True])
@pytest.mark.parametrize("field", Session._fields)
def test_a_file_with_an_odd_field_keeps_nobody_from_being_listed(
    tmp_path: Path, field: str, odd: object
) -> None:
    """It is listed as what can be known of it, and can be shown in every way."""
    session = lives(tmp_path, begun(tmp_path))
    lives(tmp_path, begun(tmp_path, "arch-2"))
    write_json(folder_of(tmp_path, "arch-1") / AGENT, {**session._asdict(), field: odd})
    found = listed(tmp_path, [row(session, "thinking")], {}, {})
    shown = [one.data() for one in found]

    assert sorted(one["name"] for one in shown) == ["arch-1", "arch-2"]
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert len(lines_of(found)) >= 3


@pytest.mark.parametrize("odd", [None, 5, 1e400, "x", "", [], {}, True])
@pytest.mark.parametrize("field", ["number", "at", "exit_code", "signal"])
def test_an_end_with_an_odd_field_keeps_nobody_from_being_listed(
    tmp_path: Path, field: str, odd: object
) -> None:
    """It is never taken for running."""
    session = is_lost(tmp_path, begun(tmp_path))
    said = {"number": 1, "at": ENDED_AT, "exit_code": 3, "signal": "", field: odd}
    write_json(folder_of(tmp_path, "arch-1") / ENDED, said)
    found = listed(tmp_path, [row(session, "thinking")], {}, {})

    assert found[0].word in ("exited", "lost")
    assert json.dumps(found[0].data(), allow_nan=False)
    assert len(lines_of(found)) == 2
