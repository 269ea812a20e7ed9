"""A session's answer for a whole category: what it covers, and what it never does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from tests.server.asking_rig import ME, answered, coder, configure, effect, write_role
from tests.server.offices import opened, question, run

ROLE = """\
permissions:
  allow: [Read]
  ask:
    - {rule: "Bash(git push *)", by: human}
    - {rule: "Bash(docker *)", approvers: [lead]}
    - "Bash(npm *)"
  deny: ["Bash(rm *)"]
"""
BASH = {"scope": "session", "category": "bash"}
PEOPLE = f"people:\n  '{ME}': {{roles: [developer]}}\n  li: {{roles: [lead]}}\n"


def edit(project: Path, name: str = "a.txt") -> dict[str, Any]:
    """Return a request to write a file."""
    request = coder("", project)
    return {
        **request, "tool": "Write", "input": {"file_path": str(project / name), "content": "x"},
    }  # fmt: skip


def test_it_covers_other_commands_of_the_session(home: Path, shop: Path) -> None:
    """Also those that a rule asks about, and in other folders of the project."""
    write_role(home, ROLE)
    (shop / "sub").mkdir()

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), **BASH)
            others = [
                coder("make all", shop),
                coder("npm test", shop),
                coder("make", shop / "sub"),
                coder("make", shop, subagent="helper"),
            ]
            return [await effect(office, other) for other in others]

    assert run(work()) == ["allow"] * 4


def test_it_covers_nothing_else(home: Path, shop: Path) -> None:
    """No other agent, session, role, project or kind; nothing that is denied or for people only."""
    write_role(home, ROLE)
    write_role(home, ROLE, "other")
    configure(home, PEOPLE)
    elsewhere = shop.parent / "elsewhere"
    (elsewhere / ".git").mkdir(parents=True)
    others = {
        "agent": coder("make", shop, agent="arch-2"),
        "session": coder("make", shop, session="s-2"),
        "no session": coder("make", shop, session=""),
        "role": coder("make", shop, role="other"),
        "project": coder("make", elsewhere),
        "kind": edit(shop),
        "human": coder("git push origin main", shop),
        "human among others": coder("make && git push origin main", shop),
        "approvers": coder("docker ps", shop),
        "guard": coder("echo x > .claude/settings.json", shop),
        "guard's hooks": coder("cp a .git/hooks/pre-commit", shop),
        "denied": coder("rm -r build", shop),
        "denied among others": coder("make; rm -r build", shop),
    }

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), **BASH)
            assert await effect(office, coder("make two", shop)) == "allow"
            return {name: await effect(office, other) for name, other in others.items()}

    expected = {**dict.fromkeys(others, "ask"), "denied": "deny", "denied among others": "deny"}
    assert run(work()) == expected


@pytest.mark.parametrize(
    "command",
    ["git push origin main", "echo x > .claude/settings.json", "make && git push"],
    ids=["human", "guard", "human among others"],
)
def test_what_people_are_to_see_each_time_cannot_be_answered_for_all(
    command: str, home: Path, shop: Path
) -> None:
    """Such a question does not offer it, and an answer that claims it is refused."""
    write_role(home, ROLE)

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder(command, shop)))
            asked = await question(office)
            with pytest.raises(UsageError):
                await office.answer(asked["id"], {"answer": "allow", **BASH}, person=ME)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            return asked["category"], (await asking)["effect"]

    assert run(work()) == ("", "deny")


def test_the_category_of_edits_is_another(home: Path, shop: Path) -> None:
    """It lets files be written, and no command run, not even one that writes."""
    write_role(home, ROLE)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, edit(shop), scope="session", category="edit")
            others = [
                edit(shop, "b.txt"),
                edit(shop, ".claude/settings.json"),
                coder("tee a.txt", shop),
            ]
            return [await effect(office, other) for other in others]

    assert run(work()) == ["allow", "ask", "ask"]


def test_it_ends_when_it_is_revoked_and_with_a_rule_that_denies(home: Path, shop: Path) -> None:
    """At once, both."""
    write_role(home, ROLE)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), **BASH)
            seen = [await effect(office, coder("make two", shop))]
            write_role(home, ROLE.replace("Bash(rm *)", "Bash(make *)"))
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            seen.append(await effect(office, coder("make two", shop)))
            seen.append(await effect(office, coder("npm test", shop)))
            [grant] = await office.grants()
            await office.revoke(grant["id"], person=ME)
            return [*seen, await effect(office, coder("npm test", shop))]

    assert run(work()) == ["allow", "deny", "allow", "ask"]
