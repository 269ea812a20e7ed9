"""A category that a person allows for a session before anything was asked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.owner.client import Client
from tests.server.asking_rig import ME, coder, configure, effect, write_role
from tests.server.offices import opened, records, run
from tests.server.test_asking_categories import PEOPLE, ROLE
from tests.server.web import Web


def wanted(project: Path) -> dict[str, Any]:
    """Return what is allowed to the agent of these tests."""
    whose = {"role": "coder", "project": str(project), "agent": "arch-1", "session": "s-1"}
    return {"category": "bash", **whose}


def test_it_covers_what_an_answer_for_the_category_covers(home: Path, shop: Path) -> None:
    """From any folder of the project; nothing for people only, and nothing that is denied."""
    write_role(home, ROLE)
    configure(home, PEOPLE)
    (shop / "sub").mkdir()
    others = {
        "make": coder("make", shop),
        "a rule asks": coder("npm test", shop),
        "another folder": coder("make", shop / "sub"),
        "session": coder("make", shop, session="s-2"),
        "human": coder("git push origin main", shop),
        "approvers": coder("docker ps", shop),
        "guard": coder("cp a .git/hooks/pre-commit", shop),
        "denied": coder("make; rm -r build", shop),
    }

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            await office.allow(wanted(shop / "sub"), person=ME)
            return {name: await effect(office, other) for name, other in others.items()}

    expected = dict.fromkeys(others, "ask")
    allowed = dict.fromkeys(["make", "a rule asks", "another folder"], "allow")
    assert run(work()) == {**expected, **allowed, "denied": "deny"}


def test_the_record_and_whoever_listens_hear_of_it(home: Path, shop: Path) -> None:
    """The call's record names who gave it; the stream tells of the grant as it is listed."""
    write_role(home, ROLE)

    async def work() -> None:
        async with opened(home) as office:
            heard = office.events()
            first = asyncio.ensure_future(anext(heard))
            await asyncio.sleep(0)
            made = await office.allow(wanted(shop), person=ME)
            told = await first
            # A store that others share tells of it by itself too, by its number only.
            while "made_by" not in told:
                assert (told["kind"], told["id"]) == ("grant", made["id"])
                told = await anext(heard)
            assert {"kind": "grant", **made}.items() <= dict(told).items()
            assert await office.grants() == [made]
            await office.decide(coder("make", shop))
            record = records(office)[-1]

        assert (record.decision, record.decider, record.answered_by) == (
            "ask_approved", "grant", ME,
        )  # fmt: skip
        assert record.detail == f"allowed by {ME} for this session (grant {made['id']})"

    run(work())


@pytest.mark.parametrize(
    ("person", "lacking"), [("bob", "`lead`"), ("eve", "not among the people"), ("li", "")]
)
def test_only_who_may_answer_for_the_role_allows(
    person: str, lacking: str, home: Path, shop: Path
) -> None:
    """A refusal names the role that was lacking; somebody who is nobody here is told so."""
    write_role(home, ROLE)
    people = "people:\n  li: {roles: [lead]}\n  bob: {roles: [admin]}\n"
    configure(home, f"{people}approvers: {{coder: [lead]}}\n")

    async def work() -> tuple[str, int]:
        async with opened(home) as office:
            said = ""
            try:
                await office.allow(wanted(shop), person=person)
            except NotAllowed as error:
                said = error.message
            return said, len(await office.grants())

    said, many = run(work())
    assert (lacking in said, bool(said), many) == (True, bool(lacking), int(not lacking))


def test_it_ends_with_the_right_of_who_gave_it(home: Path, shop: Path) -> None:
    """Whoever is taken off the list allows nothing any more by what they said before."""
    write_role(home, ROLE)
    configure(home, "people:\n  li: {roles: [lead]}\n  bob: {roles: [lead]}\n")

    async def work() -> list[str]:
        async with opened(home) as office:
            await office.allow(wanted(shop), person="li")
            seen = [await effect(office, coder("make", shop))]
            configure(home, "people:\n  bob: {roles: [lead]}\n")
            return [*seen, await effect(office, coder("make", shop))]

    assert run(work()) == ["allow", "ask"]


def test_where_the_inbox_is_off_nothing_is_allowed_by_a_token(home: Path, shop: Path) -> None:
    """Who cannot answer here cannot answer in advance either."""
    write_role(home, ROLE)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> None:
        async with opened(home) as office:
            with pytest.raises(NotAllowed, match="inbox is turned off"):
                await office.allow(wanted(shop), person=ME)
            assert await office.grants() == []

    run(work())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"category": "*"}, UsageError),
        ({"category": ["bash"]}, UsageError),
        ({"agent": "", "session": ""}, UsageError),
        ({"agent": 7}, UsageError),
        ({"session": "s\n1"}, UsageError),
        ({"agent": "a" * 5000}, UsageError),
        ({"project": "."}, UsageError),
        ({"project": ""}, UsageError),
        ({"role": "no-such-role"}, NotFound),
        ({"scope": "always"}, UsageError),
    ],
)
def test_what_cannot_be_allowed(
    change: dict[str, Any], kind: type[Exception], home: Path, shop: Path
) -> None:
    """A wrong word is an error, and nothing is kept."""
    write_role(home, ROLE)

    async def work() -> list[Any]:
        async with opened(home) as office:
            with pytest.raises(kind):
                await office.allow({**wanted(shop), **change}, person=ME)
            return await office.grants()

    assert run(work()) == []


@pytest.mark.parametrize("token", [None, "", "x", 7])
def test_on_the_socket_it_needs_a_token(token: object, site: Web, shop: Path) -> None:
    """A process of the user, which may be an agent's, allows itself nothing."""
    write_role(site.home, ROLE, "allowed")
    with Client.connect(site.home) as client:
        before = client.call("grants")
        with pytest.raises(NotAllowed, match="only a person"):
            client.call("allow", token=token, **wanted(shop) | {"role": "allowed"})

        assert client.call("grants") == before
