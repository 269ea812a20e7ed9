"""Several channels at once, through the whole server: the first valid answer wins everywhere."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from proctor.approval.channels.scripted import ScriptedChannel
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Decider, Scope
from tests.server.asking_rig import ME, Phone, answered, coder, configure, until, write_role
from tests.server.offices import opened, question, records, run

PEOPLE = """\
people:
  ada: {roles: [lead], telegram: "7"}
  bob: {roles: [developer], telegram: "8", discord: "8"}
approvers: {coder: [lead]}
"""


def test_the_first_valid_answer_wins_and_the_others_hear_of_it(home: Path, shop: Path) -> None:
    """Each channel is shown who answered, and through what; who comes later is too late."""
    write_role(home)
    configure(home, PEOPLE)
    phones = [Phone("telegram"), Phone("discord")]

    async def work() -> tuple[Any, ...]:
        async with opened(home, channels=phones) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            await until(lambda: all(phone.asked for phone in phones))
            refused = [
                await phones[0].press("9"),
                await phones[1].press("7"),
                await phones[0].press("8"),
                await phones[0].press("ada"),
            ]
            won = await phones[0].press("7", words="go on")
            late = await phones[1].press("8", Answer.DENY)
            twice = await phones[0].press("7", Answer.DENY)
            said = await asking
            await until(lambda: all(phone.over for phone in phones))
            last = records(office)[-1]
            shown = [
                (over.status, over.reply and (over.reply.by, over.reply.channel))
                for phone in phones
                for over in phone.over
            ]
            heard = [told.counts for told in (*refused, won, late, twice)]
            return said["effect"], said["why"], heard, shown, last.answered_by, last.channel

    assert run(work()) == (
        "allow",
        "go on",
        [False, False, False, False, True, False, False],
        [(Status.ANSWERED, ("ada", "telegram"))] * 2,
        "ada",
        "telegram",
    )


def test_what_a_channel_says_of_an_answer_is_not_believed(home: Path, shop: Path) -> None:
    """It vouches for a user and what they said; who that is, and who decided, is said here."""
    write_role(home)
    configure(home, PEOPLE)
    phone = Phone("telegram")

    async def work() -> tuple[str, ...]:
        async with opened(home, channels=[phone]) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            await until(lambda: phone.asked)
            await phone.press(
                "7", by="root", channel="inbox", decider=Decider.GRANT, review="ALLOW", question=99
            )
            await asking
            last = records(office)[-1]
            assert last.question == phone.asked[0].id
            return last.answered_by, last.channel, last.decider, last.detail

    assert run(work()) == ("ada", "telegram", "person", "")


@pytest.mark.parametrize(
    "odd",
    [
        {"answer": Answer.TIMEOUT},
        {"answer": Answer.DIALOG},
        {"scope": Scope.TIME},
        {"scope": Scope.ONCE, "seconds": 5},
        {"answer": Answer.DENY, "scope": Scope.ALWAYS},
        {"scope": Scope.SESSION, "category": "edit"},
        {"category": "bash"},
        {"scope": Scope.ALWAYS, "category": "bash"},
        {"scope": Scope.TIME, "seconds": 10**12},
    ],
    ids=str,
)
def test_no_channel_answers_in_a_way_that_there_is_not(
    odd: dict[str, Any], home: Path, shop: Path
) -> None:
    """It does not count, whoever said it; the question waits on, and nothing is remembered."""
    write_role(home)
    configure(home, PEOPLE)
    phone = Phone("telegram")

    async def work() -> tuple[bool, str, list[Any]]:
        async with opened(home, channels=[phone]) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            await until(lambda: phone.asked)
            told = await phone.press("7", **odd)
            assert (await question(office))["id"] == phone.asked[0].id
            await phone.press("7", Answer.DENY)
            return told.counts, (await asking)["effect"], await office.grants()

    assert run(work()) == (False, "deny", [])


@pytest.mark.parametrize("words", ["x" * 1_000_000, "\ud800", "\0", "a\x1b[2Jb"], ids=len)
def test_whatever_words_come_through_a_channel_are_kept_small_and_plain(
    words: str, home: Path, shop: Path
) -> None:
    """An answer counts, however long or odd what goes with it is."""
    write_role(home)
    configure(home, PEOPLE)
    phone = Phone("telegram")

    async def work() -> tuple[bool, str, int]:
        async with opened(home, channels=[phone]) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            await until(lambda: phone.asked)
            told = await phone.press("7", Answer.DENY, words=words)
            said = await asking
            return told.counts, said["effect"], len(said["why"])

    counts, effect, length = run(work())
    assert (counts, effect) == (True, "deny")
    assert length <= 10_000


def test_secrets_in_what_a_person_says_are_redacted(home: Path, shop: Path) -> None:
    """Before anybody is shown them, and before they are kept."""
    write_role(home)
    configure(home, PEOPLE)
    phone = Phone("telegram")
    secret = "ghp_" + "a1B2" * 9

    async def work() -> tuple[str, str]:
        async with opened(home, channels=[phone]) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            await until(lambda: phone.asked)
            await phone.press("7", Answer.DENY, words=f"use {secret}")
            await asking
            await until(lambda: phone.over)
            return records(office)[-1].detail, repr(phone.over)

    detail, shown = run(work())
    assert "use " in detail
    assert secret not in detail + shown


@pytest.mark.parametrize("how", ["broken", "hangs"])
@pytest.mark.parametrize("what", ["start", "ask", "ended", "stop"])
def test_a_channel_that_fails_harms_nobody(
    what: str, how: str, home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """People answer elsewhere, the server stops, and the answer of before is kept."""
    monkeypatch.setattr("proctor.approval.calling.FIRST_WORDS", 0.05)
    caplog.set_level(logging.CRITICAL)
    write_role(home)
    phones = [Phone("telegram", **{how: what}), Phone("discord")]

    async def work() -> tuple[str, str]:
        async with opened(home, channels=phones) as office:
            first = await answered(office, coder("make", shop))
            await until(lambda: phones[1].over)
            asking = asyncio.create_task(office.decide(coder("make two", shop)))
            await question(office)
        await asyncio.wait([asking])
        async with opened(home) as office:
            return first["effect"], records(office)[-1].decision

    assert run(work()) == ("allow", "ask_approved")


def test_a_question_that_is_open_over_a_restart_is_called_out_again(home: Path, shop: Path) -> None:
    """By the next server, in all its channels; its answer is found by whoever asks again."""
    write_role(home)
    request = coder("make", shop, uid="c-1")
    before, after = Phone("telegram"), Phone("telegram")

    async def work() -> tuple[int, int, str, list[Any]]:
        async with opened(home, channels=[before]) as office:
            asking = asyncio.create_task(office.decide(request))
            await until(lambda: before.asked)
        await asyncio.wait([asking])
        async with opened(home, channels=[after]) as office:
            await until(lambda: after.asked)
            again = asyncio.create_task(office.decide(request))
            await office.answer(after.asked[0].id, {"answer": "allow"}, person=ME)
            said = await again
            await until(lambda: after.over)
            return before.asked[0].id, after.asked[0].id, said["effect"], before.over

    number, same, effect, over = run(work())
    assert (number, effect, over) == (same, "allow", [])


def test_a_script_answers_through_the_whole_server(home: Path, shop: Path) -> None:
    """The channel for demonstrations answers as a person would, and is named in the record."""
    write_role(home)
    script = ScriptedChannel(
        [
            {"action": "tool:bash:make*", "answer": "allow", "scope": "session"},
            {"answer": "deny", "words": "use a branch"},
        ]
    )

    async def work() -> list[tuple[str, str, str, str]]:
        async with opened(home, channels=[script]) as office:
            for command in ("make", "make", "git push"):
                await office.decide(coder(command, shop))
            return [
                (record.decision, record.decider, record.answered_by, record.detail)
                for record in records(office)
            ]

    assert run(work()) == [
        ("ask_approved", "person", "script", "for this session"),
        (
            "ask_approved", "grant", "script",
            "allowed by script for this session (grant 1)",
        ),
        ("ask_denied", "person", "script", "use a branch"),
    ]  # fmt: skip
