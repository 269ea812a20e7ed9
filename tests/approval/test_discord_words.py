"""Answers in words in Discord: whose count, about which question, and what is only talk."""

from __future__ import annotations

import pytest

from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, EVE, discord_rig
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import NOT_YOU, OVER, UNKNOWN, Book
from tests.doubles.discord_shapes import (
    BOT,
)


@pytest.mark.parametrize("text", ["deny 12 use a branch", f"<@{BOT}> /deny 12 use a branch"])
def test_words_answer(text: str) -> None:
    """Words that name the question answer it, and its message shows that."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.discord.say(text, ADA)
            reply = await asking
            await there.quiet()

            assert (reply.answer, reply.words) == (Answer.DENY, "use a branch")
            assert there.buttons(question.id) == frozenset()
            assert there.replies() == []

    run(work())


def test_a_reply_answers_and_talk_does_not() -> None:
    """A reply to the message of a question answers it without its number; talk does not."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            message = await there.message_of(question.id)
            await there.discord.say(f"allow {question.id} more minutes, please", ADA)
            await there.discord.say("allow that? no way", ADA, reply_to=message)
            await there.discord.say("deny use a branch", ADA, reply_to=message)
            reply = await asking

            assert (reply.answer, reply.words) == (Answer.DENY, "use a branch")
            assert len(book.handed) == 1
            assert there.replies() == []

    run(work())


def test_words_that_name_no_question_are_answered_with_words() -> None:
    """Who forgets the number, gives two, or an unknown one, is told, and nothing is done."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            message = await there.message_of(question.id)
            await there.discord.say("/deny", ADA)
            await there.until(lambda: len(there.replies()) == 1)
            await there.discord.say("deny 99", ADA, reply_to=message)
            await there.until(lambda: len(there.replies()) == 2)
            await there.discord.say("deny 99", ADA)
            await there.until(lambda: len(there.replies()) == 3)
            await take_back(asking)

            assert there.replies() == [
                "`which question? Write its number: /deny 12`",
                f"you replied to question {question.id} but wrote 99: nothing was done",
                UNKNOWN,
            ]
            assert book.counted == []

    run(work())


def test_a_reply_to_an_old_message_does_not_count() -> None:
    """Who replies to the message of a question that is over is told so."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            message = await there.message_of(question.id)
            await take_back(asking)
            book.end(question.id, Status.EXPIRED)
            await there.discord.say("allow", ADA, reply_to=message)
            await there.until(there.replies)

            assert there.replies() == [OVER]
            assert book.counted == []

    run(work())


def test_a_stranger_in_words_is_told() -> None:
    """Words of somebody whom the desk does not let answer are answered with its words."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.discord.say(f"allow {question.id}", EVE)
            await there.until(there.replies)
            assert there.replies() == [NOT_YOU]
            assert there.buttons(question.id)
            await take_back(asking)

    run(work())
