"""Who may answer, end to end: people of config.yaml, their roles, and what a refusal says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotAllowed
from proctor.server.office import Office
from tests.server.asking_rig import CODER, ME, Phone, answered, coder, configure, effect, write_role
from tests.server.offices import opened, question, records, run

PEOPLE = """\
people:
  ada: {roles: [admin]}
  bob: {roles: [developer]}
  li: {roles: [lead]}
  mo: {roles: [lead, security]}
"""
NAMED = PEOPLE + "approvers: {coder: [lead]}\n"
RULES = """\
permissions:
  ask:
    - {rule: "Bash(git push *)", approvers: [security]}
    - {rule: "Bash(git *)", approvers: [lead]}
    - "Bash(npm *)"
"""
TWO_RULES = """\
permissions:
  ask: [{rule: Bash, approvers: [lead]}, {rule: Bash(make), approvers: [owner]}]
"""


async def refused(office: Office, number: int, person: str) -> str:
    """Return why a person may not answer."""
    with pytest.raises(NotAllowed) as caught:
        await office.answer(number, {"answer": "allow"}, person=person)
    return caught.value.message


def test_only_the_people_who_are_named_answer(home: Path, shop: Path) -> None:
    """A valid token of somebody who is not among them is nobody's here; the question stays."""
    write_role(home)
    configure(home, PEOPLE)

    async def work() -> tuple[list[str], str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            number = (await question(office))["id"]
            said = [await refused(office, number, name) for name in ("eve", "", ME, "ADA")]
            assert (await question(office))["id"] == number
            await office.answer(number, {"answer": "allow"}, person="bob")
            return said, (await asking)["effect"]

    told = "you are not among the people who may answer here"
    assert run(work()) == ([told] * 4, "allow")


@pytest.mark.parametrize(
    ("command", "refusals", "by"),
    [
        ("npm test", {"bob": "lead", "ada": "lead"}, "li"),
        ("git pull", {"bob": "lead"}, "li"),
        ("git push", {"bob": "lead", "li": "security"}, "mo"),
        ("npm test && git push", {"li": "security"}, "mo"),
    ],
    ids=["role", "rule", "two rules", "two parts"],
)
def test_a_person_needs_the_role_that_may_answer(
    command: str, refusals: dict[str, str], by: str, home: Path, shop: Path
) -> None:
    """As the role of the agent says, or every rule that asks; a refusal names what is lacking."""
    write_role(home, RULES)
    configure(home, NAMED)

    async def work() -> tuple[dict[str, str], str, str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder(command, shop)))
            number = (await question(office))["id"]
            said = {name: await refused(office, number, name) for name in refusals}
            await office.answer(number, {"answer": "allow"}, person=by)
            done = await asking
            return said, done["effect"], records(office)[-1].answered_by

    told = {
        name: f"{name} does not have the role `{role}`, which may answer this"
        for name, role in refusals.items()
    }
    assert run(work()) == (told, "allow", by)


def test_who_is_taken_off_while_a_question_is_open_may_not_answer_it(
    home: Path, shop: Path
) -> None:
    """The file counts as it is when the answer comes; also for one that loses a role."""
    write_role(home)
    configure(home, NAMED)

    async def work() -> list[str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            number = (await question(office))["id"]
            configure(home, NAMED.replace("li: {roles: [lead]}", "li: {roles: [developer]}"))
            said = [await refused(office, number, "li")]
            configure(home, NAMED.replace("  li: {roles: [lead]}\n", ""))
            said.append(await refused(office, number, "li"))
            await office.answer(number, {"answer": "deny"}, person="mo")
            await asking
            return said

    assert run(work()) == [
        "li does not have the role `lead`, which may answer this",
        "you are not among the people who may answer here",
    ]


@pytest.mark.parametrize("reply", [{"scope": "session"}, {"scope": "time", "seconds": 600}])
def test_what_somebody_said_who_may_not_any_more_is_asked_again(
    reply: dict[str, Any], home: Path, shop: Path
) -> None:
    """A remembered answer counts while who gave it might give it, and then again."""
    write_role(home)
    configure(home, NAMED)
    changes = {
        "as before": NAMED,
        "gone": NAMED.replace("  li: {roles: [lead]}\n", ""),
        "without the role": NAMED.replace("li: {roles: [lead]}", "li: {roles: [developer]}"),
        "others may": PEOPLE + "approvers: {coder: [security]}\n",
        "back": NAMED,
    }

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), "li", **reply)
            seen = {}
            for name, text in changes.items():
                configure(home, text)
                seen[name] = await effect(office, coder("make", shop))
            return seen

    assert run(work()) == {**dict.fromkeys(changes, "ask"), "as before": "allow", "back": "allow"}


def test_a_rule_that_wants_other_eyes_ends_what_was_said_before(home: Path, shop: Path) -> None:
    """Also what was said for a whole category, however the rule is written."""
    write_role(home)
    configure(home, PEOPLE)
    strict = 'permissions:\n  ask:\n    - {rule: "Bash(make *)", approvers: [lead], by: any}\n'

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), "bob", scope="session")
            await answered(office, coder("npm i", shop), "bob", scope="session", category="bash")
            seen = [await effect(office, coder(c, shop)) for c in ("make", "make all", "npm ci")]
            write_role(home, strict)
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            return seen + [
                await effect(office, coder(c, shop)) for c in ("make", "make all", "npm ci")
            ]

    assert run(work()) == ["allow"] * 3 + ["ask", "ask", "allow"]


@pytest.mark.parametrize(
    ("role", "config"),
    [
        (CODER, PEOPLE + "approvers: {coder: [owner]}\n"),
        ("permissions:\n  ask:\n    - {rule: Bash, approvers: [owner]}\n", PEOPLE),
        ("permissions:\n  ask:\n    - {rule: Bash, approvers: [owner]}\n", ""),
        (
            TWO_RULES,
            PEOPLE,
        ),
    ],
    ids=["role", "rule", "nobody is named", "one of two rules"],
)
def test_where_nobody_may_answer_it_is_denied_at_once(
    role: str, config: str, home: Path, shop: Path
) -> None:
    """Nothing is asked, and the reason names the role that nobody has."""
    write_role(home, role)
    configure(home, config)

    async def work() -> tuple[str, bool, list[Any], str]:
        async with opened(home) as office:
            said = await office.decide(coder("make", shop))
            last = records(office)[-1]
            return said["effect"], "`owner`" in said["why"], await office.questions(), last.decision

    assert run(work()) == ("deny", True, [], "ask_timeout")


def test_without_any_channel_it_is_denied_at_once(home: Path, shop: Path) -> None:
    """And nobody can answer what another one asks: the inbox is off."""
    write_role(home)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> tuple[str, str, list[Any]]:
        async with opened(home) as office:
            said = await office.decide(coder("make", shop))
            handed = await office.ask({"tool": "Bash", "action": "tool:bash:make", "agent": "a"})
            with pytest.raises(NotAllowed, match="the inbox is turned off"):
                await office.answer(handed["id"], {"answer": "allow"}, person=ME)
            told = await office.status()
            return said["effect"], said["why"], told["channels"]

    assert run(work()) == (
        "deny",
        "asked by the rule Bash (nobody can be asked: there is no channel to people)",
        [],
    )


def test_where_no_channel_reaches_anybody_it_is_denied_at_once(home: Path, shop: Path) -> None:
    """Nobody waits for an answer that nobody can give; the reason names the channel."""
    write_role(home)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> tuple[str, str, str]:
        async with opened(home, channels=[Phone(broken="ask")]) as office:
            said = await office.decide(coder("make", shop))
            return said["effect"], said["why"], records(office)[-1].decision

    told = (
        "deny",
        "asked by the rule Bash (nobody could be reached: phone: RuntimeError)",
        "ask_timeout",
    )
    assert run(work()) == told


def test_a_rule_that_comes_while_people_think_counts_for_their_answer(
    home: Path, shop: Path
) -> None:
    """One that wants somebody else, or denies, ends a yes of somebody who might before."""
    write_role(home)
    configure(home, PEOPLE)
    changes = {
        'permissions:\n  ask:\n    - {rule: "Bash(make *)", approvers: [lead]}\n':
            "bob does not have the role `lead`, which may answer this",
        'permissions:\n  deny:\n    - {rule: "Bash(make *)", why: Not here.}\n':
            "allowed by bob, but denied by rules that have changed meanwhile: Not here.",
        "permissions: [":
            "allowed",
    }  # fmt: skip

    async def work() -> list[tuple[str, str]]:
        seen = []
        async with opened(home) as office:
            for role in changes:
                write_role(home)
                await asyncio.sleep(0.05)  # longer than a look at the files counts
                asking = asyncio.create_task(office.decide(coder("make", shop)))
                number = (await question(office))["id"]
                write_role(home, role)
                await asyncio.sleep(0.05)
                await office.answer(number, {"answer": "allow", "scope": "session"}, person="bob")
                said = await asking
                seen.append((said["effect"], said["why"]))
                if role != "permissions: [":
                    assert await office.grants() == []
        return seen

    found = run(work())
    assert found[:2] == [("deny", why) for why in list(changes.values())[:2]]
    # While the role does not load, everything is asked: what a person said was asked.
    assert found[2][0] == "allow"


def test_a_call_of_megabytes_hides_nobody_who_must_answer(home: Path, shop: Path) -> None:
    """Whatever is cut of a question, who may answer it is not."""
    write_role(home, RULES)
    configure(home, NAMED)
    command = "git push " + " ".join(f"branch-{number}" for number in range(200_000))
    parts = " && ".join(f"npm run step-{number}" for number in range(300)) + " && git push"

    async def work() -> list[str]:
        async with opened(home) as office:
            seen = []
            for each in (command, parts):
                asking = asyncio.create_task(office.decide(coder(each, shop)))
                number = (await question(office))["id"]
                seen.append(await refused(office, number, "li"))
                await office.answer(number, {"answer": "deny"}, person="mo")
                seen.append((await asking)["effect"])
            return seen

    told = "li does not have the role `security`, which may answer this"
    assert run(work()) == [told, "deny", told, "deny"]
