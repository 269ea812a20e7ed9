"""Answers in words that were written while nobody listened."""

from __future__ import annotations

import asyncio

import pytest

from proctor.approval.channels.answering_words import Words
from proctor.approval.channels.discord_missed import is_meant
from proctor.approval.channels.discord_reader import Said, Who, written_at
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.asked_questions import question
from tests.approval.discord_rig import ADA, EVE, DiscordRig, channel, discord_rig
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import NOT_YOU, Book
from tests.doubles.discord import EPOCH, Discord
from tests.doubles.discord_faults import Fault

NOON = 1_780_315_200_000  # 2026-06-01T12:00:00Z
REVIEWERS = 610000000000000001


async def forgotten(there: DiscordRig) -> None:
    """Lose the connection so that nothing can be resumed."""
    await looked_back(there, len(there.discord.gateway.identified))
    there.discord.gateway.forget()
    await there.discord.gateway.hang_up()
    await there.until(lambda: not there.discord.gateway.listeners)


async def looked_back(there: DiscordRig, sessions: int) -> None:
    """Wait until a new session has looked back."""
    await there.until(lambda: len(there.discord.gateway.identified) == sessions)
    await there.until(there.channel.listener.connected.is_set)
    await there.quiet()


@pytest.mark.parametrize("replies", [True, False])
def test_words_that_nobody_heard_are_found(replies: bool) -> None:
    """Words that were written while nobody listened answer once somebody does, and only once."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book, roles=frozenset({"reviewers"})) as there:
            there.discord.roles[REVIEWERS] = "reviewers"
            there.discord.members |= {ADA: [REVIEWERS], EVE: []}
            asking = await asked(there, each := book.put())
            message = await there.message_of(each.id)
            await looked_back(there, 1)
            await forgotten(there)
            await there.discord.say(f"allow {each.id}", EVE)
            text = "deny use a branch" if replies else f"deny {each.id} use a branch"
            await there.discord.say(text, ADA, reply_to=message if replies else 0)
            reply = await asking

            assert (reply.answer, reply.words) == (Answer.DENY, "use a branch")
            assert [handed.user for handed in book.handed] == [str(ADA)]
            if replies:
                return
            await looked_back(there, 2)
            await forgotten(there)
            await looked_back(there, 3)
            assert len(book.handed) == 1
            assert there.replies() == []

    run(work())


def test_who_was_told_is_not_told_again() -> None:
    """Words that did not count are not taken a second time when listening begins anew."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            asking = await asked(there, each := book.put())
            await there.discord.say(f"allow {each.id}", EVE)
            await there.until(there.replies)
            await forgotten(there)
            await looked_back(there, 2)
            await take_back(asking)

            assert there.replies() == [NOT_YOU]
            assert len(book.handed) == 1

    run(work())


def test_words_before_a_question_do_not_answer_it() -> None:
    """Who wrote a number before there was a question of it has answered nothing."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            there = DiscordRig(discord, channel(discord, book), book)
            await discord.say("allow 12", ADA)
            await asyncio.sleep(0.01)
            each = book.put()
            assert each.id == 12
            await there.channel.start(book.hand_in)
            asking = await asked(there, each)
            await there.until(lambda: discord.calls.count("history"))
            await there.quiet()
            await take_back(asking)
            await there.channel.stop()

            assert book.handed == []

    run(work())


def test_a_history_that_cannot_be_read_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Where what was written cannot be looked up, it is logged, and the next answer counts."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            discord.faults["history"].append(Fault(403, b'{"message": "Missing Access"}'))
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            asking = await asked(there, each := book.put())
            await discord.say(f"allow {each.id}", ADA)

            assert (await asking).answer is Answer.ALLOW
            await there.channel.stop()

    run(work())
    assert "Missing Access" in caplog.text


def test_a_message_knows_when_it_was_written() -> None:
    """The id of a message tells its time, and words count from the moment of the question on."""
    said = Said(Who(ADA), 0, (NOON - EPOCH) << 22, Words(Answer.ALLOW, 12))
    open_, over = question(), question(status=Status.EXPIRED)

    assert written_at(said.message).isoformat() == "2026-06-01T12:00:00+00:00"
    assert is_meant(said, open_)
    assert not is_meant(said._replace(message=(NOON - EPOCH - 1) << 22), open_)
    assert not is_meant(said, over)
    assert not is_meant(said, None)
    assert not is_meant(said, open_._replace(asked_at="soon"))
