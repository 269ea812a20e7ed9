"""What an agent changes of itself is for that agent alone, as a person approved it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.errors import NotAllowed
from proctor.server.agent_desk import agent_desk
from proctor.server.office import Office
from proctor.tools.built_in.self_edit import OP
from tests.server.asking_rig import ME, answered, coder, configure, write_role
from tests.server.offices import opened, question, run

CODER = """\
description: Reads and builds
permissions:
  ask: ["tool:self_edit:.*"]
  allow: [Read, "Bash(make *)"]
  deny: ["Bash(rm *)"]
"""
HELD = ("self_edit_permissions", {"profile": "locked"})


def wants(project: Path, tool: str, given: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a request of an agent that wants to change itself."""
    return {**coder("", project, **more), "tool": tool, "input": given}


async def made(office: Office, request: dict[str, Any], **reply: Any) -> str:
    """Have a change approved and made, as the tool does it."""
    said = await answered(office, request, **reply)
    assert said["effect"] == "allow", said
    return make(office, request)


def make(office: Office, request: dict[str, Any]) -> str:
    """Make a change, as the tool does it."""
    fields = {name: request[name] for name in ("tool", "input", "role", "agent", "session")}
    return str(office.self_edits.make({**fields, "project": request["cwd"]})["text"])


async def effects(office: Office, project: Path, **who: Any) -> list[str]:
    """Return what holds for reading, building and removing."""
    found = []
    for command in ("make all", "rm x"):
        said = await office.decide(coder(command, project, ask="leave", **who))
        found.append(said["effect"])
    return found


@pytest.fixture
def there(home: Path) -> Path:
    """Return a home with the role."""
    write_role(home, CODER)
    return home


def test_a_profile_is_changed_for_the_agent_alone(there: Path, shop: Path) -> None:
    """Its role file, other agents and sessions stay; a role beside its own does not get it out."""
    before = (there / "roles/coder.yaml").read_text()

    async def work() -> tuple[str, list[list[str]]]:
        async with opened(there) as office:
            text = await made(office, wants(shop, *HELD))
            whose: list[dict[str, Any]] = [
                {}, {"role": "open under coder"}, {"agent": "arch-2"}, {"session": "s-2"},
            ]  # fmt: skip
            found = [await effects(office, shop, **who) for who in whose]
            await made(office, wants(shop, *HELD, agent="arch-2"))
            return text, [*found, await effects(office, shop, agent="arch-2")]

    text, found = run(work())
    assert text == "changed profile, for you alone, until you end"
    held, role = ["deny", "deny"], ["allow", "deny"]
    assert found == [held, held, role, role, held]
    assert (there / "roles/coder.yaml").read_text() == before


def test_denies_and_asks_of_the_role_outlast_a_looser_profile(there: Path, shop: Path) -> None:
    """`open` opens neither a deny nor what the role itself asks about."""

    async def work() -> list[str]:
        async with opened(there) as office:
            await made(office, wants(shop, HELD[0], {"profile": "open"}))
            first = await effects(office, shop)
            again = asyncio.create_task(office.decide(wants(shop, *HELD)))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            last = await office.decide(coder("curl x.org", shop, ask="leave"))
            return [*first, (await again)["effect"], last["effect"]]

    assert run(work()) == ["allow", "deny", "deny", "allow"]


def test_the_question_says_what_changes_for_whom_and_which_rules_go(
    there: Path, shop: Path
) -> None:
    """Also what *always* means; nothing is offered that would be remembered otherwise."""

    async def work() -> dict[str, Any]:
        async with opened(there) as office:
            asking = asyncio.create_task(office.decide(wants(shop, *HELD)))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            await asking
            return asked

    asked = run(work())
    assert asked["changes"] == [
        "only the agent `arch-1` of the role `coder`, until it ends; the role stays as it is",
        "permissions: the rules of the role give way to the profile `locked`",
        "rules that go: allow Read, allow Bash(make *)",
        "rules that come: allow tool:view:.*",
        "rules that stay: deny Bash(rm *), ask tool:self_edit:.*",
        "otherwise: ask becomes deny",
    ]
    assert asked["always"] == (
        "the same for good: also every later agent called `arch-1` of the role `coder` "
        f"in {shop}, until it is revoked"
    )


REFUSED = {
    "an unknown profile": ("self_edit_permissions", {"profile": "opne"}, "did you mean `open`?"),
    "no profile": ("self_edit_permissions", {"profile": "../open"}, "no name of a profile"),
    "an option": ("self_edit_model", {"model": "--bare"}, "no name of a model"),
    "an empty prompt": ("self_edit_system_prompt", {"prompt": " \n"}, "a prompt is a text"),
    "a terminal's order": ("self_edit_system_prompt", {"prompt": "a\x1b[2J"}, "a prompt is"),
    "a program": ("self_edit_docs", {"path": "src/main.py", "content": "x"}, "no document"),
    "outside": ("self_edit_docs", {"path": "../../a.md", "content": "x"}, "no document"),
}


def test_what_can_never_be_is_refused_before_anybody_is_asked(there: Path, shop: Path) -> None:
    """Also for an agent that nobody could tell from another, and one of a workflow's stage."""

    async def work() -> dict[str, tuple[str, str]]:
        async with opened(there) as office:
            found = {}
            for name, (tool, given, _) in REFUSED.items():
                said = await office.decide(wants(shop, tool, given))
                found[name] = (said["effect"], said["why"])
            said = await office.decide(wants(shop, *HELD, agent="", session=""))
            found["nameless"] = (said["effect"], said["why"])
            assert await office.questions() == []
            return found

    found = run(work())
    assert "names neither an agent nor a session" in found.pop("nameless")[1]
    wrong = {
        name: found[name]
        for name, (_, _, words) in REFUSED.items()
        if found[name][0] != "deny" or words not in found[name][1]
    }
    assert wrong == {}


def test_nothing_is_made_that_was_not_approved(there: Path, shop: Path) -> None:
    """An agent that talks to the server itself gets exactly what was approved, once, for itself."""

    async def work() -> list[str]:
        async with opened(there) as office:
            request = wants(shop, *HELD)
            found = []
            said = await answered(office, request)
            others: list[dict[str, Any]] = [
                {"input": {"profile": "open"}}, {"agent": "arch-2"}, {"session": "s-2"},
                {"role": "open"}, {"tool": "self_edit_model"},
            ]  # fmt: skip
            for other in others:
                with pytest.raises(NotAllowed, match="nobody has approved"):
                    make(office, {**request, **other})
            found.append(said["effect"])
            make(office, request)
            with pytest.raises(NotAllowed, match="nobody has approved"):
                make(office, request)
            return found

    assert run(work()) == ["allow"]
    assert OP == "self-edit"


def kept_file(home: Path) -> Path:
    """Return the one file of overrides."""
    (found,) = (home / "overrides").iterdir()
    return found


def edited(text: str, profile: str) -> str:
    """Return a file with another profile in it, and the tag that it had."""
    said = json.loads(text)
    said["said"]["profile"] = profile
    return json.dumps(said)


DAMAGE: dict[str, Callable[[str], str]] = {
    "edited by hand": lambda text: edited(text, "open"),
    "cut": lambda text: text[:40],
    "empty": lambda _: "",
    "of nobody": lambda _: "{}",
    "without a tag": lambda text: json.dumps({"said": json.loads(text)["said"], "tag": None}),
}


def test_a_damaged_or_hand_written_file_never_loosens(there: Path, shop: Path) -> None:
    """The role's denies hold, and whatever else it allows is asked; a person can revoke it."""

    async def work() -> tuple[dict[str, list[str]], list[str], str]:
        async with opened(there) as office:
            await made(office, wants(shop, *HELD))
            text, found = kept_file(there).read_text(), {}
            for name, damage in DAMAGE.items():
                kept_file(there).write_text(damage(text))
                found[name] = await effects(office, shop)
            kept_file(there).write_text(text)
            kept_file(there).chmod(0o666)
            found["open to others"] = await effects(office, shop)
            why = (await office.decide(coder("make all", shop)))["why"]
            await agent_desk(office).revoke_overrides("arch-1", person=ME)
            return found, await effects(office, shop), why

    found, after, why = run(work())
    assert found == {name: ["ask", "deny"] for name in (*DAMAGE, "open to others")}
    assert "was not written by Proctor, or is damaged" in why
    assert after == ["allow", "deny"]


def test_a_file_counts_for_its_own_agent_only(there: Path, shop: Path) -> None:
    """One that is copied to another agent's name is damage there."""

    async def work() -> list[list[str]]:
        async with opened(there) as office:
            await made(office, wants(shop, HELD[0], {"profile": "open"}))
            text = kept_file(there).read_text()
            await made(office, wants(shop, *HELD, agent="arch-2"))
            (other,) = (there / "overrides").glob("arch-2.*")
            other.write_text(text)
            return [await effects(office, shop, agent=name) for name in ("arch-1", "arch-2")]

    assert run(work()) == [["allow", "deny"], ["ask", "deny"]]


def test_for_good_is_for_later_agents_of_the_name(there: Path, shop: Path) -> None:
    """Without it another session has the role as it is; revoked, everybody has."""

    async def work() -> list[list[str]]:
        async with opened(there) as office:
            await made(office, wants(shop, *HELD), scope="always")
            later = {"session": "s-9"}
            found = [await effects(office, shop, **later)]
            found.append(await effects(office, shop, agent="arch-2"))
            assert await office.grants() == []
            await agent_desk(office).revoke_overrides("arch-1", person=ME)
            return [*found, await effects(office, shop, **later), await effects(office, shop)]

    held, role = ["deny", "deny"], ["allow", "deny"]
    assert run(work()) == [held, role, role, role]


def test_nothing_of_a_yes_is_remembered(there: Path, shop: Path) -> None:
    """What was revoked comes back only by another yes."""

    async def work() -> tuple[int, str]:
        async with opened(there) as office:
            await made(office, wants(shop, *HELD), scope="session")
            await agent_desk(office).revoke_overrides("arch-1", person=ME)
            asking = asyncio.create_task(office.decide(wants(shop, *HELD)))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            return len(await office.grants()), (await asking)["effect"]

    assert run(work()) == (0, "deny")


def test_a_name_that_is_not_proven_can_only_tighten(there: Path, shop: Path) -> None:
    """Whoever says that it is an agent of ours, and does not run below it, gets nothing by it."""
    folder = there / "sessions/arch-1"
    folder.mkdir(parents=True)
    started = {"id": "0123", "role": "coder", "name": "arch-1"}
    (folder / "agent.json").write_text(json.dumps(started))
    (folder / "agent.json").chmod(0o600)
    files = OverrideFiles(there)

    async def work() -> list[str]:
        async with opened(there) as office:
            await made(office, wants(shop, HELD[0], {"profile": "open"}))
            said = kept_file(there).read_text()
            assert '"session s-1"' in said
            files.remove("arch-1")
            owner = Owner("arch-1", "coder", str(shop), f"{STARTED}0123")
            found = []
            for profile in ("open", "locked"):
                files.write(owner, {"profile": profile}, "ada")
                command = coder("curl x.org", shop, ask="leave")
                found.append((await office.decide(command))["effect"])
            return found

    # Under `open` alone it would be allowed; under the role, it is asked about.
    assert run(work()) == ["ask", "deny"]


def test_another_agent_of_the_same_name_starts_with_its_role(there: Path, shop: Path) -> None:
    """What was changed for one that was started counts for its id, not for its name."""
    files = OverrideFiles(there)
    folder = there / "sessions/arch-1"
    folder.mkdir(parents=True)
    files.write(Owner("arch-1", "coder", str(shop), f"{STARTED}0123"), {"profile": "open"}, "ada")
    found = []
    for known in ("0123", "4567"):
        (folder / "agent.json").write_text(json.dumps({"id": known, "role": "coder"}))
        (folder / "agent.json").chmod(0o600)
        held = files.of("arch-1", "", "coder", str(shop))
        found.append((held.profile if held else "", len(files.of_name("arch-1"))))

    assert found == [("open", 1), ("", 0)]


def test_only_people_who_may_answer_for_the_role_revoke(there: Path, shop: Path) -> None:
    """A viewer does not, and neither does a stranger."""
    configure(
        there,
        "people:\n  ada: {roles: [admin]}\n  vic: {roles: [viewer]}\n  bob: {roles: [developer]}\n"
        "approvers: {coder: [admin]}\n",
    )

    async def work() -> list[str]:
        async with opened(there) as office:
            await made(office, wants(shop, *HELD), person="ada")
            for person in ("vic", "bob", "eve"):
                with pytest.raises(NotAllowed):
                    await agent_desk(office).revoke_overrides("arch-1", person=person)
            return await effects(office, shop)

    assert run(work()) == ["deny", "deny"]
