"""
Two of our hooks on one call: an installed one, and the one of the agent's own.

A person has installed Proctor for all of their sessions, and started an agent with `proctor run`.
The program calls both hooks for each call, takes the strictest answer before a call, and the
first one for a dialog. Whoever can make the two of them disagree, or wait for each other's
answers, may get a call through that nobody has answered for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.hook.executable import hook_text, write_hook
from proctor.hook.identity import Identity
from proctor.terms.reply import Answer, Scope
from tests.agents.session_homes import begun
from tests.attacks.supervised import Supervised, below, watches
from tests.server.asking_rig import until, write_role
from tests.server.hook_rig import (
    CLI,
    HEADLESS,
    HookCall,
    Hooks,
    event,
    hooks,
    post,
    pre,
    run,
    wish,
)
from tests.server.offices import records
from tests.server.session_rig import look

# The agent's role builds and asks about the rest; `guarded` asks about both.
MAKER = """\
permissions:
  allow: ["Bash(make build)"]
  ask: [Bash]
  order: deny, allow, ask
  deny: ["Bash(make clean)"]
"""
BUILD, DEPLOY = "make build", "make deploy"
OWN: dict[str, Any] = {"agent": "arch-1", "role": "coder"}
INSTALLED: dict[str, Any] = {"agent": "", "role": "guarded"}
# What `proctor run` puts into the environment of its agent, and so of every hook there.
NAMED = {"PROCTOR_AGENT": "arch-1", "PROCTOR_ROLE": "coder"}


class Pair:
    """Both hooks of one agent."""

    def __init__(self, here: Hooks, agent: Supervised) -> None:
        self.here = here
        self.agent = agent

    async def own(self, said: dict[str, Any], env: dict[str, str] = CLI) -> HookCall:
        """Start the hook of the agent's own."""
        peer = await self.agent.peer()
        return await self.here.start(said, env={**env, **NAMED}, peer=peer, **OWN)

    async def installed(
        self, said: dict[str, Any], env: dict[str, str] = CLI, **more: Any
    ) -> HookCall:
        """Start the installed hook, in the agent's session."""
        peer = await self.agent.peer()
        how = {**INSTALLED, **more}
        return await self.here.start(said, env={**env, **NAMED}, peer=peer, **how)

    async def by_hand(self, said: dict[str, Any]) -> HookCall:
        """Start `proctor permission-request`, as a role's own `hooks:` do."""
        peer = await self.agent.peer()
        env, raw = {**CLI, **NAMED}, {"only_dialogs": True, "seconds": 55.0}
        return await self.here.start(said, env=env, peer=peer, raw=raw, **OWN)

    async def stranger(self, said: dict[str, Any], env: dict[str, str] = CLI) -> HookCall:
        """Start the installed hook where nothing shows that it is in the agent's session."""
        return await self.here.start(said, env={**env, **NAMED}, **INSTALLED)

    async def both(
        self, said: dict[str, Any], env: dict[str, str] = CLI, *, first: str = "own"
    ) -> tuple[HookCall, HookCall]:
        """Start both hooks, in one order or the other."""
        if first == "own":
            return await self.own(said, env), await self.installed(said, env)
        other = await self.installed(said, env)
        return await self.own(said, env), other

    async def words(self, said: dict[str, Any], **how: Any) -> list[str]:
        """Start both hooks, and return what they say."""
        return [await hook.word() for hook in await self.both(said, **how)]

    def kept(self) -> list[tuple[str, str]]:
        """Return under which role each record was decided, and how."""
        return [(record.role, record.decision) for record in records(self.here.office)]


@asynccontextmanager
async def pair(home: Path, shop: Path, *, role: str = MAKER) -> AsyncIterator[Pair]:
    """Run a server and an agent that it has started."""
    session = begun(home, role="coder", cwd=str(shop), project=str(shop))
    async with (
        hooks(home, shop, role=role) as here,
        below(home, "arch-1", here.here) as agent,
    ):
        watches(home, session, agent.pid)
        await look(here)
        yield Pair(here, agent)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("first", ["own", "installed"])
def test_the_agents_own_role_decides_once_for_both(home: Path, shop: Path, first: str) -> None:
    """Whichever comes first, both say what the agent's role says, and it is kept once."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            said = [
                await two.words(pre(BUILD, "call-1"), first=first),
                await two.words(pre("make clean", "call-2"), first=first),
                await two.words(pre(DEPLOY, "call-3"), first=first),
            ]
            return said, two.kept()

    assert run(work()) == (
        [["allow", "allow"], ["deny", "deny"], ["ask", "ask"]],
        [("coder", "allow"), ("coder", "deny"), ("coder", "ask_dialog")],
    )


@pytest.mark.parametrize("first", ["own", "installed"])
@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_one_question_beside_the_dialog_answers_both(
    home: Path, shop: Path, first: str, answer: Answer
) -> None:
    """People are asked once, both hooks say what they said, and nothing is claimed of a dialog."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            await two.words(pre(DEPLOY))
            own, installed = await two.both(wish(DEPLOY), first=first)
            await own.waits()
            await installed.waits()
            await two.here.rings()
            await two.here.press(answer)
            said = [await own.word(), await installed.word()]
            await two.words(post(DEPLOY))
            await two.words(event("Stop"))
            kept = await two.here.kept(2)
            events = [each.kind for each in await two.here.events(2)]
            return said, kept, events, len(two.here.phone.asked)

    word = "allow" if answer is Answer.ALLOW else "deny"
    outcome = "ask_approved" if answer is Answer.ALLOW else "ask_denied"
    assert run(work()) == (
        [word, word],
        [("ask_dialog", ""), (outcome, "ask_dialog")],
        ["post-tool-use", "stop"],
        1,
    )


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_one_question_holds_both_where_nobody_sits(home: Path, shop: Path, answer: Answer) -> None:
    """Without a dialog both hooks wait for the same answer."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            own, installed = await two.both(pre(DEPLOY), HEADLESS)
            await own.waits()
            await installed.waits()
            await two.here.rings()
            await two.here.press(answer)
            return await own.word(), await installed.word(), len(records(two.here.office))

    word = "allow" if answer is Answer.ALLOW else "deny"
    assert run(work()) == (word, word, 1)


def test_a_hook_that_comes_late_gets_the_answer_that_was_given(home: Path, shop: Path) -> None:
    """The question beside the dialog was answered before the second hook was there."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            await two.words(pre(DEPLOY))
            own = await two.own(wish(DEPLOY))
            await two.here.rings()
            await two.here.press(Answer.DENY)
            said = await own.word()
            late = await (await two.installed(wish(DEPLOY))).word()
            return said, late, len(two.here.phone.asked), len(records(two.here.office))

    assert run(work()) == ("deny", "deny", 1, 2)


def test_an_old_answer_is_none_to_a_new_dialog(home: Path, shop: Path) -> None:
    """An equal call is asked about anew, also by a hook that never heard the first answer."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            await two.words(pre(DEPLOY, "call-1"))
            own = await two.own(wish(DEPLOY))
            await two.here.rings()
            await two.here.press()
            first = await own.word()
            # The installed hook beside the first dialog was ended before it could speak.
            await two.words(pre(DEPLOY, "call-2"))
            installed = await two.installed(wish(DEPLOY))
            await two.here.rings(2)
            await two.here.press(Answer.DENY)
            return first, await installed.word()

    assert run(work()) == ("allow", "deny")


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
@pytest.mark.parametrize("first", ["own", "stranger"])
def test_no_role_answers_what_another_asks(
    home: Path, shop: Path, first: str, answer: Answer
) -> None:
    """
    The agent's role allows it and `guarded` asks: its question is the answer of both.

    This is how files were written that nobody had answered for: the agent's own hook found the
    question of the other, decided it by its own rules, and said allow in the open dialog.
    """

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            said = [await (await two.own(pre(BUILD))).word()]
            said += [await (await two.stranger(pre(BUILD))).word()]
            starts = [two.own, two.stranger] if first == "own" else [two.stranger, two.own]
            waiting = [await start(wish(BUILD)) for start in starts]
            for hook in waiting:
                await hook.waits()
            await two.here.rings()
            await two.here.press(answer)
            said += [await hook.word() for hook in waiting]
            await (await two.own(post(BUILD))).word()
            await (await two.stranger(post(BUILD))).word()
            return said, two.kept(), len(two.here.phone.asked)

    yes = answer is Answer.ALLOW
    word = "allow" if yes else "deny"
    assert run(work()) == (
        ["allow", "ask", word, word],
        [
            ("coder", "allow"),
            ("guarded", "ask_dialog"),
            ("guarded", "ask_approved" if yes else "ask_denied"),
        ],
        1,
    )


def test_of_two_roles_that_ask_both_must_say_yes(home: Path, shop: Path) -> None:
    """One yes waits for the other, and becomes a no with it."""

    async def work() -> list[list[str]]:
        found = []
        for number, answers in enumerate([(True, True), (True, False), (False, True)]):
            async with pair(home, shop) as two:
                command = f"make deploy-{number}"
                for start in (two.own, two.stranger):
                    assert await (await start(pre(command))).word() == "ask"
                waiting = [await start(wish(command)) for start in (two.own, two.stranger)]
                for hook in waiting:
                    await hook.waits()
                # One question of an agent at a time: the second comes when the first has ended.
                for count, yes in enumerate(answers, 1):
                    await two.here.rings(count)
                    await two.here.press(Answer.ALLOW if yes else Answer.DENY)
                found.append([await hook.word() for hook in waiting])
        return found

    yes, *rest = run(work())
    assert yes == ["allow", "allow"]
    assert rest == [["deny", "deny"]] * 2


@pytest.mark.parametrize("claim", ["variables", "lookalike", "other session", "managed"])
def test_nothing_that_an_agent_can_say_gives_it_another_role(
    home: Path, shop: Path, claim: str
) -> None:
    """
    A hook keeps the role in its file unless it is certain whose session it serves.

    Not by variables, not below something that only looks like the agent's supervisor, not in
    the session of a program that the agent has started itself, and never where an administrator
    has installed it.
    """

    async def work() -> tuple[str, list[tuple[str, str]]]:
        async with pair(home, shop) as two:
            said = pre(BUILD)
            if claim == "variables":
                hook = await two.stranger(said)
            elif claim == "lookalike":
                async with below(home, "arch-1", two.here.here) as fake:
                    hook = await two.here.start(
                        said, env={**CLI, **NAMED}, peer=await fake.peer(), **INSTALLED
                    )
                    return await hook.word(), two.kept()
            elif claim == "other session":
                hook = await two.installed({**said, "session_id": "s-nested"})
            else:
                hook = await two.installed(said, raw={"managed": True})
            return await hook.word(), two.kept()

    assert run(work()) == ("ask", [("guarded", "ask_dialog")])


def test_a_call_that_is_not_the_same_is_decided_by_itself(home: Path, shop: Path) -> None:
    """The id alone is not the call: another input, folder or mode under it is another one."""
    others: list[dict[str, Any]] = [
        pre(DEPLOY),
        pre(BUILD, cwd="/"),
        pre(BUILD, permission_mode="plan"),
        pre(BUILD, agent_id="sub-1"),
    ]

    async def work() -> tuple[str, int]:
        async with pair(home, shop) as two:
            word = await (await two.own(pre(BUILD))).word()
            for said in others:
                await (await two.installed(said)).end()
            return word, len(records(two.here.office))

    assert run(work()) == ("allow", 1 + len(others))


def test_a_yes_under_old_rules_is_none_under_new_ones(home: Path, shop: Path) -> None:
    """The role was tightened between the two hooks: the second says what it says now."""

    async def work() -> tuple[str, str]:
        async with pair(home, shop) as two:
            first = await (await two.own(pre(BUILD))).word()
            write_role(home, 'permissions: {deny: ["Bash(make build)"]}\n')
            two.here.office.posts.looked.clear()
            return first, await (await two.installed(pre(BUILD))).word()

    assert run(work()) == ("allow", "deny")


def test_who_leaves_first_takes_no_yes_along(home: Path, shop: Path) -> None:
    """Somebody hands the call in first and goes away: the other hook gets no, never yes."""

    async def work() -> str:
        async with pair(home, shop) as two:
            own = await two.own(pre(DEPLOY), HEADLESS)
            await own.waits()
            installed = await two.installed(pre(DEPLOY), HEADLESS)
            await installed.waits()
            await two.here.rings()
            await own.kill()
            return await installed.word()

    assert run(work()) == "deny"


def test_a_call_that_ran_without_a_dialog_was_approved_by_nobody(home: Path, shop: Path) -> None:
    """We asked, no dialog was seen, and it ran: that is no person's yes."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            await two.words(pre(DEPLOY))
            await two.words(post(DEPLOY))
            kept = await two.here.kept(2)
            return kept, [(each.decider, each.detail) for each in records(two.here.office)][-1]

    kept, last = run(work())
    assert kept == [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")]
    assert last == ("", "it ran, and no dialog was seen to be open for it")


def test_the_end_of_an_equal_call_approves_nothing(home: Path, shop: Path) -> None:
    """Only the call's own end shows that its dialog was approved."""

    async def work() -> list[tuple[str, str]]:
        async with pair(home, shop) as two:
            await two.words(pre(DEPLOY, "call-1"))
            for hook in await two.both(wish(DEPLOY)):
                # Not heard before the turn's end, it would be about another dialog.
                await hook.waits()
            await two.here.rings()
            await two.words(post(DEPLOY, "call-2"))
            await two.words(event("Stop"))
            return await two.here.kept(2)

    assert run(work()) == [("ask_dialog", ""), ("dialog_unknown", "ask_dialog")]


def test_the_program_wants_a_dialog_once_for_both(home: Path, shop: Path) -> None:
    """What our role allows and the program asks about all the same is asked and kept once."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            await two.words(pre(BUILD))
            own, installed = await two.both(wish(BUILD))
            await own.waits()
            await installed.waits()
            await two.here.rings()
            await two.here.press()
            said = [await own.word(), await installed.word()]
            await two.words(post(BUILD))
            return said, len(two.here.phone.asked), two.kept()

    assert run(work()) == (
        ["allow", "allow"],
        1,
        [("coder", "allow"), ("coder", "ask_dialog"), ("coder", "ask_approved")],
    )


@pytest.mark.parametrize("first", ["own", "by hand"])
@pytest.mark.parametrize("command", [DEPLOY, BUILD])
def test_permission_request_among_a_roles_own_hooks_shares_the_question(
    home: Path, shop: Path, command: str, first: str
) -> None:
    """
    `proctor permission-request` in `hooks:` of the role hears of the dialog alone: one question.

    Also where the role allows the call and the program asks all the same.
    """

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            before = await (await two.own(pre(command))).word()
            hooks = [two.own, two.by_hand] if first == "own" else [two.by_hand, two.own]
            waiting = [await start(wish(command)) for start in hooks]
            for hook in waiting:
                await hook.waits()
            await two.here.rings()
            await two.here.press()
            said = [await hook.word() for hook in waiting]
            await (await two.own(post(command))).word()
            return before, said, [word for _, word in two.kept()], len(two.here.phone.asked)

    asked = ["ask_dialog", "ask_approved"]
    assert run(work()) == (
        "ask" if command == DEPLOY else "allow",
        ["allow", "allow"],
        asked if command == DEPLOY else ["allow", *asked],
        1,
    )


def test_two_installations_of_one_role_share_a_decision(home: Path, shop: Path) -> None:
    """For the user and for the project: their files say the same, and still there are two."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, role=MAKER) as here:
            how: dict[str, Any] = {"agent": "", "role": "coder"}
            before = [await here.word(pre(DEPLOY), **how) for _ in range(2)]
            waiting = [await here.start(wish(DEPLOY), **how) for _ in range(2)]
            for hook in waiting:
                await hook.waits()
            await here.rings()
            await here.press()
            said = [await hook.word() for hook in waiting]
            return before, said, await here.kept(2), len(here.phone.asked)

    assert run(work()) == (
        ["ask", "ask"],
        ["allow", "allow"],
        [("ask_dialog", ""), ("ask_approved", "ask_dialog")],
        1,
    )


def test_an_agent_of_another_home_gets_no_dialog(home: Path, shop: Path, tmp_path: Path) -> None:
    """Its own hook could answer there first, so ours holds the call until people have answered."""
    other = tmp_path / "other-home"

    async def work() -> tuple[str, int]:
        async with (
            hooks(home, shop, role=MAKER) as here,
            below(other, "arch-1", here.here) as agent,
        ):
            hook = await here.start(pre(DEPLOY), peer=await agent.peer(), **INSTALLED)
            await here.rings()
            await here.press(Answer.DENY)
            return await hook.word(), len(here.phone.asked)

    assert run(work()) == ("deny", 1)


def test_another_home_in_the_users_settings_gets_no_dialog(
    home: Path, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two homes are installed for the same user: neither leaves a question to the dialog."""
    user, other = tmp_path / "user", tmp_path / "other-home"
    hook = other / "hooks" / "claude-code"
    text = hook_text(Identity("claude-code", str(other)), python="/usr/bin/python3", package="/x")
    write_hook(hook, text)
    (user / ".claude").mkdir(parents=True)
    entry = {"hooks": [{"type": "command", "command": str(hook)}]}
    settings = {"hooks": {"PermissionRequest": [entry]}}
    (user / ".claude" / "settings.json").write_text(json.dumps(settings))
    monkeypatch.setenv("HOME", str(user))

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, role=MAKER) as here:
            allowed = await here.word(pre(BUILD))
            # We allow it, so it is the other home that asks, and its people's to answer.
            silent = await here.word(wish(BUILD))
            held = await here.start(pre(DEPLOY))
            await here.rings()
            await here.press(Answer.DENY)
            return allowed, silent, await held.word()

    assert run(work()) == ("allow", "", "deny")


def test_what_was_allowed_always_is_not_asked_again(home: Path, shop: Path) -> None:
    """A yes for good in a person's own session holds for an agent of the same role and folder."""

    async def work() -> tuple[Any, ...]:
        async with pair(home, shop) as two:
            how: dict[str, Any] = {"agent": "", "role": "coder", "env": HEADLESS}
            described = {"command": DEPLOY, "description": "Deploy the shop"}
            said = pre(DEPLOY, session_id="s-other", tool_input=described)
            held = await two.here.start(said, **how)
            await two.here.rings()
            await two.here.press(scope=Scope.ALWAYS)
            first = await held.word()
            await until(lambda: len(records(two.here.office)) == 1)
            again = await two.words(pre(DEPLOY))
            return first, again, two.kept(), len(two.here.phone.asked)

    assert run(work()) == (
        "allow",
        ["allow", "allow"],
        [("coder", "ask_approved"), ("coder", "ask_approved")],
        1,
    )


def test_both_hooks_at_once_never_disagree(home: Path, shop: Path) -> None:
    """Many calls of one agent, each handed in by both hooks at the same moment."""
    commands = [(BUILD, "allow"), ("make clean", "deny"), (DEPLOY, "ask")] * 10

    async def work() -> tuple[list[list[str]], int]:
        async with pair(home, shop) as two:
            started = await asyncio.gather(
                *(
                    two.both(pre(command, f"call-{number}"))
                    for number, (command, _) in enumerate(commands)
                )
            )
            said = [[await hook.word() for hook in hooks] for hooks in started]
            return said, len(records(two.here.office))

    said, kept = run(work())
    assert said == [[word, word] for _, word in commands]
    assert kept == len(commands)
