"""An agent that speaks to the server by itself gives itself no permissions."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotAllowed
from proctor.server.agent_desk import agent_desk
from proctor.server.office import Office
from proctor.server.requests import read_request
from proctor.terms.reply import Answer, Decider, Reply
from tests.server.asking_rig import answered, configure, write_role
from tests.server.offices import bash, opened, question, run

EDIT, MODEL = "self_edit_permissions", "self_edit_model"
PEOPLE = "people: {ada: {roles: [admin]}}\n"
ROLES = {
    "otherwise": "permissions: {profile: guarded, otherwise: allow}\n",
    "bypass": "permission_mode: bypassPermissions\npermissions: {profile: guarded}\n",
    "named": "permissions: {allow: [self_edit_permissions], otherwise: ask}\n",
    "all-strings": 'permissions: {allow: ["tool:self_edit:.*"], otherwise: ask}\n',
    "until": 'permissions: {allow: [{rule: "tool:.*", until: 2999-01-01}], otherwise: ask}\n',
    "asks": 'permissions: {profile: open, ask: ["Bash(rm *)"], order: "deny, allow, ask"}\n',
}
# All but the first two rows have rules that allow it; `asks` is `open` with an ask beside it.
LOOSER = [(role, "open") for role in ROLES if role != "asks"] + [
    (role, "standard") for role in ("otherwise", "bypass", "named", "until")
]


def wants(project: Path, role: str, tool: str = EDIT, **more: Any) -> dict[str, Any]:
    """Return what an agent says on the socket to change itself."""
    given = {"profile": "open"} if tool == EDIT else {"model": "opus"}
    call = {"tool": tool, "input": given, "role": role, "session": "s-1", "requester": "ada"}
    return {**bash("", project), **call, **more}


def make(office: Office, request: dict[str, Any]) -> str:
    """Make a change by the op of the socket, whatever was answered; return what came of it."""
    fields = {name: request[name] for name in ("tool", "input", "role", "agent", "session")}
    try:
        return str(office.self_edits.make({**fields, "project": request["cwd"]})["text"])
    except NotAllowed as refused:
        return refused.message


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """Return a home with people and the roles."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    configure(home, PEOPLE)
    for name, text in ROLES.items():
        write_role(home, text, name)
    return home


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a project."""
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


def test_permissions_are_loosened_by_a_person_alone(there: Path, shop: Path) -> None:
    """Rules, modes and a claimed requester are not enough; the person's yes is for one change."""

    async def work() -> dict[tuple[str, str], list[str]]:
        found = {}
        async with opened(there) as office:
            for role, profile in LOOSER:
                wish = wants(shop, role, input={"profile": profile}, session=f"{role}-{profile}")
                asking = asyncio.create_task(office.decide(wish))
                asked = await question(office)
                before = make(office, wish)
                await office.answer(asked["id"], {"answer": "deny"}, person="ada")
                said = (await asking)["effect"]
                found[role, profile] = [before, said, make(office, wish)]
        return found

    no = "nobody has approved exactly this change just now"
    assert run(work()) == {wish: [no, "deny", no] for wish in LOOSER}


def test_what_certainly_tightens_can_be_left_to_rules(there: Path, shop: Path) -> None:
    """Under `open` every profile is stricter; what the role asks about stays asked about."""

    async def work() -> list[tuple[str, str]]:
        async with opened(there, timeout=0.2) as office:
            found = []
            for role in ("open", "asks"):
                wish = wants(shop, role, input={"profile": "locked"})
                said = await office.decide(wish)
                found.append((said["effect"], make(office, wish)))
                said = await office.decide({**wish, "requester": "eve", "session": "s-2"})
                found.append((said["effect"], make(office, {**wish, "session": "s-2"})))
            return found

    changed = ("allow", "changed profile, for you alone, until you end")
    refused = ("deny", "nobody has approved exactly this change just now")
    assert run(work()) == [changed, refused] * 2


def test_an_approval_ends_when_the_permissions_are_others(there: Path, shop: Path) -> None:
    """One that was laid aside does not undo what came after it."""

    async def work() -> list[str]:
        async with opened(there) as office:
            aside = wants(shop, "open", input={"profile": "standard"})
            held = wants(shop, "open", input={"profile": "locked"})
            await office.decide(aside)
            await office.decide(held)
            found = [make(office, held), make(office, aside)]
            # A person's yes that was not used is revoked with the rest.
            later = wants(shop, "named", session="s-3")
            await answered(office, later, "ada")
            await agent_desk(office).revoke_overrides("arch-1", person="ada")
            return [*found, make(office, later)]

    assert run(work()) == [
        "changed profile, for you alone, until you end",
        "your permissions have changed since this was approved",
        "nobody has approved exactly this change just now",
    ]


def test_other_changes_need_a_rule_or_a_person(there: Path, shop: Path) -> None:
    """Neither a mode nor `otherwise` lets an agent change its model."""

    async def work() -> dict[str, str]:
        async with opened(there, timeout=0.2) as office:
            found = {}
            for role in ("otherwise", "bypass", "all-strings"):
                wish = wants(shop, role, MODEL)
                await office.decide(wish)
                found[role] = make(office, wish)
            return found

    no = "nobody has approved exactly this change just now"
    yes = "changed model, for you alone, until you end"
    assert run(work()) == {"otherwise": no, "bypass": no, "all-strings": yes}


def test_only_a_person_in_a_channel_approves(there: Path, shop: Path) -> None:
    """A reviewer, a remembered answer, a dialog and an answer without a name do not."""
    nobody = [
        None,
        Reply(Answer.ALLOW, channel="dialog"),
        Reply(Answer.ALLOW, by="ada"),
        Reply(Answer.ALLOW, by="gpt", channel="reviewer", decider=Decider.REVIEWER),
        Reply(Answer.ALLOW, by="ada", channel="web", decider=Decider.GRANT),
        Reply(Answer.DENY, by="ada", channel="web"),
    ]

    async def work() -> list[int]:
        async with opened(there) as office:
            found = []
            for reply in [*nobody, Reply(Answer.ALLOW, by="ada", channel="web")]:
                wish = wants(shop, "named")
                request = read_request(wish)
                decision = office.posts.get("named", str(shop)).pipeline.decide(request.call)
                office.self_edits.approve(request, decision, reply, lambda: True)
                found.append(len(office.self_edits.approved))
            return found

    assert run(work()) == [0] * len(nobody) + [1]
