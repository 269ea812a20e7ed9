"""What a hook was answered about a call is taken over by the gateway to which it comes next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.approval.people import People
from proctor.approval.rights import Rights
from proctor.server import posts
from proctor.server.hook_answers import MOST, Answered, HookAnswers, Reuse
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.reply import Answer, Scope
from tests.server.asking_rig import configure, write_role
from tests.server.gateway_rig import BREAD, ROLE, calls, gatewayed
from tests.server.hook_rig import HEADLESS, run
from tests.server.offices import records

TESTER = "permissions:\n  ask: [mcp__shop__buy]\n  deny: [mcp__shop__look]\n"
CAUTIOUS = "permissions:\n  ask: [mcp__shop__look, mcp__shop__buy]\n"


def test_a_person_is_asked_once(home: Path, shop: Path) -> None:
    """What a person has allowed at the hook runs at the gateway, is kept once, and asks nobody."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            await here.approved()
            answer = await here.decided()
            found = records(here.here.office)
            return answer["effect"], answer["record"], len(here.here.phone.asked), found

    effect, record, rings, [kept] = run(work())
    assert (effect, rings) == ("allow", 1)
    assert (kept.uid, kept.decision, kept.answered_by) == (record, "ask_approved", "ada")
    assert "called as mcp__proctor__shop_buy" in kept.detail


def test_what_the_rules_allow_is_kept_once(home: Path, shop: Path) -> None:
    """Where both allow by the same rules, the record of the hook is that of the gateway."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_look") == "allow"
            answer = await here.decided("mcp__shop__look")
            return answer["effect"], answer["record"], records(here.here.office)

    effect, record, [kept] = run(work())
    assert (effect, record) == ("allow", kept.uid)


def test_an_answer_counts_once(home: Path, shop: Path) -> None:
    """The same call a second time is a call of its own, and asks."""

    async def work() -> list[bool]:
        async with gatewayed(home, shop) as here:
            await here.approved()
            return [await here.asks_again(), await here.asks_again()]

    assert run(work()) == [False, True]


@pytest.mark.parametrize(
    "other",
    [
        {"call_id": "toolu_2"},
        {"call_id": ""},
        {"said": {"what": "gold"}, "input": {"what": "gold"}},
        {"said": {}},
        {"gateway": ""},
        {"gateway": "0" * 32},
        {"project": "/srv/other"},
    ],
)
def test_another_call_asks(home: Path, shop: Path, other: dict[str, Any]) -> None:
    """Another id, input, gateway or project has nothing of an answer, which stays for its call."""

    async def work() -> list[bool]:
        async with gatewayed(home, shop) as here:
            await here.approved()
            return [await here.asks_again(**other), await here.asks_again()]

    assert run(work()) == [True, False]


def test_another_tool_asks(home: Path, shop: Path) -> None:
    """What was allowed for one tool allows no other."""

    async def work() -> bool:
        async with gatewayed(home, shop, role=CAUTIOUS) as here:
            await here.approved()
            return await here.asks_again("mcp__shop__look")

    assert run(work())


def test_a_call_is_known_by_what_was_said_not_by_its_defaults(home: Path, shop: Path) -> None:
    """A gateway that has filled in defaults finds the answer by the input as it was said."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            await here.approved()
            return await here.asks_again(input={**BREAD, "number": 1})

    assert not run(work())


def test_a_default_that_is_denied_is_denied(home: Path, shop: Path) -> None:
    """What runs is decided: a rule about what a default means holds over the hook's answer."""
    role = 'permissions:\n  ask: [mcp__shop__buy]\n  deny: ["tool:mcp__shop__buy:.*gold.*"]\n'

    async def work() -> str:
        async with gatewayed(home, shop, role=role) as here:
            await here.approved()
            answer = await here.decided(input={**BREAD, "with": "gold"})
            return str(answer["effect"])

    assert run(work()) == "deny"


def test_a_person_s_no_is_not_asked_about_again(home: Path, shop: Path) -> None:
    """A call that was denied at the hook and comes all the same is denied, and that is kept."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            hook = await here.hook("shop_buy")
            await here.here.rings()
            await here.here.press(Answer.DENY, words="not today")
            assert await hook.word() == "deny"
            answer = await here.decided()
            found = [kept.decision for kept in records(here.here.office)]
            return answer["effect"], answer["why"], len(here.here.phone.asked), found

    assert run(work()) == ("deny", "not today", 1, ["ask_denied", "ask_denied"])


def test_rules_that_deny_by_now_deny(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A role that was changed after the hook's answer holds at the gateway."""
    monkeypatch.setattr(posts, "SECONDS", 0.0)

    async def work() -> str:
        async with gatewayed(home, shop) as here:
            await here.approved()
            write_role(home, "permissions: {deny: [mcp__shop__buy]}\n")
            return str((await here.decided())["effect"])

    assert run(work()) == "deny"


def test_the_mode_of_the_program_is_that_of_the_call(home: Path, shop: Path) -> None:
    """What the hook allows by the program's mode asks nobody at the gateway, that has no mode."""
    given = {"path": str(shop / "a.txt"), "old_str": "a", "new_str": "b"}

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop, role="permissions: {otherwise: ask}\n") as here:
            word = await here.word("str_replace", tool_input=given, permission_mode="acceptEdits")
            answer = await here.decided("str_replace", input=given, said=given)
            return word, answer["effect"], len(here.here.phone.asked)

    assert run(work()) == ("allow", "allow", 0)


def test_what_a_gateway_only_has_kept_takes_nothing_over(home: Path, shop: Path) -> None:
    """A call that the gateway refuses by itself is kept as it decides, and leaves the answer."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            await here.approved()
            answer = await here.decided(ask="leave")
            found = [kept.decision for kept in records(here.here.office)]
            return answer["effect"], found, await here.asks_again()

    assert run(work()) == ("ask", ["ask_approved", "ask_dialog"], False)


# Another role at the gateway


def test_another_role_denies_by_its_own_rules(home: Path, shop: Path) -> None:
    """A deny of the gateway's role holds, whatever the hook's role allows, and is kept."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            write_role(home, TESTER, "tester")
            assert await here.word("shop_look") == "allow"
            answer = await here.decided("mcp__shop__look", role="tester")
            return answer["effect"], [
                (kept.role, kept.decision) for kept in records(here.here.office)
            ]

    assert run(work()) == ("deny", [("coder", "allow"), ("tester", "deny")])


def test_another_role_takes_a_person_s_answer(home: Path, shop: Path) -> None:
    """A person who was asked for the hook's role is not asked again, and both are kept."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            write_role(home, TESTER, "tester")
            await here.approved()
            asks = await here.asks_again(role="tester")
            return asks, [(kept.role, kept.answered_by) for kept in records(here.here.office)]

    assert run(work()) == (False, [("coder", "ada"), ("tester", "ada")])


def test_another_role_s_approver_is_asked_themselves(home: Path, shop: Path) -> None:
    """Who may not answer for the gateway's role has not answered for it at the hook."""
    config = (
        'people: {ada: {roles: [lead], telegram: "7"}, bob: {roles: [owner], telegram: "8"}}\n'
        "approvers: {tester: [owner]}\n"
    )

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            write_role(home, TESTER, "tester")
            configure(home, config)
            await here.approved()
            hearing = await here.peer(role="tester")
            await here.here.rings(2)
            await here.here.phone.press("8", Answer.DENY)
            return bool((await hearing.hear())["ok"]["effect"] == "deny")

    assert run(work())


def test_the_same_roles_in_another_order_are_the_same(home: Path, shop: Path) -> None:
    """A chain of roles is all of them together, whichever is named first."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            write_role(home, CAUTIOUS, "tester")
            hook = await here.here.start(
                calls("shop_look"), role="coder under tester", env=HEADLESS, pid=here.program
            )
            await here.here.rings()
            await here.here.press(scope=Scope.SESSION)
            assert await hook.word() == "allow"
            asks = await here.asks_again("mcp__shop__look", role="tester under coder")
            return asks, len(records(here.here.office))

    assert run(work()) == (False, 1)


def test_another_role_takes_no_rule_s_answer(home: Path, shop: Path) -> None:
    """What the hook's role allows by itself is asked about where the gateway's role asks."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            write_role(home, CAUTIOUS, "tester")
            assert await here.word("shop_look") == "allow"
            return await here.asks_again("mcp__shop__look", role="tester")

    assert run(work())


def test_a_remembered_answer_counts_for_its_own_role_only(home: Path, shop: Path) -> None:
    """A grant that answered the hook answers the gateway of the same role, and of no other."""

    async def work() -> list[bool]:
        async with gatewayed(home, shop) as here:
            write_role(home, TESTER, "tester")
            hook = await here.hook("shop_buy")
            await here.here.rings()
            await here.here.press(scope=Scope.SESSION)
            assert await hook.word() == "allow"
            found = [await here.asks_again()]
            for role in ("coder", "tester"):
                assert await here.word("shop_buy", call_id=role) == "allow"
                found.append(await here.asks_again(call_id=role, role=role))
            return found

    assert run(work()) == [False, False, True]


# What is remembered


def test_another_stage_is_another_role() -> None:
    """What was answered in one stage of a workflow run was not answered in the next."""
    call = ToolCall("Read", None, call_id="one")
    answered = Answered(call, "d", "coder", Effect.ALLOW, None, "r", stage="build")
    rights = Rights(People)
    found = [Reuse(answered, rights, role="coder", stage=stage) for stage in ("build", "review")]

    assert [reuse.same_role for reuse in found] == [True, False]


def test_the_oldest_answers_are_forgotten() -> None:
    """So many answers are remembered, and none of a call without an id."""
    answers = HookAnswers()
    for number in range(MOST + 1):
        call = ToolCall("Read", None, call_id=str(number))
        answers.note(Answered(call, "d", "coder", Effect.ALLOW, None, "r"))
    answers.note(Answered(ToolCall("Read", None), "d", "coder", Effect.ALLOW, None, "r"))

    assert len(answers.calls) == MOST
    assert answers.take("0", "Read", "d") is None
    assert answers.take("1", "Read", "d") is not None
    answers.forget("2")
    assert answers.take("2", "Read", "d") is None


def test_a_role_that_only_tests(home: Path, shop: Path) -> None:
    """The role of these tests asks before it buys, where no hook was called."""

    async def work() -> bool:
        async with gatewayed(home, shop, role=ROLE) as here:
            return await here.asks_again()

    assert run(work())
