"""Messages are delivered when an agent can take them: in order, once, and never into a dialog."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.session_files import life_of, read_session
from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.server.postman import SETTLED
from proctor.server.tokens import Tokens, local_person
from tests.agents.boxed import boxed
from tests.amounts import amount
from tests.server.asking_rig import until
from tests.server.hook_rig import post as after
from tests.server.hook_rig import pre, run
from tests.server.posting import Post, post

DELIVERED = ("delivered", "")
BLOCKED = ("held", "arch-1 is blocked (permission: Bash)")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def of(said: dict[str, Any], name: str = "arch-1") -> dict[str, Any]:
    """Return an event as one of an agent's own session."""
    return said | {"session_id": f"s-{name}"}


def test_an_agent_that_waits_is_told_at_once(home: Path, shop: Path) -> None:
    """A message to an idle agent, or to one that thinks, is a prompt of its own."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            assert await here.send("hello") == DELIVERED
            await here.hear(
                "arch-1", "UserPromptSubmit", prompt="From bob (an unknown program): hello"
            )
            assert await here.send("two\nlines", sender="eve") == DELIVERED
            assert agent.prompts == [
                "From bob (an unknown program): hello",
                "From eve (an unknown program): two\nlines",
            ]

    run(work())


def test_messages_are_held_while_a_call_waits_for_a_permission(home: Path, shop: Path) -> None:
    """Blocked, an agent hears nothing; released, it hears everything in order."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            agent.set("dialog")
            assert await here.here.word(of(pre("make"))) == "ask"
            for number in range(3):
                assert await here.send(f"message {number}") == BLOCKED
            assert agent.taken == []
            agent.unset("dialog")
            await here.here.end(of(after("make")))
            assert await here.send("the last one", seconds=30) == DELIVERED
            wanted = [f"From bob (an unknown program): message {number}" for number in range(3)]
            assert agent.prompts == [*wanted, "From bob (an unknown program): the last one"]

    run(work())


def test_messages_are_held_while_a_call_runs(home: Path, shop: Path) -> None:
    """A call that has just begun may still open a dialog; one that runs on cannot."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            assert await here.here.word(of(pre("git status"))) == "allow"
            assert await here.send("hello") == ("held", "arch-1 is running Bash")
            assert agent.taken == []
            here.here.office.agent_rows.known["arch-1"].heard_at -= SETTLED
            assert await here.send("and more", seconds=30) == DELIVERED
            assert agent.prompts == [
                "From bob (an unknown program): hello",
                "From bob (an unknown program): and more",
            ]

    run(work())


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((), "arch-1 is starting"),
        ((("SessionStart", {}), ("PreCompact", {"trigger": "auto"})), "arch-1 is compacting"),
    ],
)
def test_messages_are_held_while_nothing_can_be_taken(
    home: Path, shop: Path, events: tuple[Any, ...], why: str
) -> None:
    """An agent that starts or is compacted hears it afterwards."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent(idle=False)
            for name, fields in events:
                await here.hear("arch-1", name, **fields)
            assert await here.send("hello") == ("held", why)
            await here.hear("arch-1", "SessionStart", source="compact" if events else "startup")
            await until(lambda: agent.prompts == ["From bob (an unknown program): hello"])

    run(work())


def test_a_dialog_that_nobody_has_told_of_holds_messages(home: Path, shop: Path) -> None:
    """Whatever the program has told: where the box cannot be seen nothing is typed."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            agent.set("dialog")
            agent.shows(None)
            why = "arch-1: its input box cannot be seen"
            assert await here.send("1") == ("held", why)
            assert agent.taken == []
            agent.unset("dialog")
            await until(lambda: agent.prompts == ["From bob (an unknown program): 1"])

    run(work())


def test_no_dialog_opens_under_an_enter(home: Path, shop: Path) -> None:
    """While a message is typed, the answer that would open a dialog waits until it is not."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            await here.hear("arch-1", "UserPromptSubmit", prompt="go")
            agent.set("deaf")
            sending = asyncio.create_task(here.send("1", seconds=30))
            await until(lambda: "arch-1" in here.postman.typing)
            asking = await here.here.start(of(pre("make")))
            await until(lambda: here.here.agent() == "blocked (permission: Bash)")
            agent.unset("deaf")
            assert await asking.word() == "ask"
            assert "arch-1" not in here.postman.typing
            agent.set("dialog")
            agent.shows(None)
            # Delivered before, or only after: never meanwhile.
            before = agent.prompts
            agent.unset("dialog")
            await here.here.end(of(after("make")))
            assert await sending == DELIVERED
            assert before in ([], ["From bob (an unknown program): 1"])
            assert agent.prompts == ["From bob (an unknown program): 1"]

    run(work())


def test_what_the_program_tells_ends_the_typing(home: Path, shop: Path) -> None:
    """A prompt of another session, or with other words, is not taken for the message."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            agent.set("deaf")
            sending = asyncio.create_task(here.send("hello", seconds=30))
            await until(lambda: "arch-1" in here.postman.typing)
            window, *_ = here.postman.typing["arch-1"]
            await here.hear(
                "arch-1", "UserPromptSubmit", prompt="From eve (an unknown program): hello"
            )
            assert not window.heard.is_set()
            await here.hear(
                "arch-1", "UserPromptSubmit", prompt="From bob (an unknown program): hello"
            )
            assert window.heard.is_set()
            agent.unset("deaf")
            assert await sending == DELIVERED
            assert agent.prompts == ["From bob (an unknown program): hello"]

    run(work())


def test_many_senders_are_heard_in_order_and_once(home: Path, shop: Path) -> None:
    """Of many messages from five senders none is lost, doubled or before its turn."""
    senders, messages = [f"sender-{number}" for number in range(5)], amount(4, 10)

    async def speak(here: Post, sender: str) -> None:
        for number in range(messages):
            assert await here.send(f"{number}", sender=sender, seconds=60) == DELIVERED

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            await asyncio.gather(*(speak(here, sender) for sender in senders))
            assert len(agent.prompts) == 5 * messages
            for sender in senders:
                heard = [
                    text
                    for text in agent.prompts
                    if text.startswith(f"From {sender} (an unknown program): ")
                ]
                assert heard == [
                    f"From {sender} (an unknown program): {number}" for number in range(messages)
                ]

    run(work())


def test_several_agents_are_told_at_once(home: Path, shop: Path) -> None:
    """One that is blocked holds up nobody else."""

    async def work() -> None:
        async with post(home, shop) as here:
            first, second = await here.agent("arch-1"), await here.agent("coder-1")
            assert await here.here.word(of(pre("make"))) == "ask"
            assert await here.send("hello") == BLOCKED
            assert await here.send("hello", "coder-1") == DELIVERED
            assert (first.taken, second.prompts) == ([], ["From bob (an unknown program): hello"])

    run(work())


def test_a_message_that_is_sent_again_is_heard_once(home: Path, shop: Path) -> None:
    """Whoever was told nothing may send it again by the same uid, before and after."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            assert await here.here.word(of(pre("make"))) == "ask"
            assert await here.send("hello", uid="a" * 32) == BLOCKED
            assert await here.send("hello", uid="a" * 32) == BLOCKED
            await here.here.end(of(after("make")))
            assert await here.send("hello", uid="a" * 32, seconds=30) == DELIVERED
            assert await here.send("hello", uid="a" * 32) == DELIVERED
            assert agent.prompts == ["From bob (an unknown program): hello"]

    run(work())


def test_messages_to_an_agent_that_ends_stay(home: Path, shop: Path) -> None:
    """It is told that the agent has ended; started again, the agent hears them."""

    async def work() -> None:
        async with post(home, shop) as here:
            await here.agent()
            assert await here.here.word(of(pre("make"))) == "ask"
            assert await here.send("hello") == BLOCKED
            running = life_of(home, read_session(home, "arch-1")).running
            assert running is not None
            os.kill(running.pid, signal.SIGKILL)
            await until(lambda: not life_of(home, read_session(home, "arch-1")).is_live)
            await here.here.office.agent_sessions.look("arch-1")
            assert await here.send("and this") == ("held", "arch-1 has exited")
            agent = boxed(here.engine, "arch-1", session="s-arch-1", number=2)
            await here.here.office.agent_sessions.look("arch-1")
            await here.hear("arch-1", "SessionStart", source="startup")
            wanted = [
                "From bob (an unknown program): hello",
                "From bob (an unknown program): and this",
            ]
            await until(lambda: agent.prompts == wanted)

    run(work())


def test_a_program_that_tells_nothing_is_for_people(home: Path, shop: Path) -> None:
    """What it takes for a command nobody knows: no agent sends to it, and people do at once."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent(idle=False, program="")
            with pytest.raises(NotAllowed, match="that is for people"):
                await here.send("touch RAN")
            assert await here.send("hello", sender="ada", person=True, seconds=30) == DELIVERED
            await until(lambda: agent.prompts == ["From ada: hello"])

    run(work())


def test_caller_without_token_never_appears_as_a_person(home: Path, shop: Path) -> None:
    """A sender that says the name of the user, or of one of the people, has no bare name."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            me = local_person()
            for sender in (me, me.upper(), "Ada"):
                assert await here.send("obey", sender=sender) == DELIVERED
            assert await here.send("well", sender="ada", person=True) == DELIVERED
            assert agent.prompts == [
                f"From {me} (an unknown program): obey",
                f"From {me.upper()} (an unknown program): obey",
                "From Ada (an unknown program): obey",
                "From ada: well",
            ]

    run(work())


def test_a_person_may_interrupt(home: Path, shop: Path) -> None:
    """Escape closes what is open, and what waits is heard; no agent may do so."""

    async def work() -> None:
        async with post(home, shop) as here:
            token = Tokens(home).local_token()
            agent = await here.agent()
            agent.set("dialog")
            assert await here.here.word(of(pre("git status"))) == "allow"
            answer = await here.call(name="arch-1", text="hello", token=token)
            assert answer["ok"]["state"] == "held"
            for more in ({"interrupt": True}, {"keys": ["Enter"]}):
                refused = await here.call(name="arch-1", text="x", sender="bob", **more)
                assert refused["error"]["code"] == "not-allowed"
            assert agent.taken == []
            answer = await here.call(
                name="arch-1", text="stop", token=token, interrupt=True, seconds=30
            )
            assert answer["ok"]["state"] == "delivered"
            me = local_person()
            assert agent.prompts == [f"From {me}: hello", f"From {me}: stop"]

    run(work())


def test_a_person_may_press_keys(home: Path, shop: Path) -> None:
    """Keys go in as they are, with nothing before them."""

    async def work() -> None:
        async with post(home, shop) as here:
            token = Tokens(home).local_token()
            agent = await here.agent()
            keys = ["!", "l", "s", "Enter"]
            answer = await here.call(name="arch-1", keys=keys, token=token)
            assert answer == {"ok": {"id": 0, "state": "delivered", "why": ""}}
            await until(lambda: agent.taken == [("shell", "ls")])

    run(work())


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"text": "x"}, "not-allowed", "from a person with a token, or from an agent"),
    ({"text": "x", "sender": "../x"}, "not-allowed", "from a person with a token"),
    ({"text": "x", "token": "no"}, "not-allowed", "only a person may do this"),
    ({"text": "x", "sender": "bob", "name": "nobody"}, "not-found", "no agent `nobody`"),
    ({"text": "x", "sender": "bob", "name": "../x"}, "usage-error", "is no name for an agent"),
    ({"text": " ", "sender": "bob"}, "usage-error", "nothing to send"),
    ({"text": 5, "sender": "bob"}, "usage-error", "`text` is a text"),
    ({"text": "x", "sender": "bob", "uid": "../x"}, "usage-error", "`uid` is"),
    ({"text": "x", "sender": "bob", "seconds": -1}, "usage-error", "`seconds` is"),
    ({"text": "x", "sender": "bob", "seconds": True}, "usage-error", "`seconds` is"),
    ({"text": "x", "sender": "bob", "keys": "Enter"}, "usage-error", "`keys` a list"),
    ({"text": "x", "sender": "bob", "keys": [""]}, "usage-error", "`keys` a list"),
    ({"text": "x", "sender": "bob", "interrupt": 1}, "usage-error", "`interrupt` is true"),
    ({"text": "x", "sender": "bob", "raw": True}, "usage-error", "`raw` is not a field"),
    ({"text": "x" * 100_000, "sender": "bob"}, "usage-error", "at most 100,000 bytes"),
]


def test_a_wrong_request_is_refused(home: Path, shop: Path) -> None:
    """It is said what is wrong, and nothing is typed."""

    async def work() -> None:
        async with post(home, shop) as here:
            agent = await here.agent()
            for fields, code, words in WRONG:
                answer = await here.call(**{"name": "arch-1", **fields})
                assert answer["error"]["code"] == code, fields
                assert words in answer["error"]["message"], fields
                assert agent.taken == [], fields

    run(work())


def test_what_is_wrong_with_a_message_is_raised(home: Path, shop: Path) -> None:
    """Whoever calls in this process hears the same."""

    async def work() -> None:
        async with post(home, shop) as here:
            with pytest.raises(NotFound):
                await here.send("hello", "nobody")
            await here.agent()
            with pytest.raises(UsageError):
                await here.send("hello", uid="short")

    run(work())
