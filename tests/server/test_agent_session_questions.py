"""What the files of sessions do to what agents have asked, and who is blocked on it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from proctor.audit.ids import new_uid
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.agents.session_homes import begun, lives, over
from tests.server.hook_rig import HEADLESS, event, hooks, post, pre, run, wish
from tests.server.offices import opened, records
from tests.server.session_rig import ALIVE, look


def handed_in() -> dict[str, Any]:
    """Return the question of a hook that had decided by itself."""
    given = {"tool": "Bash", "action": "tool:bash:make", "agent": "arch-1", "session": "s-1"}
    return {**given, "input": {}, "seconds": 600, "uid": new_uid(), "body": {}}


def test_a_new_start_ends_what_it_was_blocked_on(place: Path, shop: Path) -> None:
    """Also where nobody has seen the end of the one before."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            lives(place, begun(place))
            await look(here)
            await here.word(event("UserPromptSubmit"), pid=ALIVE)
            await here.word(pre("make"))
            seen.append(here.agent())
            lives(place, begun(place, number=2))
            await look(here)
            seen.append(here.agent())
        return seen

    assert run(work()) == ["blocked (permission: Bash)", "starting"]


def test_what_an_agent_has_asked_is_closed_when_it_has_ended(place: Path, shop: Path) -> None:
    """Its hook may wait on: it gets a no, and people are told why."""

    async def work() -> tuple[Any, ...]:
        async with hooks(place, shop) as here:
            session = lives(place, begun(place))
            await look(here)
            call = await here.start(pre("make"), env=HEADLESS)
            await here.rings()
            blocked = here.agent()
            over(place, session)
            await look(here)
            word = await call.word()
            [question] = here.office.keepers.store.questions()
            assert question.reply is not None
            return blocked, word, question.status, question.reply.words, here.agent()

    assert run(work()) == (
        "blocked (permission: Bash)",
        "deny",
        Status.CANCELLED,
        "the agent has ended",
        "exited",
    )


def test_the_questions_of_others_stay_open(place: Path, shop: Path) -> None:
    """One that has ended closes its own, and of one started again only those of before."""

    async def work() -> list[tuple[str, Status]]:
        async with hooks(place, shop) as here:
            over(place, lives(place, begun(place)))
            lives(place, begun(place, "arch-2", session_id="s-7", number=2, began=1e9))
            await look(here, "arch-2")
            for name, session in (("arch-1", "s-1"), ("arch-2", "s-7")):
                said = pre("make", session_id=session)
                await here.start(said, env=HEADLESS, agent=name)
            await here.rings(2)
            await look(here)
            found = here.office.keepers.store.questions()
            return sorted((question.agent, question.status) for question in found)

    assert run(work()) == [("arch-1", Status.CANCELLED), ("arch-2", Status.PENDING)]


def test_what_is_asked_for_one_that_is_gone_is_closed_later(place: Path, shop: Path) -> None:
    """A hook that it had started may come last."""

    async def work() -> str:
        async with hooks(place, shop) as here:
            over(place, lives(place, begun(place)))
            await look(here)
            call = await here.start(pre("make"), env=HEADLESS)
            await here.rings()
            await here.office.agent_sessions.look_at_all()
            return await call.word()

    assert run(work()) == "deny"


def test_the_dialogs_of_one_that_has_ended_are_over(place: Path, shop: Path) -> None:
    """What became of them nobody knows, and that is kept."""

    async def work() -> list[str]:
        async with hooks(place, shop) as here:
            session = lives(place, begun(place))
            await look(here)
            await here.word(pre("make"))
            over(place, session)
            await look(here)
            await here.kept(2)
            return [record.decision for record in records(here.office)]

    assert run(work()) == ["ask_dialog", "dialog_unknown"]


def test_a_server_that_comes_back_knows_who_is_blocked(place: Path, shop: Path) -> None:
    """The question is still open; when somebody answers it, the agent is not blocked any more."""
    lives(place, begun(place))

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            await look(here)
            await here.start(wish("make"), pid=ALIVE)
            await here.rings()
            seen.append(here.agent())
        async with hooks(place, shop) as here:
            await look(here)
            seen.append(here.agent())
            await here.rings()
            await here.press(Answer.ALLOW)
            seen.append(here.agent())
        return seen

    assert run(work()) == ["blocked (permission: Bash)", "blocked (permission: Bash)", "thinking"]


def test_a_question_that_a_process_has_handed_in_blocks_its_agent(place: Path) -> None:
    """Any source of an ask does: a hook that decided by itself has no other way to say so."""
    lives(place, begun(place))

    async def work() -> list[str]:
        seen = []
        async with opened(place) as office:
            state = office.agent_rows.known
            await office.agent_sessions.look("arch-1")
            asked = await office.ask(handed_in())
            seen.append(state["arch-1"].state[0])
            await office.cancel(asked["id"], asked["uid"])
            seen.append(state["arch-1"].state[0])
            await office.ask({**handed_in(), "session": "another"})
            seen.append(state["arch-1"].state[0])
        return seen

    assert run(work()) == ["blocked", "starting", "starting"]


def test_the_tool_is_named_through_the_review_and_after(place: Path, shop: Path) -> None:
    """Blocked says on what, although a review came between."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            heard: asyncio.Queue[Any] = asyncio.Queue()
            here.office.bus.listeners.add(heard)
            lives(place, begun(place))
            await look(here)
            await here.start(pre("make"), env=HEADLESS)
            await here.rings()
            while "blocked Bash" not in seen:
                told = await heard.get()
                seen.append(f"{told.get('state')} {told.get('tool')}")
            here.office.bus.listeners.discard(heard)
        return seen

    seen = run(work())
    assert seen.index("reviewing permission Bash") < seen.index("blocked Bash")


def test_agents_are_told_with_their_open_questions(place: Path, shop: Path) -> None:
    """As they are now, not as they were written last."""

    async def work() -> Any:
        async with hooks(place, shop) as here:
            lives(place, begun(place))
            await look(here)
            await here.start(pre("make"), env=HEADLESS)
            await here.start(pre("make all", "call-2"), env=HEADLESS)
            await here.rings()
            peer = await here.here.peer()
            token = here.here.tokens.new_token("ada")
            return (await peer.call({"op": "list", "token": token}))["ok"]

    told = run(work())
    assert [(row["name"], row["state"], row["tool"]) for row in told["agents"]] == [
        ("arch-1", "blocked", "Bash")
    ]
    assert list(told["questions"]) == ["arch-1"]
    assert json.dumps(told)


def test_escape_in_a_dialog_is_seen_when_the_program_is_idle(place: Path, shop: Path) -> None:
    """It fires no event of its own; the next says that the turn is over."""

    async def work() -> list[str]:
        seen = []
        async with hooks(place, shop) as here:
            await here.word(pre("make"))
            call = await here.start(wish("make"))
            await here.rings()
            await call.kill()
            await here.closed()
            seen.append(here.agent())
            await here.word(event("Notification", notification_type="idle_prompt"))
            seen.append(here.agent())
            await here.kept(2)
            seen.append(records(here.office)[-1].decision)
            await here.word(post("make"))
        return seen

    assert run(work()) == ["running Bash", "idle", "dialog_unknown"]
