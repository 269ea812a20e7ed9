"""Calling people: every channel at once, and none of them harms another or holds anybody up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import pytest

from proctor.approval.calling import NOT_YET, Calling
from proctor.approval.channel import Told
from proctor.errors import ChannelError
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.server.asking_rig import Phone, until

ADA = Reply(Answer.ALLOW, "ada", "inbox")


def asked(number: int = 7) -> Question:
    """Return a question that waits."""
    return Question("u", "h", "h", "arch-1", "Bash", "tool:bash:make", "", "", id=number)


def over(number: int = 7) -> Question:
    """Return a question that somebody has answered."""
    return asked(number)._replace(status=Status.ANSWERED, reply=ADA)


async def nobody(number: int, user: str, channel: str, reply: Reply) -> Told:
    """Take no answer."""
    return Told(counts=False, words=f"{number} {user} {channel} {reply.answer}")


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do something, in less time than a hang takes."""
    asyncio.run(asyncio.wait_for(work, 30))


def test_every_channel_is_asked_and_told_of_the_end() -> None:
    """Each hears of a question once, and once of how it ended."""

    async def work() -> None:
        phones = [Phone("a"), Phone("b")]
        calling = Calling(phones)
        await calling.start(nobody)
        calling.told(asked())
        calling.told(asked())
        await until(lambda: all(phone.asked for phone in phones))
        calling.told(over())
        calling.told(over())
        await until(lambda: all(phone.over for phone in phones))
        await calling.stop()
        assert [(phone.asked, phone.over) for phone in phones] == [([asked()], [over()])] * 2
        assert [phone.done[-1] for phone in phones] == ["stop", "stop"]

    run(work())


def test_the_end_of_what_was_never_asked_is_told_to_nobody() -> None:
    """A question of before has left no message behind that this server knows of."""

    async def work() -> None:
        phone = Phone()
        calling = Calling([phone])
        await calling.start(nobody)
        calling.told(over())
        await calling.stop()
        assert phone.done == ["start", "stop"]

    run(work())


@pytest.mark.parametrize("what", ["ask", "ended", "stop"])
@pytest.mark.parametrize("how", ["broken", "hangs"])
def test_a_channel_that_fails_harms_no_other(
    what: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The other one is asked, told and stopped as if it were alone."""
    caplog.set_level(logging.CRITICAL)

    async def work() -> None:
        phone, other = Phone("phone", **{how: what}), Phone("other")
        calling = Calling([phone, other])
        await calling.start(nobody)
        calling.told(asked())
        await until(lambda: other.asked)
        calling.told(over())
        await until(lambda: other.over)
        await calling.stop()
        assert other.done == ["start", "ask", "ended", "stop"]
        assert phone.done == ["start", "ask", "ended", "stop"]

    run(work())


def test_a_channel_that_cannot_start_says_so_without_its_secrets() -> None:
    """Of an error that is not ours only the name is told: the rest may hold a token."""

    class Refuses(Phone):
        async def start(self, hand_in: object) -> None:
            raise ChannelError("the token is wrong", help="see @BotFather")

    async def work() -> list[dict[str, str | None]]:
        calling = Calling([Phone("a", broken="start"), Refuses("b"), Phone("c")], {"d": "no extra"})
        await calling.start(nobody)
        calling.told(asked())
        told = calling.told_of()
        await calling.stop()
        return told

    assert asyncio.run(work()) == [
        {"name": "a", "state": "off", "trouble": "RuntimeError"},
        {"name": "b", "state": "off", "trouble": "the token is wrong (see @BotFather)"},
        {"name": "c", "state": "on", "trouble": None},
        {"name": "d", "state": "off", "trouble": "no extra"},
    ]


def test_a_channel_that_is_slow_to_start_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others work meanwhile; once it is there, it asks what is still open."""
    monkeypatch.setattr("proctor.approval.calling.FIRST_WORDS", 0.05)

    class Slow(Phone):
        def __init__(self) -> None:
            super().__init__("slow")
            self.there = asyncio.Event()

        async def start(self, hand_in: object) -> None:
            await self.there.wait()

    async def work() -> None:
        slow, other = Slow(), Phone("other")
        calling = Calling([slow, other])
        await calling.start(nobody)
        assert calling.told_of()[0] == {"name": "slow", "state": "off", "trouble": NOT_YET}
        calling.told(asked(1))
        calling.told(asked(2))
        calling.told(over(1))
        slow.there.set()
        await until(lambda: slow.asked)
        assert [question.id for question in slow.asked] == [2]
        assert calling.told_of()[0] == {"name": "slow", "state": "on", "trouble": None}
        calling.told(over(2))
        await until(lambda: slow.over)
        await calling.stop()

    run(work())


@pytest.mark.parametrize("what", ["start", "ask", "ended", "stop"])
def test_the_end_waits_for_no_channel_that_hangs(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server can end, and leaves no task behind."""
    monkeypatch.setattr("proctor.approval.calling.FIRST_WORDS", 0.05)

    async def work() -> None:
        before = asyncio.all_tasks()
        calling = Calling([Phone(str(number), hangs=what) for number in range(10)])
        await calling.start(nobody)
        calling.told(asked())
        await asyncio.sleep(0)
        calling.told(over())
        await asyncio.sleep(0)
        await calling.stop()
        assert asyncio.all_tasks() == before

    run(work())


def test_a_channel_that_works_again_is_in_no_trouble() -> None:
    """What went wrong is told until a question went well there."""

    class Flaky(Phone):
        async def ask(self, question: Question) -> Reply:
            if question.id == 1:
                raise ChannelError("the network is gone")
            return ADA

    async def work() -> list[str | None]:
        calling = Calling([Flaky()])
        await calling.start(nobody)
        seen = []
        for number in (1, 2):
            calling.told(asked(number))
            await asyncio.gather(*calling.asking[number].tasks)
            seen.append(calling.told_of()[0]["trouble"])
        await calling.stop()
        return seen

    assert asyncio.run(work()) == ["the network is gone", None]


def test_a_question_that_no_channel_can_ask_is_told_of() -> None:
    """As soon as the last of them has failed, and not while one still asks."""

    async def work() -> None:
        told: list[tuple[int, str]] = []

        async def unreached(question: Question, why: str) -> None:
            told.append((question.id, why))

        alone = Calling([Phone("a", broken="ask"), Phone("b", broken="ask")], {}, unreached)
        beside = Calling([Phone("a", broken="ask"), Phone("b")], {}, unreached)
        for calling in (alone, beside):
            await calling.start(nobody)
        alone.told(asked(7))
        beside.told(asked(8))
        await until(lambda: told)
        for calling in (alone, beside):
            await calling.stop()
        assert told == [(7, "b: RuntimeError")]

    run(work())
