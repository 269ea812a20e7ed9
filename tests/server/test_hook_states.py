"""Agents' states, as the events of their hooks move them, and the events themselves."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.terms.reply import Answer
from tests.server.asking_rig import until
from tests.server.hook_rig import CLI, HEADLESS, event, hooks, post, pre, run, wish
from tests.server.offices import records

# A process that is certainly there.
ALIVE = str(os.getpid())


@pytest.fixture
def house_of(tmp_path: Path) -> Path:
    """Give a home with a store of its own."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def test_a_day_of_an_agent(home: Path, shop: Path) -> None:
    """Each event moves the state as it should, prints nothing, and is kept in words."""
    steps: list[tuple[dict[str, Any], str]] = [
        (event("SessionStart", source="startup"), "idle"),
        (event("UserPromptSubmit", prompt="hush"), "thinking"),
        (pre("git status"), "running Bash"),
        (post("git status"), "thinking"),
        (event("PreCompact", trigger="auto"), "compacting"),
        (event("SessionStart", source="compact"), "thinking"),
        (event("Stop"), "idle"),
        (event("Notification", notification_type="idle_prompt"), "idle"),
        (event("SessionEnd", reason="other"), "exited"),
    ]

    async def work() -> tuple[Any, ...]:
        seen, printed = [], []
        async with hooks(home, shop) as here:
            for said, _ in steps:
                printed.append(await here.word(said))
                seen.append(here.agent())
            kept = await here.events(8)
            store = here.office.keepers.store
            await until(lambda: any(agent.state == "exited" for agent in store.agents()))
            [row] = store.agents()
            return seen, printed, kept, row

    seen, printed, kept, row = run(work())
    assert seen == [state for _, state in steps]
    assert printed == ["", "", "allow", *[""] * 6]
    assert [one.kind for one in kept] == [
        "session-start", "user-prompt-submit", "post-tool-use", "pre-compact", "session-start",
        "stop", "notification", "session-end",
    ]  # fmt: skip
    assert {(one.agent, one.session) for one in kept} == {("arch-1", "s-1")}
    assert kept[1].body == {"role": "coder", "project": str(shop), "prompt_length": 4}
    assert (row.name, row.role, row.session) == ("arch-1", "coder", "s-1")
    assert row.body["shown"] == "exited"


def test_another_session_never_moves_an_agent(house_of: Path, shop: Path) -> None:
    """A nested program has the agent's name: its calls are judged, and its events move nothing."""
    nested: dict[str, Any] = {"session_id": "s-2"}

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            states = []
            for said in (
                event("SessionStart", source="startup", **nested),
                pre("git status", **nested),
                pre("make", **nested),
                event("Stop", **nested),
                event("SessionEnd", **nested),
            ):
                await here.word(said, pid="11")
                states.append(here.agent())
            kept = await here.events(4)
            decided = [(record.session, record.decision) for record in records(here.office)]
            return states, sorted({one.session for one in kept}), decided[:2]

    assert run(work()) == (
        ["thinking"] * 5,
        ["s-1", "s-2"],
        [("s-2", "allow"), ("s-2", "ask_dialog")],
    )


@pytest.mark.parametrize("source", ["clear", "resume", "compact", "fork", "startup"])
def test_a_new_session_of_the_same_process_is_the_agents_own(
    house_of: Path, shop: Path, source: str
) -> None:
    """Its events move the state from then on, those of the old one no more."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            await here.word(pre("make"), pid=ALIVE)
            blocked = here.agent()
            await here.word(event("SessionStart", source=source, session_id="s-2"), pid=ALIVE)
            await here.word(event("UserPromptSubmit", session_id="s-2"), pid=ALIVE)
            await here.word(event("SessionEnd"), pid=ALIVE)
            return blocked, here.agent(), await here.kept(2)

    assert run(work()) == (
        "blocked (permission: Bash)",
        "thinking",
        [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")],
    )


def test_an_agent_that_has_ended_may_begin_again(house_of: Path, shop: Path) -> None:
    """A new program under the old name takes its place, whatever its process."""

    async def work() -> str:
        async with hooks(house_of, shop) as here:
            await here.word(event("SessionEnd"), pid=ALIVE)
            await here.word(event("SessionStart", session_id="s-2"), pid="11")
            await here.word(event("UserPromptSubmit", session_id="s-2"), pid="11")
            return here.agent()

    assert run(work()) == "thinking"


def test_a_program_whose_process_is_gone_has_ended(house_of: Path, shop: Path) -> None:
    """It was killed and could not tell: the next one under its name takes its place."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()

    async def work() -> list[str]:
        states = []
        async with hooks(house_of, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=str(dead.pid))
            await here.word(event("Stop", session_id="s-2"), pid=ALIVE)
            states.append(here.agent())
            await here.word(event("SessionStart", session_id="s-2"), pid=ALIVE)
            states.append(here.agent())
        return states

    assert run(work()) == ["thinking", "idle"]


def test_what_comes_late_does_not_bring_an_agent_back(house_of: Path, shop: Path) -> None:
    """Hooks overtake each other: behind the end of the session, only a beginning counts."""

    async def work() -> list[str]:
        states = []
        async with hooks(house_of, shop) as here:
            for name in ("SessionEnd", "Stop", "Notification", "UserPromptSubmit"):
                await here.word(event(name))
                states.append(here.agent())
            await here.word(post("make"))
            states.append(here.agent())
        return states

    assert run(work()) == ["exited", "exited", "exited", "thinking", "thinking"]


def test_an_event_without_a_session_is_nobodys(house_of: Path, shop: Path) -> None:
    """It takes no agent's place, and the agent's own events still count."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(event("Stop", session_id=None))
            before = list(here.office.agent_rows.known)
            await here.word(event("UserPromptSubmit"))
            await here.word(event("Stop", session_id=""))
            return before, here.agent()

    assert run(work()) == ([], "thinking")


@pytest.mark.parametrize("env", [CLI, HEADLESS], ids=["attended", "unattended"])
def test_a_request_without_a_session_blocks_the_agent_that_it_names(
    house_of: Path, shop: Path, env: dict[str, str]
) -> None:
    """`permission-request --agent`: blocked while it asks, and then what the agent did before."""
    bare = wish("npm publish")
    del bare["session_id"]

    async def work() -> list[Any]:
        async with hooks(house_of, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            asks = await here.start(bare, env=env)
            await here.rings()
            seen: list[Any] = [here.agent()]
            await here.press(Answer.DENY)
            seen += [await asks.word(), here.agent()]
            asks = await here.start(bare, env=env)
            await here.rings(2)
            seen.append(here.agent())
            await asks.kill()
            await until(lambda: here.agent() == "thinking")
            await here.word(event("Stop"), pid=ALIVE)
            await here.word(event("SessionEnd"), pid=ALIVE)
            asks = await here.start(bare, env=env)
            await here.rings(3)
            seen.append(here.agent())
            unknown = await here.start(bare, env=env, agent="arch-2")
            await here.rings(4)
            seen.append(sorted(here.office.agent_rows.known))
            await asks.kill()
            await unknown.kill()
            return seen

    blocked = "blocked (permission: Bash)"
    assert run(work()) == [blocked, "deny", "thinking", blocked, "exited", ["arch-1"]]


def test_a_request_that_is_left_to_the_dialog_blocks_until_the_agents_next_event(
    house_of: Path, shop: Path
) -> None:
    """As h2 has it: the hook prints nothing, and somebody has to look at the agent."""
    bare = wish("npm publish")
    del bare["session_id"]

    async def work() -> list[str]:
        async with hooks(house_of, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            seen = [await here.word(bare, seconds=1.0), here.agent()]
            await here.word(pre("git status"), pid=ALIVE)
            return [*seen, here.agent()]

    assert run(work()) == ["", "blocked (permission: Bash)", "running Bash"]


def test_a_call_that_the_program_denied_is_over(house_of: Path, shop: Path) -> None:
    """Its own judge said no: nothing runs, and nobody can say that a dialog approved it."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(pre("make"))
            await here.word({**post("make"), "hook_event_name": "PermissionDenied"})
            return here.agent(), await here.kept(2)

    assert run(work()) == ("thinking", [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")])


def test_a_server_that_begins_knows_whose_session_it_was(home: Path, shop: Path) -> None:
    """After a restart, too, a nested program does not move the agent."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
        async with hooks(home, shop) as here:
            await here.word(event("Stop", session_id="s-2"), pid="11")
            before = here.agent()
            await here.word(event("Stop"), pid=ALIVE)
            return before, here.agent()

    assert run(work()) == ("thinking", "idle")


def test_two_agents_in_one_folder_do_not_meet(house_of: Path, shop: Path) -> None:
    """Without names they are told apart by their sessions, in states, dialogs and records."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            for session in ("aaaaaaaa-1", "bbbbbbbb-2"):
                await here.word(pre("make", session_id=session), agent="")
            await here.start(wish("make", session_id="aaaaaaaa-1"), agent="")
            await here.rings()
            await here.word(post("make", session_id="aaaaaaaa-1"), agent="")
            await here.kept(3)
            found = [(r.agent_name, r.decision) for r in records(here.office)]
            return here.agent("claude-aaaaaaaa"), here.agent("claude-bbbbbbbb"), found

    assert run(work()) == (
        "thinking",
        "blocked (permission: Bash)",
        [
            ("claude-aaaaaaaa", "ask_dialog"),
            ("claude-bbbbbbbb", "ask_dialog"),
            ("claude-aaaaaaaa", "dialog_approved"),
        ],
    )


def test_the_end_of_another_call_does_not_unblock(house_of: Path, shop: Path) -> None:
    """Blocked is tied to its question: what runs beside it may end."""

    async def work() -> list[str]:
        states = []
        async with hooks(house_of, shop) as here:
            held = await here.start(pre("make", "call-1"), env=HEADLESS)
            await here.rings()
            await here.word(pre("git status", "call-2"))
            states.append(here.agent())
            await here.word(post("git status", "call-2"))
            states.append(here.agent())
            await here.press()
            await held.word()
            states.append(here.agent())
        return states

    blocked = "blocked (permission: Bash)"
    assert run(work()) == [blocked, blocked, "running Bash"]


@pytest.mark.parametrize("ends", ["Stop", "UserPromptSubmit", "SessionEnd"])
def test_the_end_of_a_turn_unblocks(house_of: Path, shop: Path, ends: str) -> None:
    """Whatever was asked in it, nothing waits any more, and that is kept once."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(pre("make"))
            for _ in range(2):
                await here.word(event(ends))
            await here.events(2)
            return here.agent(), await here.kept(2)

    after = {"Stop": "idle", "UserPromptSubmit": "thinking", "SessionEnd": "exited"}[ends]
    assert run(work()) == (after, [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")])


def test_the_tool_is_named_while_it_is_reviewed(house_of: Path, shop: Path) -> None:
    """From the review to the question and back the name of the tool stays."""
    go = shop.parent / "go"
    script = shop.parent / "reviewer.sh"
    script.write_text(
        f"#!/bin/sh\ncat >/dev/null\nwhile [ ! -e {go} ]; do sleep 0.01; done\necho ASK_USER\n"
    )
    script.chmod(0o700)
    role = "permissions:\n  ask: [Bash]\n  agent: {enabled: true, instructions: Look.}\n"

    async def work() -> list[tuple[str, str]]:
        states = []
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(house_of, shop, role=role, config=config) as here:
            hook = await here.start(pre("make"), env=HEADLESS)
            await hook.waits()
            known = here.office.agent_rows.known["arch-1"]
            states.append(known.state)
            go.touch()
            await here.rings()
            states.append(known.state)
            await here.press()
            await hook.word()
            states.append(known.state)
        return states

    assert run(work()) == [
        ("reviewing permission", "Bash"),
        ("blocked", "Bash"),
        ("running", "Bash"),
    ]


def test_a_hook_that_goes_while_it_is_reviewed_ends_the_review(house_of: Path, shop: Path) -> None:
    """Nobody is rung up for a program that is gone, and nothing was allowed."""
    script = shop.parent / "reviewer.sh"
    script.write_text("#!/bin/sh\nexec sleep 600\n")
    script.chmod(0o700)
    role = "permissions:\n  ask: [Bash]\n  agent: {enabled: true, instructions: Look.}\n"

    async def work() -> tuple[Any, ...]:
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(house_of, shop, role=role, config=config) as here:
            hook = await here.start(pre("make"), env=HEADLESS)
            await hook.waits()
            await hook.kill()
            await until(lambda: here.agent() == "thinking")
            return await here.kept(1), here.phone.asked

    assert run(work()) == ([("ask_timeout", "")], [])


def test_sub_agents_have_calls_of_their_own(house_of: Path, shop: Path) -> None:
    """They block and run in the agent's name; their ends are not the agent's."""
    sub: dict[str, Any] = {"agent_id": "sub-1"}

    async def work() -> list[str]:
        states = []
        async with hooks(house_of, shop) as here:
            await here.word(pre("x", "call-9", tool_name="Read", tool_input={"file_path": "a"}))
            for said in (
                event("SubagentStart", **sub),
                pre("git status", **sub),
                post("git status", **sub),
                pre("make", **sub),
                event("Stop"),
                post("make", "call-1"),
                event("SubagentStop", **sub),
            ):
                await here.word(said)
                states.append(here.agent())
        return states

    blocked = "blocked (permission: Bash)"
    assert run(work()) == [
        "running Read", "running Bash", "running Read", blocked, blocked, blocked, "thinking",
    ]  # fmt: skip


def test_a_sub_agents_dialog_is_not_its_agents(house_of: Path, shop: Path) -> None:
    """The same command is asked about by both: each request is joined to its own call."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            await here.word(pre("make", "call-1"))
            await here.word(pre("make", "call-2", agent_id="sub-1"))
            hook = await here.start(wish("make", agent_id="sub-1"))
            await here.rings()
            await here.press()
            word = await hook.word()
            await here.kept(3)
            last = records(here.office)[-1]
            return word, last.call_id, last.subagent

    assert run(work()) == ("allow", "call-2", "sub-1")


def test_changes_are_told_to_whoever_listens(house_of: Path, shop: Path) -> None:
    """Each is told once, with the words that people read."""

    async def work() -> list[Any]:
        async with hooks(house_of, shop) as here:
            listening = aiter(here.office.bus.listen())
            first = anext(listening)
            heard: list[Any] = []
            coming = asyncio.ensure_future(first)
            await until(lambda: here.office.bus.listeners)
            await here.word(event("UserPromptSubmit"))
            await here.word(event("UserPromptSubmit"))
            await here.word(pre("git status"))
            heard.append(await coming)
            while len([one for one in heard if one.get("shown")]) < 2:
                heard.append(await anext(listening))
            return [one["shown"] for one in heard if one.get("shown")]

    assert run(work()) == ["thinking", "running Bash"]
