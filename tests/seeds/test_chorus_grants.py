"""
The Chorus document on agents that change their own permissions, and who may grant which.

The engine first, then the person who is asked in Discord, then the right to grant of that
person and of the requester: all of them. Where the engine asks nobody, the requester's counts.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.seeds.asked_chats import ON_SQLITE
from tests.seeds.asked_rooms import ANN, DEV, EVE, PEOPLE, VIC, RoomHouse, room_house
from tests.server.asking_rig import ME, answered
from tests.server.offices import run

TOOL = "self_edit_permissions"
MAPPING = """\
permission_grants:
  admin: [open, standard, locked]
  developer: [standard, locked]
  viewer: [locked]
"""
USERS = {"ann": ANN, "dev": DEV, "vic": VIC}
MAY = {
    "ann": {"open", "standard", "locked"},
    "dev": {"standard", "locked"},
    "vic": {"locked"},
}


async def wants(house: RoomHouse, profile: str, user: int, label: str = "Allow") -> dict[str, Any]:
    """Have an agent ask for a profile, and somebody answer the prompt."""
    count = len(house.sent()) + 1
    deciding = house.decide(TOOL, {"profile": profile}, requester="")
    await house.press(await house.asked(count), label, user)
    return await deciding


def test_the_mapping(home: Path, shop: Path) -> None:
    """Each role of people grants what it is named for, and a denial says which was lacking."""

    async def work() -> None:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            granted: dict[str, set[str]] = {name: set() for name in USERS}
            for name, user in USERS.items():
                for profile in ("open", "standard", "locked"):
                    said = await wants(house, profile, user)
                    record = house.record()
                    if said["effect"] == "allow":
                        granted[name].add(profile)
                        assert record.decision == "ask_approved"
                        continue
                    lacks = "`admin`" if profile == "open" else "`admin` or `developer`"
                    words = f"{name} does not have the role {lacks}, which may grant `{profile}`"
                    assert (said["effect"], said["why"]) == ("deny", words)
                    assert (record.decision, record.detail) == ("ask_denied", words)
                assert record.answered_by == name
            assert granted == MAY

    run(work())


@ON_SQLITE
def test_a_profile_of_ones_own(home: Path, shop: Path) -> None:
    """It is granted by the role that is named for it, and where none is, by administrators."""
    profiles = "profiles: {docs: {allow: [Read]}, ops: {allow: [Read]}}\n"
    mapping = MAPPING.replace("viewer: [locked]", "viewer: [locked, docs]")

    async def work() -> list[str]:
        async with room_house(home, shop, PEOPLE + mapping + profiles) as house:
            asked = [("docs", VIC), ("docs", ANN), ("ops", VIC), ("ops", ANN)]
            return [(await wants(house, profile, user))["effect"] for profile, user in asked]

    assert run(work()) == ["allow", "deny", "deny", "allow"]


@ON_SQLITE
def test_without_a_mapping_administrators_grant(home: Path, shop: Path) -> None:
    """All profiles, and nobody else any."""

    async def work() -> list[str]:
        async with room_house(home, shop) as house:
            asked = [("open", ANN), ("locked", ANN), ("locked", DEV), ("locked", VIC)]
            return [(await wants(house, profile, user))["effect"] for profile, user in asked]

    assert run(work()) == ["allow", "allow", "deny", "deny"]


@ON_SQLITE
def test_without_people_the_user_of_the_machine_grants(home: Path, shop: Path) -> None:
    """It is their machine; whom Discord lets in may answer other questions, and grant nothing."""

    async def work() -> list[str]:
        async with room_house(home, shop, "") as house:
            first = await wants(house, "open", EVE)
            request = {"tool": TOOL, "input": {"profile": "open"}, "cwd": str(shop), "agent": "a"}
            second = await answered(house.office, {**request, "role": "standard"}, ME)
            return [first["effect"], second["effect"]]

    assert run(work()) == ["deny", "allow"]


@ON_SQLITE
@pytest.mark.parametrize("user", list(USERS.values()), ids=list(USERS))
def test_a_declined_prompt_ends_it(user: int, home: Path, shop: Path) -> None:
    """A no stops it there, whoever may grant what."""

    async def work() -> tuple[str, str, str]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            said = await wants(house, "open", user, "Deny")
            return said["effect"], house.record().decision, house.record().detail

    assert run(work()) == ("deny", "ask_denied", "User denied")


@ON_SQLITE
def test_what_the_engine_denies_is_not_asked(home: Path, shop: Path) -> None:
    """Under `locked` it stops at the engine, also for an administrator."""

    async def work() -> tuple[str, str, list[Any]]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            said = await house.decide(TOOL, {"profile": "open"}, role="locked", requester="ann")
            return said["effect"], house.record().detail, house.sent()

    assert run(work()) == ("deny", "Profile: locked", [])


@ON_SQLITE
def test_what_the_engine_allows_needs_the_right_of_the_requester(home: Path, shop: Path) -> None:
    """Under `open` nobody is prompted; who sent the agent must have the role."""

    async def work() -> tuple[dict[str, set[str]], list[Any]]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            granted: dict[str, set[str]] = {name: set() for name in (*USERS, "eve", "")}
            for name, given in granted.items():
                for profile in ("open", "standard", "locked"):
                    wish = {"profile": profile}
                    said = await house.decide(TOOL, wish, role="open", requester=name)
                    if said["effect"] == "allow":
                        given.add(profile)
            return granted, house.sent()

    assert run(work()) == ({**MAY, "eve": set(), "": set()}, [])


@ON_SQLITE
def test_the_user_who_triggered_the_session_needs_the_role(home: Path, shop: Path) -> None:
    """`self_edit_permissions("open")` for a developer is refused, and nobody is prompted."""

    async def work() -> tuple[list[str], list[Any]]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            names = ("dev", "vic", f"discord:{DEV}", "eve")
            wish = {"profile": "open"}
            said = [await house.decide(TOOL, wish, requester=name) for name in names]
            return [each["why"] for each in said], house.sent()

    whys, sent = run(work())
    assert sent == []
    assert whys == [
        *(
            f"{name} does not have the role `admin`, which may grant `open`"
            for name in ("dev", "vic", "dev")
        ),
        "no known person asked for this; `admin` may grant `open`",
    ]


@ON_SQLITE
def test_locked_for_one_agent_leaves_its_role_alone(home: Path, shop: Path) -> None:
    """A preset can be left by one agent: `standard` becomes `locked`, for `frontend` alone."""

    async def work() -> list[str]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            await wants(house, "locked", ANN)
            asked = {"tool": TOOL, "input": {"profile": "locked"}, "role": "standard"}
            whose = {"agent": "frontend", "session": "s-1", "project": str(shop)}
            house.office.self_edits.make({**asked, **whose})
            new = {"path": "a.txt", "content": "x"}
            said = [
                await house.decide("create_file", new, agent=agent)
                for agent in ("frontend", "backend")
            ]
            return [each["effect"] for each in said]

    assert run(work()) == ["deny", "allow"]


@ON_SQLITE
def test_the_right_is_that_of_now(home: Path, shop: Path) -> None:
    """Who loses the role between prompt and press grants nothing any more."""

    async def work() -> tuple[str, str]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            deciding = house.decide(TOOL, {"profile": "open"}, requester="")
            message = await house.asked()
            config = home / "config.yaml"
            config.write_text(config.read_text().replace("roles: [admin]", "roles: [viewer]"))
            await house.press(message, "Allow", ANN)
            said = await asyncio.wait_for(deciding, 30)
            return said["effect"], said["why"]

    assert run(work()) == ("deny", "ann does not have the role `admin`, which may grant `open`")


@ON_SQLITE
def test_the_requester_is_the_user_who_wrote(home: Path, shop: Path) -> None:
    """A program that knows only Discord's id of who sent the message names them by that."""

    async def work() -> list[str]:
        async with room_house(home, shop, PEOPLE + MAPPING) as house:
            names = [f"discord:{ANN}", f"discord:{DEV}", f"telegram:{ANN}", f"{ANN}", "discord:"]
            wish = {"profile": "open"}
            said = [await house.decide(TOOL, wish, role="open", requester=each) for each in names]
            assert house.record().user_id == names[-1]
            return [each["effect"] for each in said]

    assert run(work()) == ["allow", "deny", "deny", "deny", "deny"]
