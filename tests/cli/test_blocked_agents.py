"""Agents that are blocked in their own dialog, after their question has expired."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.listing import Listed
from proctor.cli.blocked_agents import dialog_hint, dialog_hints, hint_of
from tests.agents.session_homes import begun, lives
from tests.cli.conftest import Proctor
from tests.cli.test_list import keep
from tests.cli.test_watch import Terminal, answer, ask, watching
from tests.server.hook_rig import CLI, pre, wish
from tests.server.running import running, until
from tests.server.test_hook_real_server import Caller
from tests.time_limit import SHARED

HINT = "agent arch-1 is blocked in its own dialog: proctor attach arch-1"


@pytest.fixture(scope="module")
def blocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a home whose agent has its dialog open, and whose question has expired."""
    home = tmp_path_factory.mktemp("blocked") / ".proctor"
    said = pre("npm publish")
    lives(home, begun(home, session_id=said["session_id"]))
    home.joinpath("config.yaml").write_text("approval: {timeout: 2}\n")
    shop = home.parent / "shop"
    shop.mkdir()
    with running(home, **{SHARED: "1"}) as server:
        caller = Caller(home, shop, server.info["socket"])
        caller.op("look", name="arch-1")
        assert caller.printed(caller.hook(said, CLI))["permissionDecision"] == "ask"
        beside = caller.hook(wish("npm publish"), CLI, seconds=3.0)
        assert caller.printed(beside) is None
        assert [status for status, _ in caller.ends()] == ["expired"]
        yield home


def test_where_no_question_waits_the_blocked_agent_is_named(
    proctor_at: Proctor, blocked: Path
) -> None:
    """By the list, and by an answer that comes too late; the list of agents says blocked."""
    listed, late = proctor_at(blocked, "approvals"), proctor_at(blocked, "approve", "1")
    shown = proctor_at(blocked, "approve", "1", "--always", "--yes")

    assert (listed.status, listed.out) == (0, "")
    assert listed.err == f"{HINT}\nno question waits for an answer\n"
    for each in (late, shown):
        assert (each.status, each.out) == (2, "")
        assert each.err == f"error: question 1 has expired\nhelp: {HINT}\n"
    assert proctor_at(blocked, "approvals", "--json").out == "[]\n"
    assert "blocked (permission: Bash)" in proctor_at(blocked, "list").out


def test_whoever_watches_is_told_where_nothing_waits(blocked: Path) -> None:
    """Once each time, and not while a question does."""
    with watching(blocked) as watch:
        until(lambda: watch.trouble)
        number = ask(blocked, "make")
        until(lambda: len(watch.lines) == 1)
        answer(blocked, number, "allow")
        until(lambda: len(watch.trouble) == 2)
        watch.end()

    assert watch.trouble == [f"{HINT}\n"] * 2


def test_on_a_terminal_it_stands_above_what_can_be_done(blocked: Path) -> None:
    """Whoever looks at that agent already is not sent to it."""
    with Terminal(blocked) as terminal:
        terminal.shows(f"{HINT}\r\nNo question waits; q leaves")
        terminal.leave()
    with Terminal(blocked, "--first", "arch-1", "--until-empty") as terminal:
        terminal.shows("agent arch-1 is blocked in its own dialog: answer it there")
        terminal.leave()


def test_without_a_server_what_was_heard_last_counts(home: Path) -> None:
    """Only agents that are there, and are blocked, are named."""
    kept = [(lives(home, begun(home, "plan-1")), "blocked", "Bash"),
            (lives(home, begun(home, "plan-2")), "running", "Bash"),
            (begun(home, "plan-3"), "blocked", "Bash")]  # fmt: skip
    keep(home, *kept)
    told = "agent plan-1 is blocked in its own dialog: proctor attach plan-1"

    assert dialog_hints(home) == [told]
    assert (dialog_hint(home, "plan-1"), dialog_hint(home, "plan-2")) == (told, "")


def test_one_that_others_have_started_is_called_what_it_likes() -> None:
    """Its name stands in quotes, spelled out, and nobody can attach to it."""
    agent = Listed("x: proctor approve 1\n\x1b[2J", ours=False)

    assert hint_of(agent) == (
        'agent "x: proctor approve 1\\n\\x1b[2J" is blocked in its own dialog: answer it there'
    )
