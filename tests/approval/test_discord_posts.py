"""Sending and changing messages in Discord, through whatever Discord does."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import pytest

from proctor.errors import ChannelError
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, DiscordRig, channel, discord_rig
from tests.contracts.channel import asked, run, seen, take_back, until
from tests.doubles.book import Book
from tests.doubles.discord import Discord
from tests.doubles.discord_faults import CLOUD, RUBBISH, WRONG_JSON, Fault, too_many
from tests.doubles.discord_shapes import TOKEN
from tests.tables import each_row

FAULTS = {
    "500": Fault(),
    "502 of something before it": CLOUD,
    "rubbish": RUBBISH,
    "another kind of JSON": WRONG_JSON,
    "hangs up": Fault(drop=True),
    "does it and hangs up": Fault(drop=True, late=True),
    "does it and says 500": Fault(late=True),
    "too many requests": too_many(0.2),
    "too many requests everywhere": too_many(0.2, everywhere=True),
    "moved": Fault(302, b"", (("Location", "http://127.0.0.1:9/"),)),
    "never answers": Fault(hang=True),
}
FOR_EVER = {"moved"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_question_is_sent_in_the_end(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever Discord answers for a while, there is one message in the end, and it works."""
    monkeypatch.setattr("proctor.approval.channels.discord_api.REQUEST", 0.5)

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            there.discord.faults["send"] += [FAULTS[fault]] * 2
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            if fault in FOR_EVER:
                with pytest.raises(ChannelError, match="302"):
                    await asking
                return
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            assert len(there.messages(question.id)) == 1

    run(work())


@each_row("fault", sorted(set(FAULTS) - {"never answers", "moved"}))
def test_a_message_is_changed_in_the_end(fault: str) -> None:
    """Whatever Discord answers for a moment, the message shows the end."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.faults["edit"] += [FAULTS[fault]] * 2
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.EXPIRED))

            assert (await there.shown(question.id)).startswith("⏰ Timed Out (question ")
            assert there.buttons(question.id) == frozenset()

    run(work())


@pytest.mark.parametrize(
    ("fault", "words", "help_"),
    [
        (Fault(403, b'{"message": "Missing Access", "code": 50001}'), "Missing Access", "let the"),
        (Fault(404, b'{"message": "Unknown Channel", "code": 10003}'), "Unknown Channel", "look"),
        (Fault(401, b'{"message": "401: Unauthorized", "code": 0}'), "bot token", "copy it"),
        (Fault(400, b'{"message": "Invalid Form Body", "code": 50035}'), "Invalid", "proctor"),
    ],
)
def test_what_can_never_be_sent_is_said_at_once(fault: Fault, words: str, help_: str) -> None:
    """A refusal that no waiting mends ends the asking, with what helps."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.faults["send"].append(fault)
            with pytest.raises(ChannelError, match=words) as caught:
                await there.channel.ask(book.put())

            assert str(caught.value.help).startswith(help_)

    run(work())


def test_sending_ends_with_the_question() -> None:
    """What could not be sent while a question was open is an error then, and not tried for ever."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.down = Fault()
            with pytest.raises(ChannelError, match="Discord"):
                await there.channel.ask(book.put(seconds=0.3))
            await there.quiet()

    run(work())


def test_what_hangs_ends_with_the_question() -> None:
    """A Discord that takes a message and never answers does not hold a question beyond its time."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.faults["send"].append(Fault(hang=True))
            with pytest.raises(ChannelError, match="in time"):
                await there.channel.ask(book.put(seconds=0.3))

    run(work())


def test_a_longer_wait_than_the_question_is_not_waited_for() -> None:
    """Where Discord asks for a longer wait than anybody has, the question fails instead."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.faults["send"].append(too_many(3600))
            with pytest.raises(ChannelError, match="asks us to wait"):
                await there.channel.ask(book.put(seconds=60))

    run(work())


def test_a_question_that_is_taken_back_is_not_sent() -> None:
    """Once nobody waits any more, a message that could not be sent is not tried again."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.down = Fault()
            first, second = book.put(), book.put()
            asking = [asyncio.create_task(there.channel.ask(each)) for each in (first, second)]
            await there.until(lambda: there.discord.calls.count("send") > 4)
            await take_back(asking[0])
            await there.channel.ended(book.end(first.id, Status.CANCELLED))
            await there.channel.ended(book.end(second.id, Status.CANCELLED))
            await take_back(asking[1])
            there.discord.down = None
            await there.quiet()

            assert [there.messages(each.id) for each in (first, second)] == [[], []]

    run(work())


def test_a_message_on_its_way_is_ended_too() -> None:
    """A question that ends while it is being sent leaves no message with buttons."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            there.discord.faults["send"].append(too_many(0.3))
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: there.discord.calls.count("send") == 1)
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.CANCELLED))

            assert (await there.shown(question.id)).startswith("🚫 Cancelled")
            assert there.buttons(question.id) == frozenset()

    run(work())


def test_twenty_questions_keep_to_the_limits() -> None:
    """Where Discord takes a few messages at a time, twenty questions all arrive, and stay apart."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            there.discord.limit = (5, 0.3)
            questions = [book.put(action=f"tool:bash:job {n}") for n in range(20)]
            asking = [asyncio.create_task(there.channel.ask(each)) for each in questions]
            for task, question in zip(asking, questions, strict=True):
                await until(partial(seen, there, task, question.id))
                await there.answer(question.id, "d" if question.id % 2 else "a", str(ADA))
            replies = await asyncio.gather(*asking)

            wanted = [Answer.DENY if each.id % 2 else Answer.ALLOW for each in questions]
            assert [reply.answer for reply in replies] == wanted
            assert [len(there.messages(each.id)) for each in questions] == [1] * 20

    run(work())


def test_words_can_answer_what_was_never_sent() -> None:
    """A question that cannot be sent, but is seen elsewhere, can be answered in words."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            await there.until(lambda: there.discord.gateway.listeners)
            there.discord.faults["send"] += [Fault()] * 10_000
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: there.discord.calls.count("send") > 2)
            await there.discord.say(f"deny {question.id}", ADA)

            assert (await asking).answer is Answer.DENY

    run(work())


def test_the_same_question_twice_is_one_message() -> None:
    """A question that is asked twice at once has one message, and both get the answer."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            one = await asked(there, question := book.put())
            two = asyncio.create_task(there.channel.ask(question))
            await there.until(lambda: len(there.channel.waiting.open[question.id]) == 2)
            await there.answer(question.id, "a", str(ADA))

            assert (await one).answer is (await two).answer is Answer.ALLOW
            assert len(there.messages(question.id)) == 1

    run(work())


def test_stopping_ends_what_is_asked() -> None:
    """Who waits for an answer when the channel is stopped is told so."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            asking = await asked(there, book.put())
            await there.channel.stop()
            with pytest.raises(ChannelError, match="was stopped"):
                await asking

    run(work())


def test_a_channel_that_was_not_started_asks_and_ends() -> None:
    """A process that does not listen sends and changes messages all the same."""

    async def work() -> None:
        book = Book()
        async with Discord() as discord:
            there = DiscordRig(discord, channel(discord, book), book)
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: there.buttons(question.id))
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.EXPIRED))
            assert "Timed Out" in await there.shown(question.id)
            assert discord.gateway.identified == []
            await there.channel.stop()

    run(work())


def test_the_token_is_never_said(caplog: pytest.LogCaptureFixture) -> None:
    """Neither we nor the libraries below say the bot's token, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    echo = Fault(400, f'{{"message": "bad token {TOKEN}", "code": 1}}'.encode())

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            there.discord.faults["send"] += [*FAULTS.values()][:5]
            asking = await asked(there, question := book.put())
            there.discord.faults["respond"] += [Fault(drop=True)]
            there.discord.faults["edit"] += [echo]
            await there.answer(question.id, "a", str(ADA))
            await asking
            await there.quiet()
            await there.discord.gateway.dispatch("INTERACTION_CREATE", ["rubbish"])
            there.discord.faults["send"] += [echo]
            with pytest.raises(ChannelError) as caught:
                await there.channel.ask(book.put())

            assert "bad token …" in caught.value.render()

    run(work())
    for part in (TOKEN, TOKEN.split(".")[2]):
        assert part not in caplog.text
    ours = [record for record in caplog.records if record.name.startswith("proctor")]
    assert ours
    assert [record for record in caplog.records if record.name.startswith("hikari")] == []
