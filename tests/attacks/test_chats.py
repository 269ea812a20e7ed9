"""In a chat nothing counts that is about something else, or that no person has just written."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval import discord_rig as in_discord
from tests.approval import telegram_rig as in_telegram
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import Book
from tests.doubles.discord_faults import Fault
from tests.doubles.discord_shapes import user_of
from tests.doubles.telegram import CHAT, person

DISCORD_TRICKS: dict[str, dict[str, Any]] = {
    "a webhook": {"webhook_id": "9"},
    "a bot": {"author": {**user_of(in_discord.ADA), "bot": True}},
    "a forwarded message": {"message_reference": {"type": 1, "message_id": "1"}},
    "a reply to a message that is gone": {
        "type": 19, "message_reference": {"type": 0, "message_id": "1"},
    },
}  # fmt: skip
TELEGRAM_TRICKS: dict[str, dict[str, Any]] = {
    "a bot": {"from": {"id": in_telegram.ADA, "is_bot": True, "first_name": "x"}},
    "through a bot": {"via_bot": {"id": 9, "is_bot": True, "first_name": "x"}},
    "scheduled before the question": {"is_from_offline": True},
    "by a business bot": {"sender_business_bot": {"id": 9, "is_bot": True, "first_name": "x"}},
    "a reply to another chat": {"external_reply": {"origin": {"type": "user"}}},
}


def written(number: int) -> dict[str, Any]:
    """Return a message that somebody else has written in the chat of Telegram."""
    return {"message_id": number, "chat": {"id": CHAT}, "from": person(in_telegram.EVE)}


def test_discord_takes_no_yes_for_something_else() -> None:
    """An agent that can post there gets no yes by a message that looks like a question."""

    async def work() -> list[Answer]:
        book = Book(str(in_discord.ADA))
        async with in_discord.discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            chat, ada = there.discord, in_discord.ADA
            fake = await chat.say("Allow this? make test", in_discord.EVE)
            await chat.say("/allow", ada, reply_to=fake)
            await chat.say("ok", ada, reply_to=fake)
            await chat.say("/allow@other_bot", ada)
            await chat.react(fake, "✅", ada)
            for more in DISCORD_TRICKS.values():
                await chat.say("/allow", ada, **more)
            await there.until(lambda: len(there.replies()) >= 2)
            await chat.say(f"/deny {question.id}", ada)
            await asking
            return [handed[-1].answer for handed in book.handed]

    assert run(work()) == [Answer.DENY]


def test_telegram_takes_no_yes_for_something_else() -> None:
    """Nor for what was scheduled before the question was asked."""

    async def work() -> list[Answer]:
        book = Book(str(in_telegram.ADA))
        async with in_telegram.telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            chat, ada = there.telegram, in_telegram.ADA
            fake = written(chat.say("Allow this? make test", in_telegram.EVE))
            chat.say("/allow", ada, reply_to_message=fake)
            chat.say("ok", ada, reply_to_message=fake)
            for more in TELEGRAM_TRICKS.values():
                chat.say("/allow", ada, **more)
            chat.say(f"/deny {question.id}", ada)
            await asking
            return [handed[-1].answer for handed in book.handed]

    assert run(work()) == [Answer.DENY]


def test_a_topic_of_telegram_is_no_reply() -> None:
    """There every message is a reply to the topic's first one."""

    async def work() -> Answer:
        book = Book(str(in_telegram.ADA))
        async with in_telegram.telegram_rig(book) as there:
            topic = there.telegram.say("a topic", in_telegram.EVE)
            asking = await asked(there, book.put())
            where: dict[str, Any] = {"is_topic_message": True, "message_thread_id": topic}
            where |= {"reply_to_message": written(topic)}
            there.telegram.say("/allow", in_telegram.ADA, **where)
            return (await asking).answer

    assert run(work()) is Answer.ALLOW


def test_a_message_that_still_looks_open_counts_as_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood that keeps a message from being changed puts no other question in its place."""
    monkeypatch.setattr("proctor.approval.channels.discord_posts.LAST_WORDS", 0.2)
    later = 10.0**10

    async def work() -> list[int]:
        book = Book(str(in_discord.ADA))
        async with in_discord.discord_rig(book) as there:
            board, found = there.channel.posts.board, []
            for gone in (False, True):
                asking = await asked(there, question := book.put())
                message = await there.message_of(question.id)
                await take_back(asking)
                there.discord.down = None if gone else Fault()
                if gone:
                    del there.discord.messages[message]
                await there.channel.ended(book.end(question.id, Status.CANCELLED))
                await there.quiet()
                there.discord.down = None
                found.append(board.only_open(message + 1, later, []))
            return found

    # The second was deleted, so the first is the only one that people see.
    assert run(work()) == [12, 12]
