"""
The dive document on session allowlists: a whole category for a session, and its order.

A category is given by a person, before or as the answer to a question, and looked up only
once the rules ask: docs/decisions/0002-grants-are-not-rules.md.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.approval.channels.scripted import ScriptedChannel
from proctor.approval.grants import CATEGORIES
from tests.seeds.asked_chats import ON_SQLITE
from tests.server.asking_rig import ME, answered, coder, configure, effect, until, write_role
from tests.server.offices import opened, question, records, run

RULES = """\
permissions:
  deny: [{rule: "Bash(rm -rf *)", why: Recursive deletion blocked}]
  allow: [Read, Glob, "Bash(go test *)", "mcp__*"]
  ask: [{rule: Write, why: Confirm file write}]
"""
BASH = {"scope": "session", "category": "bash"}
EDIT = {"scope": "session", "category": "edit"}


def write(project: Path, name: str = "a.txt", **more: Any) -> dict[str, Any]:
    """Return a request to write a file."""
    given = {"file_path": str(project / name), "content": "x"}
    return {**coder("", project, **more), "tool": "Write", "input": given}


def edit(project: Path, name: str = "b.txt", **more: Any) -> dict[str, Any]:
    """Return a request to edit a file."""
    given = {"file_path": str(project / name), "old_string": "a", "new_string": "b"}
    return {**coder("", project, **more), "tool": "Edit", "input": given}


def fetch(project: Path) -> dict[str, Any]:
    """Return a request to fetch a page."""
    return {**coder("", project), "tool": "WebFetch", "input": {"url": "https://example.com/"}}


def test_allow_all_of_bash_this_session(home: Path, shop: Path) -> None:
    """Every other command of the session runs without a question, and the record says by whose."""
    write_role(home, RULES)

    async def work() -> None:
        async with opened(home) as office:
            assert await effect(office, coder("npm install", shop)) == "ask"
            said = await answered(office, coder("go build", shop), **BASH)
            others = [coder(command, shop) for command in ("npm install", "make | tee log", "ls")]
            effects = [await effect(office, each) for each in others]
            record = records(office)[-1]
            [grant] = await office.grants()

        assert (said["effect"], effects) == ("allow", ["allow"] * 3)
        assert (record.decision, record.decider) == ("ask_approved", "grant")
        assert (grant["scope"], grant["body"]["category"]) == ("session", "bash")
        assert record.detail == f"allowed by {grant['made_by']} for this session (grant 1)"

    run(work())


def test_allow_for_session_before_anything_was_asked(home: Path, shop: Path) -> None:
    """`allow_for_session("bash")` at any time: the next command runs, and a deny still denies."""
    write_role(home, RULES)
    whose = {"role": "coder", "project": str(shop), "agent": "arch-1", "session": "s-1"}

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            await office.allow({"category": "bash", **whose}, person=ME)
            others = {
                "command": coder("npm install", shop),
                "deny": coder("rm -rf build", shop),
                "other session": coder("npm install", shop, session="s-2"),
                "edit": edit(shop),
                "plan": coder("npm install", shop, mode="plan"),
            }
            found = {name: await effect(office, other) for name, other in others.items()}
            await office.allow({"category": "edit", **whose}, person=ME)
            assert await office.questions("") == []
            return {**found, "edit, then": await effect(office, edit(shop))}

    assert run(work()) == {
        "command": "allow", "deny": "deny", "other session": "ask", "edit": "ask",
        "plan": "deny", "edit, then": "allow",
    }  # fmt: skip


@ON_SQLITE
def test_the_category_of_edits(home: Path, shop: Path) -> None:
    """It covers all tools that change files, also where a rule asks, and no command."""
    write_role(home, RULES)

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            await answered(office, edit(shop), **EDIT)
            others = {
                "edit": edit(shop, "c.txt"),
                "write, which a rule asks about": write(shop),
                "command": coder("npm install", shop),
                "redirection": coder("echo x > a.txt", shop),
                "fetch": fetch(shop),
            }
            return {name: await effect(office, other) for name, other in others.items()}

    assert run(work()) == {
        "edit": "allow", "write, which a rule asks about": "allow", "command": "ask",
        "redirection": "ask", "fetch": "ask",
    }  # fmt: skip


@ON_SQLITE
def test_it_is_for_this_session(home: Path, shop: Path) -> None:
    """Another session, or another agent, confirms for itself."""
    write_role(home, RULES)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("go build", shop), **BASH)
            others = [{}, {"session": "s-2"}, {"agent": "arch-2"}, {"session": "", "agent": ""}]
            return [await effect(office, coder("npm ci", shop, **other)) for other in others]

    assert run(work()) == ["allow", "ask", "ask", "ask"]


@ON_SQLITE
@pytest.mark.parametrize(
    ("command", "mode", "without", "given"),
    [
        ("rm -rf build", "default", "deny", "deny"),
        ("npm ci && rm -rf build", "default", "deny", "deny"),
        ("go test ./...", "default", "allow", "allow"),
        ("npm ci", "default", "ask", "allow"),
        ("npm ci", "acceptEdits", "ask", "allow"),
        ("npm ci", "plan", "deny", "deny"),
        ("npm ci", "dontAsk", "deny", "deny"),
        ("go test ./...", "dontAsk", "allow", "allow"),
    ],
)
def test_the_order(
    command: str, mode: str, without: str, given: str, home: Path, shop: Path
) -> None:
    """
    Deny rules, allow rules, ask rules, the mode, and then what the session was given.

    The document looks at the session's list first, before its deny rules:
    docs/decisions/0002-grants-are-not-rules.md.
    """
    write_role(home, RULES)

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            request = coder(command, shop, mode=mode)
            before = await effect(office, request)
            await answered(office, coder("go build", shop), **BASH)
            return before, await effect(office, request)

    assert run(work()) == (without, given)


@ON_SQLITE
def test_the_default_is_to_confirm(home: Path, shop: Path) -> None:
    """What no rule matches is put to a person, and what a rule asks comes with its words."""
    write_role(home, RULES)

    async def work() -> list[tuple[str, str, str]]:
        seen = []
        async with opened(home) as office:
            for request in (coder("npm ci", shop), write(shop), fetch(shop)):
                asking = asyncio.create_task(office.decide(request))
                asked = await question(office)
                await office.answer(asked["id"], {"answer": "deny"}, person="ada")
                said = await asking
                seen.append((said["effect"], asked["category"], asked["why"]))
        return seen

    [command, file, page] = run(work())
    assert (command[:2], file, page[:2]) == (
        ("deny", "bash"), ("deny", "edit", "Confirm file write"), ("deny", "fetch"),
    )  # fmt: skip


@ON_SQLITE
def test_without_a_dialog_an_ask_is_a_no(home: Path, shop: Path) -> None:
    """
    Where nobody can be asked it is denied at once, with the reason.

    The document allows it then: docs/decisions/0011-no-answer-is-no.md.
    """
    write_role(home, RULES)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            said = await office.decide(write(shop))
            return said["effect"], said["why"]

    assert run(work()) == (
        "deny",
        "Confirm file write (nobody can be asked: there is no channel to people)",
    )


@ON_SQLITE
def test_a_category_is_an_explicit_choice(home: Path, shop: Path) -> None:
    """The same answer without it is for the very same call; nothing widens by itself."""
    write_role(home, RULES)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("npm ci", shop), scope="session")
            others = [coder("npm ci", shop), coder("npm ci --verbose", shop)]
            return [await effect(office, other) for other in others]

    assert run(work()) == ["allow", "ask"]


def test_the_keys_of_the_categories() -> None:
    """They are called as in the document: `bash` and `edit`, and two more of the same kind."""
    assert list(CATEGORIES) == ["bash", "edit", "read", "fetch"]


@ON_SQLITE
def test_what_waits_in_line_is_covered_too(home: Path, shop: Path) -> None:
    """Of a batch only the first is asked about, if its answer is for the whole category."""
    write_role(home, RULES)

    async def work() -> tuple[list[str], int]:
        async with opened(home) as office:
            batch = [
                asyncio.create_task(office.decide(coder(f"echo {name} > log", shop)))
                for name in ("one", "two", "three")
            ]
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "allow", **BASH}, person=ME)
            said = await asyncio.wait_for(asyncio.gather(*batch), 20)
            return [each["effect"] for each in said], len(await office.questions())

    assert run(work()) == (["allow"] * 3, 1)


@ON_SQLITE
def test_what_waits_in_line_is_denied_by_a_rule_of_now(home: Path, shop: Path) -> None:
    """A rule that came meanwhile counts for what the answer would cover."""
    write_role(home, RULES)

    async def work() -> list[str]:
        async with opened(home) as office:
            one = asyncio.create_task(office.decide(coder("echo one > log", shop)))
            asked = await question(office)
            two = asyncio.create_task(office.decide(coder("echo two > log", shop)))
            await until(lambda: list(office.desk.line.waiting.values()) == [2])
            write_role(home, RULES.replace("Bash(rm -rf *)", "Bash(echo two *)"))
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            await office.answer(asked["id"], {"answer": "allow", **BASH}, person=ME)
            return [(await one)["effect"], (await two)["effect"]]

    assert run(work()) == ["allow", "deny"]


@ON_SQLITE
@pytest.mark.parametrize("answer", ["allow", "deny"])
def test_a_dialog_that_always_says_the_same(answer: str, home: Path, shop: Path) -> None:
    """A scripted channel is one: it answers what the rules ask, and lifts no deny."""
    write_role(home, RULES)
    configure(home, "channels: {inbox: false}\n")
    script = ScriptedChannel([{"answer": answer}])

    async def work() -> list[str]:
        async with opened(home, channels=[script]) as office:
            calls = [write(shop), coder("npm ci", shop), coder("rm -rf build", shop)]
            return [(await office.decide(call))["effect"] for call in calls]

    assert run(work()) == [answer, answer, "deny"]


@ON_SQLITE
def test_what_waits_in_line_is_asked_where_a_human_is_wanted_by_now(home: Path, shop: Path) -> None:
    """A rule that came meanwhile and wants a person each time is not answered for the category."""
    write_role(home, RULES)
    human = 'ask: [{rule: "Bash(echo two *)", by: human}, '

    async def work() -> tuple[list[str], int]:
        async with opened(home) as office:
            one = asyncio.create_task(office.decide(coder("echo one > log", shop)))
            asked = await question(office)
            two = asyncio.create_task(office.decide(coder("echo two > log", shop)))
            await until(lambda: list(office.desk.line.waiting.values()) == [2])
            write_role(home, RULES.replace("ask: [", human))
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            await office.answer(asked["id"], {"answer": "allow", **BASH}, person=ME)
            first = (await one)["effect"]
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            return [first, (await two)["effect"]], len(await office.questions())

    assert run(work()) == (["allow", "deny"], 2)
