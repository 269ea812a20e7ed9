"""Discord where something does not work: what counts, counts, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from proctor.approval.channel import Told
from proctor.approval.channels import discord as module
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.errors import ChannelError
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Reply
from tests.approval.discord_rig import ADA, DiscordRig, channel, discord_rig, refused
from tests.approval.telegram_rig import Locks
from tests.contracts.channel import asked, run, take_back, until
from tests.doubles.book import NOT_YOU, Book
from tests.doubles.discord import Whisper
from tests.doubles.discord_faults import Fault

ACK_FAULTS = {
    "500": Fault(),
    "gone": Fault(404, b'{"message": "Unknown interaction", "code": 10062}'),
    "dropped": Fault(drop=True),
    "done and dropped": Fault(drop=True, late=True),
    "rubbish": Fault(200, b"<html>\xff"),
    "hangs": Fault(hang=True),
}


@pytest.mark.parametrize("fault", ACK_FAULTS)
def test_a_press_counts_where_it_cannot_be_acknowledged(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision does not wait for its acknowledgement, and the message is changed all the same."""
    monkeypatch.setattr("proctor.approval.channels.discord_api.ACKNOWLEDGE", 0.3)

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.faults["respond"].append(ACK_FAULTS[fault])
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            await there.until(lambda: not there.buttons(question.id))
            assert "Allowed by" in await there.shown(question.id)

    run(work())


def test_a_message_that_cannot_be_changed_blocks_nothing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where neither acknowledging nor changing works, it is logged, and the answer counts."""
    monkeypatch.setattr("proctor.approval.channels.discord_posts.LAST_WORDS", 0.2)

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.down = Fault()
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW
            await there.channel.ended(book.questions[question.id])
            await there.quiet()

    run(work())
    assert "still shows an open question" in caplog.text
    assert "did not show somebody what became of an answer" in caplog.text


def test_a_deleted_message_blocks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A message that somebody deleted is given up at once."""

    async def work() -> None:
        book = Book()
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.messages.clear()
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.EXPIRED))

            assert there.discord.calls.count("edit") == 1

    run(work())
    assert "Unknown Message" in caplog.text


@pytest.mark.parametrize("may", [True, False])
def test_a_slow_desk_does_not_let_a_press_fail(may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press is acknowledged before the desk has answered; what comes of it follows."""
    monkeypatch.setattr(module, "SPIN", 0.05)

    async def work() -> None:
        book = Book(*([str(ADA)] if may else []))
        gate = asyncio.Event()

        async def slowly(number: int, user: str, name: str, reply: Reply) -> Told:
            await gate.wait()
            return await book.hand_in(number, user, name, reply)

        async with discord_rig(book) as there:
            there.channel.hand_in = slowly
            asking = await asked(there, question := book.put())
            message, data = there.button(question.id, "a")
            press = await there.discord.press(message, data, ADA)
            await there.until(lambda: there.discord.interactions[press].answered == 6)
            assert not asking.done()
            gate.set()
            if may:
                assert (await asking).answer is Answer.ALLOW
                await there.until(lambda: not there.buttons(question.id))
            else:
                await there.until(lambda: there.discord.whispers)
                assert there.discord.whispers == [Whisper(ADA, NOT_YOU)]
                assert there.buttons(question.id)
                await take_back(asking)

    run(work())


def test_an_answer_that_is_not_kept_is_no_answer() -> None:
    """Where the desk or the store fails nothing counts, and the next press does."""

    async def work() -> None:
        book = Book(str(ADA))
        failing = [OSError("the disk is full")]

        async def broken(number: int, user: str, name: str, reply: Reply) -> Told:
            if failing:
                raise failing.pop()
            return await book.hand_in(number, user, name, reply)

        async with discord_rig(book) as there:
            there.channel.hand_in = broken
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await refused(there, NOT_NOW, ADA)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_a_question_that_cannot_be_looked_up_is_not_answered() -> None:
    """While the store does not answer, a button cannot be known to be its question's."""

    async def work() -> None:
        book = Book(str(ADA))

        async def broken(number: int) -> None:
            raise OSError(number)

        async with discord_rig(book) as there:
            there.channel.lookup = broken
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await refused(there, NOT_NOW, ADA)
            there.channel.lookup = book.lookup
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_a_press_survives_a_server_that_dies_before_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Killed between press and record, nothing has counted; the same button works afterwards."""
    monkeypatch.setattr("proctor.approval.channels.discord_posts.BRIEF", 0.1)

    async def work() -> None:
        book = Book(str(ADA))

        async def never(*_: object) -> Told:
            await asyncio.Event().wait()
            raise AssertionError

        async with discord_rig(book) as there:
            there.channel.hand_in = never
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await there.until(lambda: there.channel.posts.tasks)
            await there.channel.stop()
            with pytest.raises(ChannelError, match="was stopped"):
                await asking
            assert book.handed == []

            again = channel(there.discord, book)
            await again.start(book.hand_in)
            asking = asyncio.create_task(again.ask(question))
            await until(lambda: listens(there))
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            # The same message: Discord knows the question by its nonce.
            assert len(there.messages(question.id)) == 1
            await again.stop()

    run(work())


async def listens(there: DiscordRig) -> bool:
    """Say whether anybody listens."""
    return there.discord.gateway.listeners > 0


def test_one_listens_and_all_ask() -> None:
    """Of two processes with a token one listens; the other asks, and takes over in the end."""

    async def work() -> None:
        book, locks = Book(str(ADA)), Locks()
        async with discord_rig(book, exclusive=locks.exclusive) as there:
            await until(lambda: listens(there))
            other = channel(there.discord, book, exclusive=locks.exclusive)
            await other.start(book.hand_in)
            question = book.put()
            asking = asyncio.create_task(other.ask(question))
            await there.message_of(question.id)
            await there.answer(question.id, "d", str(ADA))
            await there.until(lambda: not there.buttons(question.id))
            assert "Denied by" in await there.shown(question.id)
            assert there.discord.gateway.identified == [there.discord.gateway.identified[0]]
            # The other's desk sees in the store that it has ended.
            await take_back(asking)
            await other.ended(book.questions[question.id])

            await there.channel.stop()
            asking = asyncio.create_task(other.ask(question := book.put()))
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW
            assert len(there.discord.gateway.identified) == 2
            await other.stop()

    run(work())
