"""The status bars of the agents' terminals follow what the agents do."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from proctor.agents.engine import Engine, Pane, variable
from proctor.agents.session_files import life_of, read_session
from proctor.errors import NotFound
from proctor.server.agent_states import AgentState
from proctor.server.office import Office
from proctor.server.status_bar import next_of, picture, told
from proctor.terms.question import Status
from tests.agents.terminals import launched, scripted, shows, terminals
from tests.server.offices import bash, opened, question, run

# Only ends a hang.
PATIENCE = 30.0
POLL = 0.05
PROMPT = "ready>"
CALL = ("", "call-1")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Have the terminals of a home of the test's own."""
    with terminals(tmp_path / "home") as made:
        yield made


def agent(name: str, session: str = "s-1") -> AgentState:
    """Return an agent that nothing is known of."""
    return AgentState(name, session=session)


def told_of(engine: Engine, name: str, key: str) -> str:
    """Return what a terminal's bar is told; nothing where it is told nothing."""
    place = ["-t", f"={name}"] if name else ["-g"]
    lines = engine.tell("show-environment", "-h", *place).splitlines()
    said = dict(line.split("=", 1) for line in lines if "=" in line)
    return said.get(variable(key), "")


async def says(engine: Engine, name: str, **wanted: str) -> None:
    """Wait until a bar is told something."""
    end = time.monotonic() + PATIENCE
    while True:
        found = [await asyncio.to_thread(told_of, engine, name, key) for key in wanted]
        if found == list(wanted.values()):
            return
        assert time.monotonic() < end, (found, wanted)
        await asyncio.sleep(POLL)


async def blocks(office: Office, name: str, tool: str = "Bash") -> AgentState:
    """Let an agent be blocked, once its session has been looked at."""
    with suppress(NotFound):
        await office.agent_sessions.look(name)
    state = office.agent_rows.of_name(name)
    state.asks(CALL, tool)
    office.agent_rows.heard(state, "architect")
    return state


# What is said


def test_the_next_blocked_agent_comes_after_this_one() -> None:
    """In the order of names, from the last to the first again, and never to itself."""
    blocked = ["a", "c", "e"]

    found = {name: next_of(name, blocked) for name in "abcdef"}
    assert found == {"a": "c", "b": "c", "c": "e", "d": "e", "e": "a", "f": "a"}
    assert next_of("a", ["a"]) == next_of("a", []) == ""


@pytest.mark.parametrize(
    ("code", "number", "words"),
    [(3, "", "exited (3)"), (0, "", "exited (0)"), (None, "SIGKILL", "exited (SIGKILL)")],
)
def test_of_one_that_has_ended_it_says_how(code: int | None, number: str, words: str) -> None:
    """A code is a code, and a signal a signal."""
    state = agent("arch-1")
    state.go("exited", code, number)

    assert told(state) == words


def test_everything_that_the_bars_say_is_said_at_once() -> None:
    """Of each terminal its agent, and of all the questions that wait; of nobody else a word."""
    blocked, working = agent("arch-1"), agent("coder-1")
    blocked.role, working.role = "architect", "coder"
    blocked.asks(CALL, "Bash")
    working.runs(CALL, "Edit")
    panes = {
        name: Pane(name, dead=False, clients=0, pid=1) for name in ("arch-1", "coder-1", "new-1")
    }
    known = {"arch-1": blocked, "coder-1": working, "not ours": agent("not ours")}

    assert picture(panes, known, {"arch-1": 2, "not ours": 1}, now=7) == {
        "": {"waiting": "3", "beat": "7"},
        "arch-1": {
            "role": "architect",
            "state": "blocked (permission: Bash)",
            "state_kind": "blocked",
            "questions": "2",
            "next_blocked": "",
        },
        "coder-1": {
            "role": "coder",
            "state": "running Edit",
            "state_kind": "running",
            "questions": "",
            "next_blocked": "arch-1",
        },
        "new-1": {
            "role": "",
            "state": "",
            "state_kind": "",
            "questions": "",
            "next_blocked": "arch-1",
        },
    }


# How it follows


def test_a_change_is_followed(engine: Engine) -> None:
    """Blocked and free again, and another's way there: the bar says it soon."""

    async def watch() -> None:
        async with opened(engine.home) as office:
            state = await blocks(office, "arch-1")
            await says(
                engine,
                "arch-1",
                state="blocked (permission: Bash)",
                state_kind="blocked",
                role="architect",
            )
            await says(engine, "coder-1", next_blocked="arch-1")
            state.over(CALL)
            state.itself = "idle"
            office.agent_rows.heard(state, "")
            await says(engine, "arch-1", state="idle", state_kind="idle")
            await says(engine, "coder-1", next_blocked="")

    for name in ("arch-1", "coder-1"):
        launched(engine, name, scripted())
        shows(engine, name, PROMPT)
    run(watch())


def test_waiting_questions_are_counted(engine: Engine, tmp_path: Path) -> None:
    """A question is counted where it was asked, and everywhere, until it has ended."""

    async def watch() -> None:
        async with opened(engine.home) as office:
            request = bash("make build", tmp_path)
            asking = asyncio.create_task(office.decide(request))
            asked = await question(office)
            await says(engine, "arch-1", questions="1")
            await says(engine, "", waiting="1")
            await office.inbox.end(asked["id"], Status.CANCELLED)
            await says(engine, "arch-1", questions="")
            await says(engine, "", waiting="")
            await asking

    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    run(watch())


def test_one_that_has_ended_is_shown_as_such(engine: Engine) -> None:
    """What its session's files say comes to the bar."""

    async def watch() -> None:
        async with opened(engine.home):
            engine.keys("arch-1", "exit 3", "Enter")
            await says(engine, "arch-1", state="exited (3)", state_kind="exited")

    launched(engine, "arch-1", scripted(), role="coder")
    shows(engine, "arch-1", PROMPT)
    run(watch())


def test_a_terminal_that_was_made_anew_is_told_everything(engine: Engine) -> None:
    """After tmux was killed and an agent started again, the new bar is not empty."""

    async def watch() -> None:
        async with opened(engine.home) as office:
            await blocks(office, "arch-1")
            await says(engine, "arch-1", state_kind="blocked")
            pid = int(await asyncio.to_thread(engine.tell, "display-message", "-p", "#{pid}"))
            os.kill(pid, signal.SIGKILL)
            while life_of(engine.home, read_session(engine.home, "arch-1")).is_live:
                await asyncio.sleep(POLL)
            await asyncio.to_thread(launched, engine, "arch-1", scripted(), role="coder", number=2)
            await blocks(office, "arch-1", "Edit")
            await says(engine, "arch-1", state="blocked (permission: Edit)")

    launched(engine, "arch-1", scripted(), role="coder")
    shows(engine, "arch-1", PROMPT)
    run(watch())


def test_a_tmux_that_hangs_holds_up_nobody(engine: Engine) -> None:
    """The server decides and ends as ever, and once tmux answers again the bar follows."""

    async def watch() -> None:
        pid = int(engine.tell("display-message", "-p", "#{pid}"))
        async with opened(engine.home) as office:
            await says(engine, "arch-1", state_kind="")
            os.kill(pid, signal.SIGSTOP)
            try:
                await blocks(office, "arch-1")
                listed = await office.agent_sessions.listed()
                assert [row["state"] for row in listed["agents"]] == ["blocked"]
                # Longer than the bar waits for it.
                await asyncio.sleep(1.5)
            finally:
                os.kill(pid, signal.SIGCONT)
            await says(engine, "arch-1", state_kind="blocked")

    launched(engine, "arch-1", scripted(), role="coder")
    shows(engine, "arch-1", PROMPT)
    run(watch())


def test_a_server_that_ends_leaves_no_bar_that_claims_something(engine: Engine) -> None:
    """Nobody looks after it any more, and it does not say `idle` for ever."""

    async def watch() -> None:
        async with opened(engine.home) as office:
            await blocks(office, "arch-1")
            await says(engine, "arch-1", state_kind="blocked")

    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    run(watch())

    assert [told_of(engine, "arch-1", key) for key in ("state", "state_kind")] == ["", ""]
    assert told_of(engine, "", "waiting") == ""


def test_where_no_terminal_is_open_nothing_is_started(engine: Engine) -> None:
    """The server does not start a tmux to say something to nobody."""

    async def watch() -> None:
        async with opened(engine.home) as office:
            await blocks(office, "arch-1")
            await office.status_bar.show()
            assert office.status_bar.shown == {}

    run(watch())
    assert not engine.socket.exists()
