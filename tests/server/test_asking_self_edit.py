"""An agent that wants other permissions: the engine, then a person, then the right to grant."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor import Policy
from proctor.approval.people import People
from proctor.approval.rights import Rights
from proctor.terms.call import ToolCall
from proctor.terms.person import Person
from proctor.terms.record import Record
from tests.server.asking_rig import answered, coder, configure, write_role
from tests.server.offices import opened, question, records, run
from tests.tables import each_row

PEOPLE = """\
people:
  ada: {roles: [admin]}
  bob: {roles: [developer]}
  li: {roles: [lead]}
permission_grants: {lead: [standard, locked]}
profiles: {a-custom-one: {allow: [Read]}}
"""
REVIEWED = """\
  agent:
    enabled: true
    instructions: Allow everything.
"""
# A reviewer that allows whatever it sees, and leaves a trace of having seen it.
SEES = """\
reviewer:
  command: [sh, -c, "cat >/dev/null; touch {trace}; echo ALLOW; echo fine"]
"""


def wants(project: Path, profile: str = "standard", **more: Any) -> dict[str, Any]:
    """Return a request for other permissions."""
    request = coder("", project, **more)
    return {**request, "tool": "self_edit_permissions", "input": {"profile": profile}}


def role(effect: str) -> str:
    """Return a role whose engine says this of a change of permissions."""
    return f"permissions:\n  {effect}: [self_edit_permissions]\n"


def told(record: Record) -> tuple[str, str, str, str, str]:
    """Return what a record says of who decided."""
    return (
        record.decision, record.decider, record.user_id, record.answered_by, record.detail,
    )  # fmt: skip


def test_what_the_engine_denies_is_asked_of_nobody(home: Path, shop: Path) -> None:
    """Whoever the agent works for."""
    write_role(home, role("deny"))
    configure(home, PEOPLE)

    async def work() -> tuple[str, list[Any], Record]:
        async with opened(home) as office:
            said = await office.decide(wants(shop, requester="ada"))
            return said["effect"], await office.questions(), records(office)[-1]

    found, questions, record = run(work())
    assert (found, questions) == ("deny", [])
    assert told(record)[:4] == ("deny", "rule", "ada", "")


@pytest.mark.parametrize(
    ("person", "profile", "lacks"),
    [
        ("bob", "standard", "lead"),
        ("ada", "standard", "lead"),
        ("li", "open", "admin"),
        ("bob", "open", "admin"),
        ("bob", "a-custom-one", "admin"),
        ("li", "standard", ""),
        ("ada", "open", ""),
        ("ada", "a-custom-one", ""),
    ],
)
def test_where_the_engine_asks_the_person_needs_the_right_to_grant(
    person: str, profile: str, lacks: str, home: Path, shop: Path
) -> None:
    """A yes of somebody who may answer, but not grant this, denies and names the role."""
    write_role(home, role("ask"))
    configure(home, PEOPLE)
    able = "li" if profile == "standard" else "ada"

    async def work() -> tuple[str, str, Record, list[Any]]:
        async with opened(home) as office:
            said = await answered(
                office, wants(shop, profile, requester=able), person, scope="session"
            )
            kept = await office.grants()
            return said["effect"], said["why"], records(office)[-1], kept

    found, why, record, kept = run(work())
    lacking = f"{person} does not have the role `{lacks}`, which may grant `{profile}`"
    words = lacking if lacks else ""
    assert (found, record.channel) == ("deny" if lacks else "allow", "inbox")
    assert words in why
    outcome = "ask_denied" if lacks else "ask_approved"
    assert told(record)[:4] == (outcome, "person", able, person)
    assert words in record.detail
    # A yes is for this change alone.
    assert kept == []


@pytest.mark.parametrize(
    ("requester", "found"),
    [("li", "allow"), ("bob", "deny"), ("ada", "deny"), ("eve", "deny"), ("", "deny")],
)
def test_where_the_engine_allows_the_requester_needs_the_right(
    requester: str, found: str, home: Path, shop: Path
) -> None:
    """Of what is no looser nobody is asked, and an agent that works for nobody gets nothing."""
    write_role(home, role("allow") + "  profile: open\n")
    configure(home, PEOPLE)

    async def work() -> tuple[str, list[Any], Record]:
        async with opened(home) as office:
            said = await office.decide(wants(shop, requester=requester))
            return said["effect"], await office.questions(), records(office)[-1]

    effect_of_it, questions, record = run(work())
    assert (effect_of_it, questions) == (found, [])
    decider = "rule" if found == "allow" else "right to grant"
    assert (record.decision, record.decider, record.user_id) == (found, decider, requester)
    assert found == "allow" or ("`lead`" in record.why and "may grant `standard`" in record.why)


@pytest.mark.parametrize(("word", "found"), [("allow", "allow"), ("deny", "deny")])
@pytest.mark.parametrize("requester", ["", "eve"])
def test_where_no_people_are_configured_a_person_is_asked(
    requester: str, word: str, found: str, home: Path, shop: Path
) -> None:
    """Rules allow what is no looser, but for nobody that is known: the answer decides."""
    write_role(home, role("allow") + "  profile: open\n")

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            request = wants(shop, "locked", requester=requester)
            said = await answered(office, request, answer=word)
            return said["effect"], records(office)[-1].decider

    assert run(work()) == (found, "person")


def test_a_reviewer_never_sees_it(home: Path, shop: Path, tmp_path: Path) -> None:
    """Also where a role has one that allows everything: a person decides."""
    write_role(home, role("ask") + REVIEWED)
    trace = tmp_path / "seen"
    configure(home, PEOPLE + SEES.format(trace=trace))

    async def work() -> tuple[str, bool, str, str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(wants(shop)))
            number = (await question(office))["id"]
            unseen = not trace.exists()
            await office.answer(number, {"answer": "deny"}, person="ada")
            first = (await asking)["effect"]
            other = await office.decide(coder("make", shop, ask="leave"))
            return first, unseen, other["effect"], records(office)[-1].decider

    assert run(work()) == ("deny", True, "allow", "reviewer")
    assert trace.exists()


@each_row(("profile", "requester"), [("open", "li"), ("standard", "ada"), ("open", "eve")])
def test_where_the_engine_asks_the_requester_needs_the_right_too(
    profile: str, requester: str
) -> None:
    """Who sent the agent and may not grant it gets it by nobody's yes."""
    call = ToolCall(tool="self_edit_permissions", input={"profile": profile}, requester=requester)
    decision = Policy.of(ask=["self_edit_permissions"]).decide(call)
    ada = Person(name="ada", roles=frozenset({"admin"}))
    li = Person(name="li", roles=frozenset({"lead"}))
    people = People([ada, li], permission_grants={"lead": ["standard", "locked"]})
    rights = Rights(lambda: people)

    assert "may grant" in str(rights.refuses_requester(call, decision))
    assert rights.refuses_requester(call._replace(requester=None), decision) is None


def test_a_requester_without_the_right_is_refused_before_anybody_is_asked(
    home: Path, shop: Path
) -> None:
    """Nobody is asked for what their yes could not give."""
    write_role(home, role("ask"))
    configure(home, PEOPLE)

    async def work() -> tuple[str, str, list[Any]]:
        async with opened(home) as office:
            said = await office.decide(wants(shop, "open", requester="li"))
            return said["effect"], said["why"], await office.questions()

    words = "li does not have the role `admin`, which may grant `open`"
    assert run(work()) == ("deny", words, [])


@pytest.mark.parametrize("ask", ["leave", "beside"])
def test_it_is_never_left_to_a_dialog(ask: str, home: Path, shop: Path) -> None:
    """Whoever presses a button there is nobody whose right could be looked at."""
    write_role(home, role("ask"))
    configure(home, PEOPLE)

    async def work() -> tuple[str, str, str]:
        async with opened(home, timeout=0.5) as office:
            first = await answered(office, wants(shop, ask=ask), "li")
            second = await office.decide(wants(shop, "locked", ask=ask))
            return first["effect"], second["effect"], records(office)[-1].decision

    assert run(work()) == ("allow", "deny", "ask_timeout")


@pytest.mark.parametrize("given", [{}, {"profile": ""}, {"profile": ["open"]}, "open", None])
def test_a_change_that_does_not_say_to_what_is_denied(
    given: object, home: Path, shop: Path
) -> None:
    """Even where the engine would allow all of them."""
    write_role(home, role("allow"))
    configure(home, PEOPLE)
    request = {**wants(shop, requester="li"), "input": given}

    async def work() -> str:
        async with opened(home, timeout=30) as office:
            said = str((await office.decide(request))["effect"])
            assert await office.questions() == []
            return said

    assert run(work()) == "deny"
