"""Ways around an answer that a review found, each closed."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from proctor.server.office import Office
from tests.server.asking_rig import (
    CODER,
    ME,
    answered,
    coder,
    configure,
    effect,
    until,
    write_role,
)
from tests.server.offices import opened, question, run

WRITES = "permissions: {allow: [Read], otherwise: ask}\n"
PEOPLE = "people:\n  ada: {roles: [admin]}\n  bob: {roles: [dev]}\n"


def write_call(shop: Path, **more: Any) -> dict[str, Any]:
    """Return a request to write a file that may become a link."""
    return {
        "tool": "Write",
        "input": {"file_path": str(shop / "docs" / "hook.txt"), "content": "x"},
        "cwd": str(shop), "agent": "arch-1", "session": "s-1", "role": "coder", **more,
    }  # fmt: skip


def make_link(shop: Path) -> None:
    """Let the file lead to a hook of git, about which the guard asks."""
    (shop / ".git" / "hooks").mkdir(parents=True, exist_ok=True)
    (shop / "docs" / "hook.txt").symlink_to(shop / ".git" / "hooks" / "pre-commit")


def test_a_link_that_comes_while_people_think_is_something_else(home: Path, shop: Path) -> None:
    """They were asked about a file; what would be written now is another."""
    write_role(home, WRITES)
    (shop / "docs").mkdir(exist_ok=True)

    async def work() -> tuple[str, bool]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(write_call(shop)))
            asked = await question(office)
            make_link(shop)
            await office.answer(asked["id"], {"answer": "allow", "scope": "session"}, person=ME)
            said = await asking
            return said["effect"], await office.grants() == []

    assert run(work()) == ("deny", True)


def test_a_link_is_noticed_also_beside_a_script_that_cannot_be_read(home: Path, shop: Path) -> None:
    """What cannot be compared at all is no cover for what can."""
    write_role(home)
    (shop / "docs").mkdir(exist_ok=True)
    os.mkfifo(shop / "pipe")
    request = coder("bash pipe; cp a docs/hook.txt", shop)

    async def work() -> str:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(request))
            asked = await question(office)
            make_link(shop)
            await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            return str((await asking)["effect"])

    assert run(work()) == "deny"


@pytest.mark.parametrize("scope", [{"scope": "session"}, {"scope": "always"}], ids=str)
def test_a_grant_for_a_file_is_none_for_where_a_link_leads(
    home: Path, shop: Path, scope: dict[str, str]
) -> None:
    """What the guard asks is asked, whatever was allowed before under the same name."""
    write_role(home, WRITES.replace("otherwise", "ask: [Write], otherwise"))
    (shop / "docs").mkdir(exist_ok=True)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, write_call(shop), **scope)
            before = await effect(office, write_call(shop))
            make_link(shop)
            return [before, await effect(office, write_call(shop))]

    assert run(work()) == ["allow", "ask"]


@pytest.mark.parametrize(
    ("role", "config"),
    [
        ("permissions:\n  ask: [{rule: Bash, approvers: [admin]}]\n", PEOPLE),
        (CODER, PEOPLE + "approvers: {coder: [admin]}\n"),
    ],
    ids=["of a rule", "of the role"],
)  # fmt: skip
@pytest.mark.parametrize("manner", ["leave", "beside"])
def test_where_it_is_named_who_answers_no_dialog_does(
    home: Path, shop: Path, role: str, config: str, manner: str
) -> None:
    """The call is held for them: whoever sits before the program is nobody that is known."""
    write_role(home, role)
    configure(home, config)

    async def work() -> list[str]:
        async with opened(home) as office:
            request = coder("make", shop, ask=manner)
            asking = asyncio.create_task(office.decide(request))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "allow"}, person="ada")
            allowed = (await asking)["effect"]
            configure(home, config.replace("ada: {roles: [admin]}", "ada: {roles: [ops]}"))
            await asyncio.to_thread(lambda: None)
            return [allowed, (await office.decide(coder("make x", shop, ask=manner)))["effect"]]

    assert run(work()) == ["allow", "deny"]


def test_where_it_is_named_who_answers_no_reviewer_does(
    home: Path, shop: Path, tmp_path: Path
) -> None:
    """`approvers` of a role want people; the model is not even asked."""
    trace = tmp_path / "trace"
    write_role(home, CODER + "  agent: {enabled: true, instructions: Be careful.}\n")
    says = f'[sh, -c, "cat >/dev/null; echo x >>{trace}; echo ALLOW; echo hm"]'
    people = PEOPLE + "approvers: {coder: [admin]}\n"
    configure(home, f"{people}reviewer:\n  command: {says}\n")

    async def work() -> str:
        async with opened(home) as office:
            reply = await answered(office, coder("make", shop), person="ada", answer="deny")
            return str(reply["effect"])

    assert (run(work()), trace.exists()) == ("deny", False)


def test_always_writes_no_rule_for_a_role_whose_answers_are_not_theirs(
    home: Path, shop: Path
) -> None:
    """A role that extends this one would get it too; so it is a grant for this call."""
    write_role(home, "permissions: {allow: [Read], otherwise: ask}\n")
    write_role(home, "extends: coder\n", name="deployer")
    configure(home, PEOPLE + "approvers: {deployer: [admin]}\n")
    before = (home / "roles" / "coder.yaml").read_text()

    async def work(person: str) -> tuple[str, int]:
        async with opened(home) as office:
            await answered(office, coder("npm test", shop), person=person, scope="always")
            held = await held_for(office, coder("npm test", shop, role="deployer"))
            return held, len(await office.grants())

    assert run(work("bob")) == ("asked", 1)
    assert (home / "roles" / "coder.yaml").read_text() == before


async def held_for(office: Office, request: dict[str, Any]) -> str:
    """Say whether a call is asked about; then nobody answers it."""
    asking = asyncio.create_task(office.decide(request))
    await until(lambda: asking.done() or office.inbox.ends)
    if asking.done():
        return str(asking.result()["effect"])
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    return "asked"


def test_a_session_without_a_name_ends_by_itself(home: Path, shop: Path) -> None:
    """Nobody sees it end, so an answer for it has an end of its own."""
    write_role(home)

    async def work() -> list[bool]:
        async with opened(home) as office:
            for name in ("", "s-1"):
                await answered(office, coder("make", shop, session=name), scope="session")
            return [bool(grant["expires_at"]) for grant in await office.grants()]

    assert run(work()) == [True, False]
