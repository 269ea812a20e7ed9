"""The inbox: what every channel does, and what is handed in for whom."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from proctor.approval.channel import Told
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.inbox import NO_ANSWER, InboxChannel
from proctor.errors import ChannelError
from proctor.terms.reply import Answer, Decider, Reply, Scope
from tests.approval.inbox_rig import InboxRig, inbox_rig
from tests.contracts.channel import Channels, MakeRig, asked, run, until
from tests.doubles.book import WELCOME, Book, Handed


class TestContract(Channels):
    """What every channel does, through the API."""

    @pytest.fixture
    def rig(self) -> MakeRig:
        """Give an inbox."""
        return inbox_rig


def test_an_answer_is_whole_and_names_its_channel() -> None:
    """All of an answer is handed in, under the name of the way it came by, once."""

    async def work() -> None:
        book = Book("ada")
        async with inbox_rig(book) as there:
            asking = await asked(there, question := book.put())
            reply = Reply(Answer.ALLOW, words="go on", scope=Scope.SESSION, category="bash")
            told = await there.channel.answer(question.id, "ada", reply, "web")

            assert told == Told(counts=True, words=WELCOME)
            wanted = reply._replace(channel="web", question=question.id)
            assert book.handed == [Handed(question.id, "ada", "web", wanted)]
            assert await asking == wanted._replace(by="ada")

    run(work())


def test_nobody_gives_an_answer_in_another_name() -> None:
    """Who decided is not for the answer to say: what it claims is left out."""

    async def work() -> None:
        book = Book("ada")
        async with inbox_rig(book) as there:
            question = book.put()
            forged = Reply(Answer.ALLOW, by="grace", channel="telegram", chat_roles="61",
                           decider=Decider.REVIEWER, review="fine", question=99)  # fmt: skip
            await there.channel.answer(question.id, "ada", forged)

            [handed] = book.handed
            assert handed.reply == Reply(Answer.ALLOW, channel="inbox", question=question.id)

    run(work())


@pytest.mark.parametrize("answer", [Answer.TIMEOUT, Answer.DIALOG])
def test_what_is_no_answer_is_not_handed_in(answer: Answer) -> None:
    """Only a yes or a no is an answer of somebody."""

    async def work() -> None:
        book = Book("ada")
        async with inbox_rig(book) as there:
            told = await there.channel.answer(book.put().id, "ada", Reply(answer))

            assert told == Told(counts=False, words=NO_ANSWER)
            assert book.handed == []

    run(work())


def test_an_answer_that_is_not_kept_is_no_answer() -> None:
    """Where handing in fails, its giver is told so, and the question waits on."""

    async def broken(*_: object) -> Told:
        raise OSError("no space left")

    async def work() -> None:
        book = Book("ada")
        async with inbox_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.channel.start(broken)
            told = await there.channel.answer(question.id, "ada", Reply(Answer.ALLOW))
            assert told == Told(counts=False, words=NOT_NOW)
            assert not asking.done()

            await there.channel.start(book.hand_in)
            await there.channel.answer(question.id, "ada", Reply(Answer.DENY))
            assert (await asking).answer is Answer.DENY

    run(work())


def test_two_who_wait_for_one_question_get_one_answer() -> None:
    """Whoever waits for the same question gets the same answer."""

    async def work() -> None:
        book = Book("ada")
        async with inbox_rig(book) as there:
            one = await asked(there, question := book.put())
            two = asyncio.create_task(there.channel.ask(question))
            await until(partial(both_wait, there, question.id))
            await there.answer(question.id, "a", "ada")

            assert await one == await two
            assert not there.channel.waiting.open

    run(work())


async def both_wait(there: InboxRig, number: int) -> bool:
    """Say whether two wait for a question."""
    return len(there.channel.waiting.open[number]) == 2


def test_stopping_ends_what_is_asked() -> None:
    """Whoever waits when the inbox is stopped is told so, and no answer is taken any more."""

    async def work() -> None:
        channel = InboxChannel()
        book = Book("ada")
        await channel.start(book.hand_in)
        asking = asyncio.create_task(channel.ask(question := book.put()))
        await asyncio.sleep(0)
        await channel.stop()
        with pytest.raises(ChannelError, match="the channel inbox was stopped"):
            await asking
        told = await channel.answer(question.id, "ada", Reply(Answer.ALLOW))
        assert told == Told(counts=False, words=NOT_NOW)
        assert book.handed == []

    run(work())
