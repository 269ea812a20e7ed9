"""Grants, then the reviewer, then people; how each waits, and what the record says of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from proctor.server.office import Office
from proctor.terms.record import Record
from tests.amounts import amount
from tests.server.asking_rig import CODER, ME, Phone, answered, coder, configure, until, write_role
from tests.server.offices import opened, question, records, run
from tests.server.stores import BOTH_STORES

REVIEWED = CODER + "  agent: {enabled: true, instructions: Be careful.}\n"
SAYS = 'reviewer:\n  command: [sh, -c, "cat >/dev/null; echo x >>{trace}; echo {word}; echo hm"]\n'


def told(record: Record) -> tuple[str, str, str, str, bool]:
    """Return what a record says of who decided."""
    return (
        record.decision, record.decider, record.answered_by, record.channel,
        record.question is not None,
    )  # fmt: skip


def in_line(office: Office) -> int:
    """Return how many calls of all agents wait for their turn, or have it."""
    return sum(office.desk.line.waiting.values())


def test_grants_come_first_then_the_reviewer_then_people(
    home: Path, shop: Path, tmp_path: Path
) -> None:
    """What the one answers, the next is not asked; what a reviewer cost is on record."""
    write_role(home, REVIEWED)
    trace = tmp_path / "trace"
    configure(home, SAYS.format(trace=trace, word="ASK_USER"))

    async def work() -> list[Record]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), scope="session", words="go on")
            assert trace.read_text() == "x\n"
            await office.decide(coder("make", shop))
            assert trace.read_text() == "x\n"
        configure(home, SAYS.format(trace=trace, word="ALLOW"))
        async with opened(home) as office:
            await office.decide(coder("make two", shop))
            await office.decide(coder("make", shop))
            assert await office.questions("pending") == []
        configure(home, SAYS.format(trace=trace, word="DENY"))
        async with opened(home) as office:
            await office.decide(coder("make three", shop))
            return records(office)

    person, first, reviewer, second, denied = run(work())
    assert [told(record) for record in (person, first, reviewer, second, denied)] == [
        ("ask_approved", "person", ME, "inbox", True),
        ("ask_approved", "grant", ME, "grant", False),
        ("ask_approved", "reviewer", "reviewer sh", "reviewer", False),
        ("ask_approved", "grant", ME, "grant", False),
        ("ask_denied", "reviewer", "reviewer sh", "reviewer", False),
    ]
    assert person.detail.startswith("go on; for this session; reviewer sh: ASK_USER in ")
    assert re.fullmatch(r"reviewer sh: ALLOW in [0-9.]+ s: hm", reviewer.detail)
    assert "for this session (grant 1)" in first.detail


@pytest.mark.parametrize("ask", ["hold", "leave", "beside"])
@pytest.mark.parametrize("dialog", [True, False], ids=["dialog", "deny"])
def test_what_nobody_answers_goes_as_whoever_asks_can_wait(
    ask: str, home: Path, shop: Path, *, dialog: bool
) -> None:
    """Held, it is denied; left, nobody is asked; beside a dialog, that stays open unless not."""
    write_role(home)
    configure(home, "" if dialog else "approval: {on_timeout: deny}\n")

    async def work() -> tuple[str, str, list[str]]:
        async with opened(home, timeout=0.2) as office:
            said = await office.decide(coder("make", shop, ask=ask))
            asked = [each["status"] for each in await office.questions()]
            return said["effect"], records(office)[-1].decision, asked

    beside = ("ask", "ask_dialog") if dialog else ("deny", "ask_timeout")
    expected = {
        "hold": ("deny", "ask_timeout", ["expired"]),
        "leave": ("ask", "ask_dialog", []),
        "beside": (*beside, ["expired"]),
    }
    assert run(work()) == expected[ask]


@pytest.mark.parametrize("ask", ["hold", "beside"])
@pytest.mark.parametrize("answer", ["allow", "deny"])
def test_a_person_answers_whoever_waits(ask: str, answer: str, home: Path, shop: Path) -> None:
    """Also beside a dialog: the first one wins."""
    write_role(home)

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            said = await answered(office, coder("make", shop, ask=ask), answer=answer)
            return said["effect"], records(office)[-1].decision

    assert run(work()) == (answer, "ask_approved" if answer == "allow" else "ask_denied")


def test_an_answer_through_http_is_told_as_such(home: Path, shop: Path) -> None:
    """The record says through what somebody answered."""
    write_role(home)

    async def work() -> str:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            number = (await question(office))["id"]
            await office.answer(number, {"answer": "deny"}, person=ME, channel="http")
            await asking
            return records(office)[-1].channel

    assert run(work()) == "http"


def test_identical_questions_share_an_answer_and_each_has_its_record(
    home: Path, shop: Path
) -> None:
    """One question, as many records as calls; one who goes away takes nothing from the others."""
    write_role(home)
    phone = Phone("telegram")

    async def work() -> tuple[int, list[Any], int]:
        async with opened(home, channels=[phone]) as office:
            asking = [asyncio.create_task(office.decide(coder("make", shop))) for _ in range(5)]
            asked = await question(office)
            await until(lambda: len(office.desk.open) == 1)
            await asyncio.sleep(0.05)
            asking[0].cancel()
            await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            said = await asyncio.gather(*asking[1:])
            kept = [(record.decision, record.question) for record in records(office)]
            assert kept == [("ask_approved", asked["id"])] * 4
            return len(phone.asked), [each["effect"] for each in said], len(office.desk.open)

    assert run(work()) == (1, ["allow"] * 4, 0)


def test_a_batch_is_asked_one_by_one(home: Path, shop: Path) -> None:
    """Of one agent one question waits at a time; a denial ends its own call only."""
    write_role(home)
    answers = ["deny", "allow", "deny", "allow"]

    async def work() -> tuple[list[int], list[str]]:
        async with opened(home) as office:
            asking = []
            for number in range(4):
                asking.append(asyncio.create_task(office.decide(coder(f"make {number}", shop))))
                await until(lambda: in_line(office) == len(asking))
            waiting = []
            for answer in answers:
                asked = await question(office)
                waiting.append(len(await office.questions("pending")))
                await office.answer(asked["id"], {"answer": answer}, person=ME)
            return waiting, [each["effect"] for each in await asyncio.gather(*asking)]

    assert run(work()) == ([1] * 4, answers)


def test_who_waits_in_line_for_too_long_is_denied(home: Path, shop: Path) -> None:
    """Waiting in line is waiting, and the reason says so."""
    write_role(home)

    async def work() -> list[bool]:
        async with opened(home, timeout=0.5) as office:
            # A question whose turn does not end.
            async with office.desk.line.turn(("a-1", "s-1", ""), 60):
                asking = [office.decide(coder(f"make {n}", shop, agent="a-1")) for n in range(2)]
                said = await asyncio.gather(*asking)
            assert {each["effect"] for each in said} == {"deny"}
            assert {record.decision for record in records(office)} == {"ask_timeout"}
            return ["other questions of this agent came first" in each["why"] for each in said]

    assert run(work()) == [True, True]


@BOTH_STORES
def test_many_agents_ask_at_once(home: Path, shop: Path) -> None:
    """Each gets the answer to its own question, through a channel that is asked them all."""
    write_role(home)
    phone = Phone("inbox-2")
    many = amount(200, 1000)

    async def work() -> list[bool]:
        async with opened(home, channels=[phone]) as office:
            asking = [
                asyncio.create_task(
                    office.decide(coder(f"make {number}", shop, agent=f"a-{number}", session=""))
                )
                for number in range(many)
            ]
            await until(lambda: len(phone.asked) == many)
            assert phone.hand_in is not None
            for asked in phone.asked:
                words = asked.action.removeprefix("tool:bash:")
                answer = {"answer": "deny", "words": words}
                await office.answer(asked.id, answer, person=ME)
            said = await asyncio.gather(*asking)
            await until(lambda: len(phone.over) == many)
            return [each["why"] == f"make {number}" for number, each in enumerate(said)]

    assert run(work()) == [True] * many
