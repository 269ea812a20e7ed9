"""Answers in words in Discord: whose count, about which question, and what is only talk."""

from __future__ import annotations

import pytest

from proctor.approval.channels.answering_words import NOT_UNDERSTOOD, WHICH
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, EVE, discord_rig
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import NOT_YOU, OVER, UNKNOWN, Book
from tests.doubles.discord_shapes import (
    BOT,
)
from tests.tables import each_row


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
            await there.until(there.replies)
            await there.discord.say("deny use a branch", ADA, reply_to=message)
            reply = await asking

            assert (reply.answer, reply.words) == (Answer.DENY, "use a branch")
            assert len(book.handed) == 1
            assert [NOT_UNDERSTOOD in each for each in there.replies()] == [True]

    run(work())


def test_words_that_name_no_question_are_answered_with_words() -> None:
    """Who gives two numbers, a wrong or an unknown one, is told, and nothing is done."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            message = await there.message_of(question.id)
            await there.discord.say("/allow 12x", ADA)
            await there.until(lambda: len(there.replies()) == 1)
            await there.discord.say("deny 99", ADA, reply_to=message)
            await there.until(lambda: len(there.replies()) == 2)
            await there.discord.say("deny 99", ADA)
            await there.until(lambda: len(there.replies()) == 3)
            await take_back(asking)

            assert there.replies() == [
                there.discord.messages[message]["content"],
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


@each_row(("text", "answer"), [("/allow", Answer.ALLOW), ("/deny not now", Answer.DENY)])
def test_a_bare_command_answers_the_only_question(text: str, answer: Answer) -> None:
    """One question is open in the channel, so it is certain which is meant."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, book.put())
            await there.discord.say(text, ADA)
            assert (await asking).answer is answer

    run(work())


def test_a_bare_command_lists_several_questions() -> None:
    """With buttons, each bound to its question; one that ended just now counts as open."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = [await asked(there, book.put()) for _ in range(2)]
            await there.discord.say("/allow", ADA)
            await there.until(there.replies)
            listed = [each for each in there.discord.messages.values() if each["type"] == 19][-1]
            assert (book.handed, listed["content"].splitlines()[0]) == ([], WHICH)
            labels = [[each["label"] for each in row["components"]] for row in listed["components"]]
            assert labels == [["Allow 12", "Deny 12"], ["Allow 13", "Deny 13"]]

            data = listed["components"][1]["components"][1]["custom_id"]
            await there.discord.press(int(listed["id"]), data, ADA)
            assert (await asking[1]).answer is Answer.DENY
            await there.channel.ended(book.questions[13])
            await there.discord.say("/allow", ADA)
            await there.until(lambda: len(there.replies()) == 2)
            assert len(book.handed) == 1
            await take_back(asking[0])

    run(work())


@each_row(("emoji", "answer"), [("✅", Answer.ALLOW), ("❌", Answer.DENY)])
def test_a_reaction_answers_its_question(emoji: str, answer: Answer) -> None:
    """Others are open; the message that it is on says which is meant, and shows the end."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = [await asked(there, book.put()) for _ in range(2)]
            message = await there.message_of(12)
            await there.discord.react(message, "👍", ADA)
            await there.discord.react(message, emoji, ADA)
            assert (await asking[0]).answer is answer
            await there.quiet()
            assert (there.buttons(12), asking[1].done(), len(book.handed)) == (
                frozenset(), False, 1,
            )  # fmt: skip
            # Under a question that is over, people may react as they like.
            await there.discord.react(message, "✅", EVE)
            await there.quiet()
            assert (there.replies(), len(book.handed)) == ([], 1)
            await take_back(asking[1])

    run(work())


def test_a_reaction_of_somebody_who_may_not_is_refused_visibly() -> None:
    """The bot says so under the question; one on any other message is none."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, book.put())
            message = await there.message_of(12)
            await there.quiet()
            other = await there.discord.say("shall we?", ADA)
            await there.discord.react(other, "✅", ADA, message_author_id=str(BOT))
            await there.discord.react(message, "✅", BOT)
            await there.discord.react(message, "✅", EVE)
            await there.until(there.replies)
            await there.quiet()

            assert there.replies() == [NOT_YOU]
            assert [each.user for each in book.handed] == [str(EVE)]
            assert there.buttons(12)
            await take_back(asking)

    run(work())


def test_a_reaction_to_the_message_of_another_process_counts() -> None:
    """Its buttons are bound to the question, and say which it is."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, book.put())
            message = await there.message_of(12)
            there.channel.posts.board.shown.clear()
            await there.discord.react(message, "❌", ADA)
            assert (await asking).answer is Answer.DENY

    run(work())


def test_a_missed_reaction_is_found() -> None:
    """Put there while nobody listened, a no comes before a yes: which was first is not known."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with discord_rig(book) as there:
            asking = await asked(there, book.put())
            message = await there.message_of(12)
            await there.listens()
            there.discord.members |= {ADA: [], EVE: []}
            there.discord.reactions[message, "✅"] += [BOT, ADA]
            there.discord.reactions[message, "❌"].append(EVE)
            await there.channel.catch_up()
            assert (await asking).answer is Answer.DENY

    run(work())
