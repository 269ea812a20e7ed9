"""The Telegram channel: what every channel does, and whose press counts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from proctor.approval.channel import Told
from proctor.approval.channels import telegram as module
from proctor.approval.channels.answering_words import (
    NOT_A_PERSON,
    NOT_NOW,
    NOT_THE_BUTTON,
    NOT_THE_MESSAGE,
)
from proctor.approval.channels.telegram import NOT_LISTED, RECEIVED
from proctor.approval.channels.telegram_updates import OTHER_CHAT
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.approval.telegram_rig import ADA, EVE, TelegramRig, channel, telegram_rig
from tests.contracts.channel import Channels, MakeRig, asked, run, take_back, until
from tests.doubles.book import OVER, Book
from tests.doubles.telegram import BOT, CHAT, Answered
from tests.tables import each_row


class TestContract(Channels):
    """What every channel does, over the Bot API."""

    @pytest.fixture
    def rig(self) -> MakeRig:
        """Give a channel that talks to the double."""
        return telegram_rig


def data_of(there: TelegramRig, number: int, key: str) -> str:
    """Return what the button of a question says."""
    return there.data[number, key][1]


async def refused(there: TelegramRig, words: str, user: int = EVE) -> None:
    """Wait until somebody was refused with an alert, and look that nothing else came of it."""
    await there.quiet()
    assert there.telegram.answered[-1] == Answered(user, words, alert=True)
    assert there.book.handed == []


def test_who_is_not_listed_gets_nowhere() -> None:
    """A press of somebody who is not listed is refused before anybody is asked about it."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with telegram_rig(book, users=frozenset({ADA})) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(EVE))
            await refused(there, NOT_LISTED)
            await there.answer(question.id, "d", str(ADA))

            assert (await asking).answer is Answer.DENY

    run(work())


@each_row(
    ("changes", "words"),
    [
        ({"chat": {"id": CHAT - 1, "type": "group"}}, OTHER_CHAT),
        ({"chat": {"id": ADA, "type": "private"}}, OTHER_CHAT),
        ({"chat": None}, OTHER_CHAT),
        ({"from": BOT | {"id": 99}}, NOT_THE_MESSAGE),
        ({"from": None}, NOT_THE_MESSAGE),
        ({"forward_origin": {"type": "user"}}, NOT_THE_MESSAGE),
        ({"forward_date": 1}, NOT_THE_MESSAGE),
        ({"reply_markup": {"inline_keyboard": []}}, NOT_THE_BUTTON),
        ({"reply_markup": {"inline_keyboard": [[{"callback_data": "a:12:x"}]]}}, NOT_THE_BUTTON),
        ({"reply_markup": [1]}, NOT_THE_BUTTON),
    ],
    ids=str,
)
def test_only_the_message_itself_counts(changes: dict[str, Any], words: str) -> None:
    """A press elsewhere, on a copy, on another's message or another's button is refused."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            message = there.telegram.messages[CHAT, await there.message_of(question.id)]
            data = data_of(there, question.id, "a")
            there.telegram.press(0, data, ADA, message=message | changes)
            await refused(there, words, ADA)
            assert not asking.done()
            await take_back(asking)

    run(work())


def test_a_press_without_its_message_is_refused() -> None:
    """Neither an inline message, nor one that Telegram has no more, nor a bot can answer."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            number = await there.message_of(question.id)
            data, press = data_of(there, question.id, "a"), there.telegram.press
            press(0, data, ADA, message=None, inline_message_id="x")
            await refused(there, OTHER_CHAT, ADA)
            press(0, data, ADA, message={"chat": {"id": CHAT}, "message_id": number, "date": 0})
            await refused(there, NOT_THE_MESSAGE, ADA)
            press(number, data, ADA, **{"from": {"id": ADA, "is_bot": True}})
            await refused(there, NOT_A_PERSON, ADA)
            press(number, data, ADA, **{"from": {"id": str(ADA), "is_bot": False}})
            await refused(there, NOT_A_PERSON, ADA)
            await take_back(asking)

    run(work())


def test_forged_data_is_refused() -> None:
    """No data counts that the message does not have, or that its question did not give it."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            one, two = book.put(), book.put()
            asking = [await asked(there, one), await asked(there, two)]
            message = await there.message_of(one.id)
            allow, other = data_of(there, one.id, "a"), data_of(there, two.id, "a")
            forged = ["w" + allow[1:], allow[:-1], allow + "A", allow.upper(), "", "allow:12"]
            forged += ["a:12:", f"a:{one.id}:{'A' * 16}", f"a:{two.id}:{allow[-16:]}"]
            for data in [other, *forged]:
                there.telegram.press(message, data, ADA)
                await refused(there, NOT_THE_BUTTON, ADA)
            for data in forged:
                there.telegram.press(message, data, ADA, message=with_button(there, message, data))
                await refused(there, NOT_THE_BUTTON, ADA)
            there.telegram.press(message, allow, ADA, data=None)
            await refused(there, NOT_THE_BUTTON, ADA)
            await take_back(asking[1])
            await take_back(asking[0])

    run(work())


def with_button(there: TelegramRig, message: int, data: str) -> dict[str, Any]:
    """Return a message as if it had a button with any data."""
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": data}]]}
    return there.telegram.messages[CHAT, message] | {"reply_markup": markup}


def test_a_button_of_another_home_is_refused() -> None:
    """A question of the same number, but another one, is not answered by an old button."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.questions[question.id] = question._replace(uid="another")
            await there.answer(question.id, "a", str(ADA))
            await refused(there, NOT_THE_BUTTON, ADA)
            await take_back(asking)

    run(work())


def test_an_emptied_message_answers_nothing() -> None:
    """A message without buttons shows a question that is over, so it cannot answer an open one."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            one, two = book.put(), book.put()
            asking = [await asked(there, one), await asked(there, two)]
            data = data_of(there, two.id, "a")
            message = await there.message_of(one.id)
            await take_back(asking[0])
            await there.channel.ended(book.end(one.id, Status.CANCELLED))
            there.telegram.press(message, data, ADA)
            await refused(there, NOT_THE_BUTTON, ADA)
            await take_back(asking[1])

    run(work())


def test_another_process_may_have_asked() -> None:
    """A press on another process's message is handed in, and the message shows the end of it."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asker = channel(there.telegram, book)
            asking = asyncio.create_task(asker.ask(question := book.put()))
            await there.message_of(question.id)
            await there.answer(question.id, "s", str(ADA))
            await until(lambda: has_no_buttons(there, question.id))

            assert [each.number for each in book.counted] == [question.id]
            assert "✅ Allowed for this session by person 7 through telegram" in await there.shown(
                question.id
            )
            # The desk of the asker sees it in the store.
            await take_back(asking)
            await asker.ended(book.questions[question.id])
            await asker.stop()

    run(work())


async def has_no_buttons(there: TelegramRig, number: int) -> bool:
    """Say whether nothing is offered any more."""
    return not await there.offered(number)


def test_a_message_that_was_left_behind_is_tidied() -> None:
    """A press on the message of a process that died is refused, and the message shows the end."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            gone = channel(there.telegram, book)
            asking = asyncio.create_task(gone.ask(question := book.put()))
            await there.message_of(question.id)
            await take_back(asking)
            await gone.stop()
            book.end(question.id, Status.EXPIRED)
            await there.answer(question.id, "a", str(ADA))
            await until(lambda: has_no_buttons(there, question.id))

            assert there.telegram.answered == [Answered(ADA, OVER, alert=True)]
            assert "⏰ Timed Out" in await there.shown(question.id)
            assert book.counted == []

    run(work())


def test_a_replayed_press_is_harmless() -> None:
    """The same press, delivered again, changes nothing."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "d", str(ADA))
            replay = dict(there.telegram.updates[0])
            assert (await asking).answer is Answer.DENY
            there.telegram.push({"callback_query": replay["callback_query"]})
            there.telegram.push(replay)
            await there.quiet()

            assert len(book.counted) == 1

    run(work())


def test_the_answer_that_is_kept_comes_back() -> None:
    """Who asks gets the reply as the desk kept it, with the person's name and the number."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            wanted = Reply(Answer.ALLOW, "person 7", "telegram", question=question.id)

            assert await asking == wanted

    run(work())


def test_who_asks_again_asks_in_the_same_message() -> None:
    """A question that is asked again while its message is there is not sent twice."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            await take_back(await asked(there, question := book.put()))
            asking = await asked(there, question)
            both = await asked(there, question)
            assert len(there.messages(question.id)) == 1
            await there.answer(question.id, "a", str(ADA))

            assert await asking == await both

    run(work())


class Failing(Book):
    """A book that fails where it is told to, as a store out of reach does."""

    fails = ""
    slow: asyncio.Event | None = None

    async def hand_in(self, number: int, user: str, channel: str, reply: Reply) -> Told:
        """Take an answer, or fail."""
        if self.slow is not None:
            await self.slow.wait()
        if self.fails == "hand in":
            raise OSError("the disk is full")
        return await super().hand_in(number, user, channel, reply)

    async def lookup(self, number: int) -> Question | None:
        """Return a question, or fail."""
        if self.fails == "lookup" or (self.fails == "lookup later" and self.counted):
            raise OSError("the disk is gone")
        return await super().lookup(number)


@pytest.mark.parametrize("fails", ["hand in", "lookup"])
def test_an_answer_that_cannot_be_kept_is_no_answer(fails: str) -> None:
    """Whose answer could not be kept is told so, and can answer again."""

    async def work() -> None:
        book = Failing(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.fails = fails
            await there.answer(question.id, "a", str(ADA))
            await there.quiet()
            assert there.telegram.answered == [Answered(ADA, NOT_NOW, alert=True)]
            assert not asking.done()

            book.fails = ""
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_an_answer_that_counts_is_never_lost() -> None:
    """An answer that counted comes back even if the store fails right behind it."""

    async def work() -> None:
        book = Failing(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.fails = "lookup later"
            await there.answer(question.id, "d", str(ADA))

            assert (await asking).answer is Answer.DENY

    run(work())


@pytest.mark.parametrize("may", [True, False])
def test_a_slow_desk_keeps_no_button_spinning(may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where handing in takes its time, the press is acknowledged before; a refusal follows."""
    monkeypatch.setattr(module, "SPIN", 0.05)

    async def work() -> None:
        book = Failing(*([str(ADA)] if may else []))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.slow = asyncio.Event()
            await there.answer(question.id, "a", str(ADA))
            await until(lambda: is_answered(there))
            assert there.telegram.answered == [Answered(ADA, RECEIVED, alert=False)]
            assert not asking.done()

            book.slow.set()
            if may:
                assert (await asking).answer is Answer.ALLOW
            else:
                await there.quiet()
                assert there.replies() == ["you may not answer this"]
                await take_back(asking)

    run(work())


async def is_answered(there: TelegramRig) -> bool:
    """Say whether somebody's press was acknowledged."""
    return bool(there.telegram.answered)
