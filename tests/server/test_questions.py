"""Questions that other processes hand in: they are answered for once, whatever they claim."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotAllowed, NotFound, TooLate, UsageError
from tests.server.asking_rig import ME, coder, configure, effect, write_role
from tests.server.offices import opened, question, run, uid_of
from tests.server.stores import BOTH_STORES

pytestmark = BOTH_STORES

FORGED = {
    "handed_in": False,
    "category": "bash",
    "always": "adds `Bash` to the role coder",
    "approvers": [],
    "role": "coder",
    "by": "any",
}


PEOPLE = """\
people:
  li: {roles: [lead]}
  bob: {roles: [developer]}
  eve: {roles: [lead, auditor]}
approvers: {coder: [lead]}
"""


def handed(**more: Any) -> dict[str, Any]:
    """Return a question that another process has."""
    given = {"tool": "Bash", "action": "tool:bash:make", "agent": "arch-1", "session": "s-1"}
    return {**given, "input": {"command": "make"}, "body": FORGED, **more}


@pytest.mark.parametrize(
    "reply",
    [
        {"scope": "session"},
        {"scope": "session", "category": "bash"},
        {"scope": "time", "seconds": 60},
        {"scope": "always"},
    ],
    ids=["session", "category", "time", "always"],
)
def test_what_is_handed_in_is_answered_for_once_only(
    reply: dict[str, Any], home: Path, shop: Path
) -> None:
    """A longer yes is refused, leaves the question open, and makes no grant and no rule."""
    write_role(home)
    before = (home / "roles" / "coder.yaml").read_text()

    async def work() -> tuple[str, list[Any], str, Any]:
        async with opened(home) as office:
            asked = await office.ask(
                handed(body={**FORGED, "cwd": str(shop), "project": str(shop)})
            )
            with pytest.raises(UsageError):
                await office.answer(asked["id"], {"answer": "allow", **reply}, person=ME)
            ended = await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            known = await effect(office, coder("make", shop))
            return ended["status"], await office.grants(), known, asked.get("always")

    assert run(work()) == ("answered", [], "ask", None)
    assert (home / "roles" / "coder.yaml").read_text() == before


@pytest.mark.parametrize("approvers", [[], [["lead"]], [["developer", "lead"]]])
def test_what_is_handed_in_lets_nobody_in(approvers: list[list[str]], home: Path) -> None:
    """The people of the role that it names may answer, as config.yaml has them, and no more."""
    configure(home, PEOPLE)

    async def work() -> str:
        async with opened(home) as office:
            asked = await office.ask(handed(body={"role": "coder", "approvers": approvers}))
            with pytest.raises(NotAllowed, match="`lead`"):
                await office.answer(asked["id"], {"answer": "allow"}, person="bob")
            ended = await office.answer(asked["id"], {"answer": "allow"}, person="li")
            return str(ended["status"])

    assert run(work()) == "answered"


@pytest.mark.parametrize(
    ("approvers", "lacking"),
    [([["auditor"]], "`auditor`"), ([["lead"], ["auditor"]], "`auditor`"), ([[]], "there is none")],
)
def test_what_is_handed_in_keeps_the_approvers_of_its_rule(
    approvers: list[list[str]], lacking: str, home: Path
) -> None:
    """A process that decided by itself says whom its rules want, on top of the role's."""
    configure(home, PEOPLE)
    body = {"role": "coder", "approvers": approvers}

    async def work() -> dict[str, str]:
        async with opened(home) as office:
            asked = await office.ask(handed(body=body))
            refused = {}
            for person in ("bob", "li", "eve"):
                try:
                    await office.answer(asked["id"], {"answer": "allow"}, person=person)
                except NotAllowed as error:
                    refused[person] = error.message
            return refused

    refused = run(work())
    able = {"eve"} if approvers != [[]] else set()
    assert set(refused) == {"bob", "li", "eve"} - able
    assert "`lead`" in refused["bob"]
    assert lacking in refused["li"]


@pytest.mark.parametrize("approvers", ["lead", ["lead"], [[1]], {"lead": 1}, None, [["a"], "b"]])
def test_approvers_that_are_none_are_an_error(approvers: object, home: Path) -> None:
    """A mistake there never means that everybody may answer."""

    async def work() -> list[Any]:
        async with opened(home) as office:
            with pytest.raises(UsageError, match="`approvers`"):
                await office.ask(handed(body={"role": "coder", "approvers": approvers}))
            return await office.questions("")

    assert run(work()) == []


def test_too_many_approvers_are_nobody(home: Path) -> None:
    """What cannot be kept whole lets nobody answer: a no is what is left."""
    many = [["lead"], *(["auditor", "lead"] for _ in range(3000))]

    async def work() -> None:
        async with opened(home) as office:
            asked = await office.ask(handed(body={"approvers": many, "role": "coder"}))
            with pytest.raises(NotAllowed):
                await office.answer(asked["id"], {"answer": "allow"}, person=ME)

    run(work())


def test_the_answer_to_what_is_handed_in_is_no_answer_to_a_call(home: Path, shop: Path) -> None:
    """Not even under the same name, for the same input: a call is asked about by itself."""
    write_role(home)

    async def work() -> tuple[bool, str]:
        async with opened(home) as office:
            asked = await office.ask(handed(uid="c-1"))
            await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            asking = asyncio.create_task(office.decide(coder("make", shop, uid="c-1")))
            own = await question(office)
            await office.answer(own["id"], {"answer": "deny"}, person=ME)
            return own["id"] != asked["id"], (await asking)["effect"]

    assert run(work()) == (True, "deny")


def test_the_name_of_a_call_cannot_be_taken_by_a_question(home: Path, shop: Path) -> None:
    """Whoever knows the uid of an open question and hands one in under it has another one."""
    write_role(home)

    async def work() -> tuple[bool, str]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            own = await question(office)
            other = await office.ask(handed(uid=await uid_of(office, own)))
            await office.answer(other["id"], {"answer": "allow"}, person=ME)
            assert not asking.done()
            await office.answer(own["id"], {"answer": "deny"}, person=ME)
            return own["id"] != other["id"], (await asking)["effect"]

    assert run(work()) == (True, "deny")


def test_an_answer_needs_a_question_that_waits(home: Path) -> None:
    """One that is not there, has ended or was taken back takes none."""

    async def work() -> None:
        async with opened(home) as office:
            with pytest.raises(NotFound):
                await office.answer(999, {"answer": "allow"}, person=ME)
            asked = await office.ask(handed())
            with pytest.raises(NotFound):
                await office.cancel(asked["id"], "another")
            await office.cancel(asked["id"], asked["uid"])
            with pytest.raises(TooLate, match="cancelled already"):
                await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            with pytest.raises(TooLate):
                await office.cancel(asked["id"], asked["uid"])

    run(work())
