"""Telegram out of order: nothing is lost, nobody gets in, and the token stays hidden."""

from __future__ import annotations

import asyncio
import logging
import traceback

import pytest

from proctor.approval.channels.open_time import seconds_left
from proctor.errors import ChannelError
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.approval.telegram_rig import ADA, PAUSES, TelegramRig, channel, telegram_rig
from tests.contracts.channel import asked, run, take_back, until
from tests.doubles.book import Book
from tests.doubles.telegram import TOKEN, Telegram, problem, too_many
from tests.doubles.wire import Reply
from tests.tables import each_row

HANG, DROP, HALF = Reply(hang=True), Reply(drop=0), Reply(body=b'{"ok": true', drop=40)
FAULTS = {
    "too many": too_many(1),
    "500": problem(500, "Internal Server Error"),
    "502 in HTML": Reply(502, b"<html><h1>502 Bad Gateway</h1></html>"),
    "not JSON": Reply(200, b"\xff\xfe rubbish"),
    "deep": Reply(200, b"[" * 100_000),
    "a list": Reply(200, b"[1, 2]"),
    "no result": Reply(200, b'{"ok": true}'),
    "another result": Reply(200, b'{"ok": true, "result": 7}'),
    "half an answer": HALF,
    "hung up": DROP,
    "no answer": HANG,
    "elsewhere": Reply(302, b""),
}
QUICK = PAUSES._replace(answer=0.5)


def calls(there: TelegramRig, method: str) -> int:
    """Count the calls of a method."""
    return sum(name == method for name, _ in there.telegram.calls)


@each_row("fault", FAULTS)
def test_a_question_gets_through(fault: str) -> None:
    """Whatever Telegram answers at first, a question is sent again until it is there."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK) as there:
            there.telegram.faults["sendMessage"] += [FAULTS[fault]] * (1 if "many" in fault else 3)
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


@each_row("fault", FAULTS)
def test_an_answer_is_heard(fault: str) -> None:
    """Whatever Telegram answers for a while, a press is heard in the end."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK, poll=1) as there:
            asking = await asked(there, question := book.put())
            there.telegram.faults["getUpdates"] += [FAULTS[fault]] * (1 if "many" in fault else 3)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_passing_fault_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """A line says what Telegram answered, and one that it takes messages again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK) as there:
            there.telegram.faults["sendMessage"] += [problem(502, "Bad Gateway")] * 3
            for question in (book.put(), book.put()):
                await take_back(await asked(there, question))

    run(work())
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert told == [
        "Telegram refused sendMessage: Bad Gateway (502); it is tried again",
        "Telegram takes messages again",
    ]


def test_the_network_goes_while_a_question_is_open() -> None:
    """A question that is open while nothing can be reached is answered when it can be again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            first = await asked(there, one := book.put())
            await there.telegram.wire.close()
            second = asyncio.create_task(there.channel.ask(two := book.put()))
            await there.answer(one.id, "d", str(ADA))
            await until(lambda: polls_in_vain(there))
            await there.telegram.wire.open()

            assert (await first).answer is Answer.DENY
            await there.message_of(two.id)
            await there.answer(two.id, "a", str(ADA))
            assert (await second).answer is Answer.ALLOW

    run(work())


async def polls_in_vain(there: TelegramRig) -> bool:
    """Say whether the channel has tried in vain a few times."""
    return there.channel.poller.faults > 3


def test_a_minute_of_500_loses_nothing() -> None:
    """While every call is answered with 500 a question waits, and then goes on."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.down = problem(500, "Internal Server Error")
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await until(lambda: polls_in_vain(there))
            assert not asking.done()
            there.telegram.down = None
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_words_can_answer_what_was_never_sent() -> None:
    """A question that cannot be sent, but is seen elsewhere, can be answered in words."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["sendMessage"] += [FAULTS["500"]] * 10_000
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await until(lambda: sends_in_vain(there))
            there.telegram.say(f"/deny {question.id}", ADA)

            assert (await asking).answer is Answer.DENY

    run(work())


async def sends_in_vain(there: TelegramRig) -> bool:
    """Say whether a message was tried to be sent a few times."""
    return calls(there, "sendMessage") > 3


def test_what_cannot_be_sent_in_its_time_is_told() -> None:
    """A question that Telegram does not take until its time is over is an error, not a yes."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["sendMessage"] += [FAULTS["500"]] * 10_000
            with pytest.raises(ChannelError, match="Internal Server Error"):
                await there.channel.ask(book.put(seconds=0.2))
            there.telegram.faults["sendMessage"][:] = [too_many(3600)]
            with pytest.raises(ChannelError, match="Too Many Requests"):
                await there.channel.ask(book.put())

    run(work())


@pytest.mark.parametrize(
    ("fault", "words", "hint"),
    [
        (problem(400, "Bad Request: chat not found"), "chat not found", "TG_CHAT_ID"),
        (problem(403, "Forbidden: bot was kicked"), "bot was kicked", "add the bot"),
        (problem(400, "Bad Request: group chat was upgraded to a supergroup chat",
                 migrate_to_chat_id=-1002), "supergroup", "TG_CHAT_ID"),
        (problem(401, "Unauthorized"), "Unauthorized", "channel test"),
    ],
)  # fmt: skip
def test_what_never_works_is_told_at_once(fault: Reply, words: str, hint: str) -> None:
    """What Telegram refuses for good is not tried again, and the error says what helps."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["sendMessage"].append(fault)
            with pytest.raises(ChannelError, match=words) as error:
                await there.channel.ask(book.put())
            assert hint in (error.value.help or "")
            assert calls(there, "sendMessage") == 1

    run(work())


def test_a_question_that_is_taken_back_is_not_sent_later() -> None:
    """Once nobody waits for it, a question that could not be sent is not sent any more."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["sendMessage"] += [FAULTS["500"]] * 10_000
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await until(lambda: sends_in_vain(there))
            await take_back(asking)
            await there.channel.ended(book.end(question.id, Status.CANCELLED))
            there.telegram.faults.clear()
            await there.quiet()

            assert there.telegram.messages == {}

    run(work())


def test_a_message_on_its_way_is_ended_too() -> None:
    """A question that ends while it is being sent does not keep its buttons."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.held["sendMessage"] = held = asyncio.Event()
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await until(lambda: is_sending(there))
            await take_back(asking)
            ending = asyncio.create_task(there.channel.ended(book.end(question.id, Status.EXPIRED)))
            held.set()
            await ending

            assert "⏰ Timed Out" in await there.shown(question.id)
            assert not await there.offered(question.id)

    run(work())


async def is_sending(there: TelegramRig) -> bool:
    """Say whether a message is being sent."""
    return calls(there, "sendMessage") > 0


@pytest.mark.parametrize("method", ["editMessageText", "answerCallbackQuery"])
@pytest.mark.parametrize("fault", [FAULTS["500"], FAULTS["not JSON"], problem(400, "no"), HANG])
def test_nothing_waits_for_what_only_shows(
    method: str, fault: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    """An acknowledgement or an edit that fails is logged, and decides nothing."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK) as there:
            asking = await asked(there, question := book.put())
            there.telegram.faults[method] += [fault] * 10_000
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW
            await until(lambda: is_called(there, method))
            if fault.status == 400:
                await there.channel.ended(book.questions[question.id])
                await there.quiet()
                assert "Telegram refused" in caplog.text

    run(work())


async def is_called(there: TelegramRig, method: str) -> bool:
    """Say whether a method was called."""
    return calls(there, method) > 0


def test_the_end_is_shown_after_a_fault() -> None:
    """An edit that failed for a moment is made again; the same edit twice is no fault."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.telegram.faults["editMessageText"] += [FAULTS["500"], FAULTS["hung up"]]
            await take_back(asking)
            ended = book.end(question.id, Status.EXPIRED)
            await there.channel.ended(ended)
            await there.channel.ended(ended)

            assert "⏰ Timed Out" in await there.shown(question.id)
            assert not await there.offered(question.id)

    run(work())


def test_a_press_survives_who_took_it() -> None:
    """A press whose taker ends before it is recorded goes to the next one that listens."""

    async def work() -> None:
        book, stuck = Book(str(ADA)), asyncio.Event()

        async def never(*_: object) -> None:
            stuck.set()
            await asyncio.Event().wait()

        async with Telegram() as telegram:
            dying = channel(telegram, book)
            await dying.start(never)  # type: ignore[arg-type]
            rig = TelegramRig(telegram, dying, book)
            asking = await asked(rig, question := book.put())
            await rig.answer(question.id, "a", str(ADA))
            await stuck.wait()
            await dying.stop()
            with pytest.raises(ChannelError, match="stopped"):
                await asking
            heir = channel(telegram, book)
            await heir.start(book.hand_in)
            rig = TelegramRig(telegram, heir, book)
            await rig.quiet()
            await heir.stop()

            assert [each.number for each in book.counted] == [question.id]
            assert "✅ Allowed" in await rig.shown(question.id)

    run(work())


def everything_of(error: ChannelError) -> list[str]:
    """Return all that an error can show; no error of httpx hangs on to it."""
    assert "httpx" not in repr((error.__cause__, error.__context__))
    return [error.render(), repr(error), "".join(traceback.format_exception(error))]


def test_the_token_is_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    """No log, error, trace or repr shows the token, whatever goes wrong and whoever logs it."""
    caplog.set_level(logging.DEBUG)
    seen: list[str] = []

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK) as there:
            for fault in FAULTS.values():
                there.telegram.faults["sendMessage"] += [fault]
                there.telegram.faults["getUpdates"] += [fault]
            there.telegram.faults["sendMessage"].append(problem(400, f"Bad: /bot{TOKEN}/x"))
            try:
                await there.channel.ask(book.put())
            except ChannelError as error:
                seen.extend(everything_of(error))
            await there.telegram.wire.close()
            try:
                await there.channel.ask(book.put(seconds=0.2))
            except ChannelError as error:
                seen.extend(everything_of(error))
            seen.extend(repr(each) for each in (there.channel, there.channel.api))

    run(work())
    assert len(seen) == 8
    assert "HTTP Request" in caplog.text
    assert TOKEN not in caplog.text + "".join(seen)
    assert TOKEN.partition(":")[2] not in caplog.text + "".join(seen)
    assert logging.getLogger("httpx").filters == []


def test_time_that_cannot_be_read_is_the_usual_time() -> None:
    """How long a question is open never exceeds what it was meant to be."""
    question = Book().put(seconds=50)
    late = question._replace(asked_at="2020-01-01T00:00:00.000Z")

    assert 40 < seconds_left(question) <= 50
    assert seconds_left(late._replace(expires_at="2020-01-01T00:01:00.000Z")) == 0
    assert seconds_left(question._replace(expires_at="soon")) == 60
    assert seconds_left(question._replace(expires_at="2026-01-01T00:00:00")) == 60


def test_a_stop_ends_what_is_being_sent() -> None:
    """Who asks while the channel is stopped is told so, whether the message was sent or not."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, pauses=QUICK) as there:
            sent = await asked(there, book.put())
            there.telegram.faults["sendMessage"] += [HANG] * 100
            sending = asyncio.create_task(there.channel.ask(book.put()))
            await until(lambda: sends_again(there))
            await there.channel.stop()
            for asking in (sent, sending):
                with pytest.raises(ChannelError, match="stopped"):
                    await asking

    run(work())


async def sends_again(there: TelegramRig) -> bool:
    """Say whether a second message is being sent."""
    return calls(there, "sendMessage") > 1


def test_who_cannot_be_told_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A word in return that cannot be sent is logged, and listening goes on."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.telegram.faults["sendMessage"].append(problem(403, "Forbidden: muted"))
            there.telegram.say("/allow 99", ADA)
            there.telegram.say(f"/deny {question.id}", ADA)

            assert (await asking).answer is Answer.DENY
            await there.quiet()

    run(work())
    assert "nobody could be told" in caplog.text
