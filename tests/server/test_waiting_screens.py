"""An agent that is back at its prompt without a word is idle; nothing else changes by a look."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from proctor.server.agent_states import AgentState
from proctor.server.waiting_screens import DIALOG, SILENT, WaitingScreens, is_silent
from proctor.terms.question import Status
from tests.agents.boxed import Boxed
from tests.agents.terminals import terminals
from tests.server.asking_rig import until
from tests.server.hook_rig import hooks, pre, run
from tests.server.posting import Post, post
from tests.tables import each_row

CALL, INNER = ("", "call-1"), ("sub-1", "call-2")
BLOCKED = "blocked (permission: Bash)"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


class Looking(WaitingScreens):
    """Whoever looks, by hand: which agents were looked at, and what each look waits for."""

    def __init__(self, here: Post) -> None:
        office = here.here.office
        super().__init__(office.home, office.agent_rows, office.turn_ended)
        self.looked: list[str] = []
        self.looks, self.goes_on = threading.Event(), threading.Event()
        self.goes_on.set()

    def waits(self, name: str) -> bool:
        """Note a look, and hand in what was seen when the test lets it."""
        self.looked.append(name)
        found = super().waits(name)
        self.looks.set()
        self.goes_on.wait()
        return found

    async def twice(self) -> None:
        """Look two times, as the server does one after the other."""
        await self.look_for_prompts()
        await self.look_for_prompts()


def of(said: dict[str, Any], name: str = "arch-1") -> dict[str, Any]:
    """Return an event as one of an agent's own session."""
    return said | {"session_id": f"s-{name}"}


def silent(here: Post, name: str = "arch-1") -> None:
    """Let an agent not have been heard of for a while."""
    here.here.office.agent_rows.known[name].heard_at -= 2 * SILENT


async def works(agent: Boxed) -> None:
    """Let an agent show that it works, and wait until it does."""
    agent.set("works")
    await until(lambda: "esc to interrupt" in agent.engine.screen(agent.name))


def test_a_dialog_that_was_left_is_over(home: Path, shop: Path) -> None:
    """The server itself sees it: the agent is idle, and what became of the dialog is unknown."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            agent.set("dialog")
            agent.shows(None)
            assert await here.here.word(of(pre("make"))) == "ask"
            assert here.here.agent() == BLOCKED
            agent.unset("dialog")
            await until(lambda: here.here.agent() == "idle")
            wanted = [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")]
            assert wanted == await here.here.kept(2)
            assert agent.taken == []

    run(work())


@pytest.mark.parametrize("typed", ["", "please go on", "!"])
def test_a_turn_that_was_interrupted_is_over(home: Path, shop: Path, typed: str) -> None:
    """Whatever stands in the box meanwhile: the prompt is put back there by the program."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            await works(agent)
            assert await here.here.word(of(pre("git status"))) == "allow"
            if typed:
                agent.engine.raw("arch-1", typed)
            agent.unset("works")
            silent(here)
            await until(lambda: here.here.agent() == "idle")
            assert agent.taken == []

    run(work())


def test_one_look_is_not_enough(home: Path, shop: Path) -> None:
    """For a moment the screen is behind, so an agent is idle when it was seen twice."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent()
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            looking = Looking(here)
            silent(here)
            await looking.look_for_prompts()
            assert here.here.agent() == "thinking"
            await looking.look_for_prompts()
            assert here.here.agent() == "idle"

    run(work())


def test_what_works_goes_on(home: Path, shop: Path) -> None:
    """A long call, a slow model and an open dialog stay what they are, however long."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            await works(agent)
            looking = Looking(here)
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            silent(here)
            await looking.twice()
            assert here.here.agent() == "thinking"
            assert await here.here.word(of(pre("git status"))) == "allow"
            silent(here)
            await looking.twice()
            assert here.here.agent() == "running Bash"
            agent.set("dialog")
            agent.shows(None)
            assert await here.here.word(of(pre("make", "call-2"))) == "ask"
            silent(here)
            await looking.twice()
            assert here.here.agent() == BLOCKED
            assert looking.looked == ["arch-1"] * 6

    run(work())


def test_an_event_that_comes_during_a_look_wins(home: Path, shop: Path) -> None:
    """What was seen before it is old, and counts for nothing."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            looking = Looking(here)
            silent(here)
            await looking.look_for_prompts()
            looking.looks.clear()
            looking.goes_on.clear()
            second = asyncio.create_task(looking.look_for_prompts())
            await asyncio.to_thread(looking.looks.wait)
            await works(agent)
            assert await here.here.word(of(pre("git status"))) == "allow"
            looking.goes_on.set()
            await second
            assert here.here.agent() == "running Bash"
            assert looking.seen == {}

    run(work())


@pytest.mark.parametrize("answered", [True, False])
def test_a_dialog_that_outlives_the_server_is_seen(home: Path, shop: Path, answered: bool) -> None:
    """The next server says blocked for as long as it is open, though its question is over."""

    async def work() -> None:
        with terminals(home) as engine:
            async with hooks(home, shop) as here:
                agent = await Post(here, engine).agent()
                agent.set("dialog")
                agent.shows(None)
                assert await here.word(of(pre("make"))) == "ask"
                assert here.agent() == BLOCKED
            async with hooks(home, shop) as here:
                await until(lambda: here.agent() == BLOCKED)
                state = here.office.agent_rows.known["arch-1"]
                inbox = here.office.inbox
                for question in await inbox.run(inbox.store.questions, Status.PENDING):
                    await inbox.end(question.id, Status.EXPIRED)
                await until(lambda: list(state.blocked) == [DIALOG])
            async with hooks(home, shop) as here:
                await until(lambda: here.agent() == BLOCKED)
                if answered:
                    agent.set("works")
                agent.unset("dialog")
                await until(lambda: here.agent() == ("thinking" if answered else "idle"))
                assert agent.taken == []

    run(work())


def test_who_is_heard_is_not_looked_at(home: Path, shop: Path) -> None:
    """Nor is anybody who is idle, whom we have not started, or whose program is another one."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent()
            looking = Looking(here)
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            await looking.twice()
            await here.hear("arch-1", "Stop")
            silent(here)
            await here.hear("theirs", "UserPromptSubmit", prompt="go")
            silent(here, "theirs")
            await looking.twice()
            assert looking.looked == []
            await here.agent("other-1", program="", idle=False)
            await here.hear("other-1", "UserPromptSubmit", prompt="go")
            silent(here, "other-1")
            await looking.twice()
            assert here.here.agent("other-1") == "thinking"
            assert not await asyncio.to_thread(looking.waits, "other-1")
            assert not await asyncio.to_thread(looking.waits, "nobody")

    run(work())


def test_without_terminals_nothing_is_looked_at(home: Path, shop: Path) -> None:
    """Where no tmux runs, or none any more, an agent stays what it was heard to be."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent()
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            looking = Looking(here)
            here.engine.kill_server()
            silent(here)
            assert not await asyncio.to_thread(looking.waits, "arch-1")
            here.engine.socket.unlink(missing_ok=True)
            looking.looked.clear()
            await looking.twice()
            assert looking.looked == []

    run(work())


def made(*, itself: str = "thinking", start: str = "1", ago: float = 2 * SILENT) -> AgentState:
    """Return an agent of which nothing was heard for a while."""
    state = AgentState("arch-1", session="s-1")
    state.itself, state.start = itself, start
    state.heard_at = time.monotonic() - ago
    return state


def test_only_what_the_agent_does_itself_is_looked_for() -> None:
    """The calls of its sub-agents go on while the agent waits for a prompt."""
    state = made(itself="idle")
    state.runs(INNER, "Bash")
    state.asks(("sub-2", "call-3"), "Bash")
    assert not is_silent(state)
    state.runs(CALL, "Bash")
    assert is_silent(state)
    state.reviews(("", "call-4"), "Bash")
    state.over(("sub-2", "call-3"))
    assert not is_silent(state)


@each_row(
    ("how", "wanted"),
    [
        ({}, True),
        ({"itself": "compacting"}, True),
        ({"itself": "idle"}, False),
        ({"itself": "starting"}, False),
        ({"itself": "running"}, False),
        ({"start": ""}, False),
        ({"ago": 0.0}, False),
    ],
)
def test_who_is_looked_at(how: dict[str, Any], wanted: bool) -> None:
    """An agent of ours that should be at work, and of which nothing was heard for a while."""
    state = made(**how)
    assert is_silent(state) == wanted
    state.go("lost")
    assert not is_silent(state)


def test_a_call_that_has_come_is_heard_at_once() -> None:
    """Also before anybody has decided it, when nothing is told of it yet."""
    state = made()
    state.hear("PreToolUse", "", {})
    assert not is_silent(state)


def test_calls_of_sub_agents_stay(home: Path, shop: Path) -> None:
    """Seen at its prompt, the agent's own calls are over and no others."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent()
            state = here.here.office.agent_rows.known["arch-1"]
            state.runs(CALL, "Read")
            state.runs(INNER, "Bash")
            silent(here)
            await Looking(here).twice()
            assert (state.running, state.itself) == ({INNER: "Bash"}, "idle")

    run(work())
