"""One listener for each bot: who it is, what it acknowledges, and what it survives."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from proctor.approval.channels.one_listener import alone
from proctor.approval.channels.telegram_api import BotApi
from proctor.approval.channels.telegram_poller import Poller
from proctor.audit.stores.sqlite import open_sqlite
from proctor.errors import ChannelError, StoreError
from proctor.terms.reply import Answer
from tests.approval.telegram_rig import ADA, PAUSES, Locks, TelegramRig, channel, telegram_rig
from tests.contracts.channel import asked, run, take_back, until
from tests.doubles.book import Book
from tests.doubles.telegram import TOKEN, Telegram, problem
from tests.doubles.wire import Reply


async def is_polled(telegram: Telegram) -> bool:
    """Say whether somebody waits for updates."""
    return telegram.polling is not None and not telegram.polling.done()


def test_one_of_many_listens(tmp_path: Path) -> None:
    """Of several processes with one bot one listens, all can ask, and another takes over."""
    stores = [open_sqlite(tmp_path / "proctor.db") for _ in range(3)]

    async def work() -> None:
        book = Book(str(ADA))
        async with Telegram() as telegram:
            some = [channel(telegram, book, exclusive=store.exclusive) for store in stores]
            for each in some:
                await each.start(book.hand_in)
            asker = channel(telegram, book, exclusive=stores[0].exclusive)
            rig = TelegramRig(telegram, asker, book)
            for each in some:
                question = book.put()
                asking = asyncio.create_task(asker.ask(question))
                await rig.message_of(question.id)
                await rig.answer(question.id, "a", str(ADA))
                await until(partial(counted, book, question.id))
                # Another one listened: the desk of the asker sees the end of it in the store.
                await take_back(asking)
                await each.stop()
            await asker.stop()

            assert telegram.conflicts == 0
            assert len(book.counted) == 3

    try:
        run(work())
    finally:
        for store in stores:
            store.close()


async def counted(book: Book, number: int) -> bool:
    """Say whether an answer to a question counted."""
    return any(each.number == number for each in book.counted)


def test_the_last_press_is_acknowledged_at_the_end() -> None:
    """After a stop the next listener does not get what was dealt with."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await asking
            await there.channel.stop()

            assert there.telegram.updates == []
            assert there.telegram.conflicts == 0

    run(work())


def test_a_second_listener_elsewhere_is_survived() -> None:
    """Who loses the bot to another listener leaves the lock, and tries again."""

    async def work() -> None:
        book, locks = Book(str(ADA)), Locks()
        async with telegram_rig(book, exclusive=locks.exclusive) as there:
            await until(lambda: is_polled(there.telegram))
            other = channel(there.telegram, book, exclusive=Locks().exclusive)
            await other.start(book.hand_in)
            await until(lambda: had_conflicts(there.telegram))
            await other.stop()
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "d", str(ADA))

            assert (await asking).answer is Answer.DENY

    run(work())


async def had_conflicts(telegram: Telegram) -> bool:
    """Say whether two have listened at once."""
    return telegram.conflicts > 1


def test_a_webhook_is_removed(caplog: pytest.LogCaptureFixture) -> None:
    """A webhook, which excludes asking for updates, is removed with a warning."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Telegram() as telegram:
            telegram.webhook = True
            telegram.faults["deleteWebhook"].append(problem(500, "not now"))
            there = TelegramRig(telegram, channel(telegram, book), book)
            await there.channel.start(book.hand_in)
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW
            await there.channel.stop()

    run(work())
    assert "cannot listen to Telegram" in caplog.text
    assert "had a webhook" in caplog.text


def test_a_telegram_that_is_away_at_the_start_is_found_later() -> None:
    """A channel starts without Telegram, and learns later what its bot is called."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Telegram() as telegram:
            telegram.down = problem(502, "Bad Gateway")
            there = TelegramRig(telegram, channel(telegram, book), book)
            await there.channel.start(book.hand_in)
            telegram.down = None
            asking = await asked(there, question := book.put())
            telegram.say(f"/deny@gate_bot {question.id}", ADA)
            assert (await asking).answer is Answer.DENY
            await there.channel.stop()

    run(work())


def test_a_token_that_telegram_does_not_know_is_an_error() -> None:
    """A wrong token is told at the start, with where to get the right one."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Telegram() as telegram:
            there = channel(telegram, book, token="4242:" + "x" * 35)
            with pytest.raises(ChannelError, match="does not know this bot token") as error:
                await there.start(book.hand_in)
            assert "@BotFather" in (error.value.help or "")
            await there.stop()

    run(work())


def test_a_token_that_is_revoked_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """A bot that loses its token while it listens says so, and does not give up."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            there.telegram.faults["getUpdates"] += [problem(401, "Unauthorized")] * 2
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await asking

    run(work())
    assert "Unauthorized" in caplog.text


@pytest.mark.parametrize("result", [b"[]", b'[{"update_id": 5}]', b'[{"update_id": "x"}, 7]'])
def test_a_service_that_never_waits_is_not_asked_without_end(result: bytes) -> None:
    """Whatever answers at once with nothing new is given a pause."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            answer = Reply(200, b'{"ok": true, "result": ' + result + b"}")
            there.telegram.faults["getUpdates"] += [answer] * 10_000
            await until(lambda: repeats(there))
            there.telegram.faults.clear()
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            pauses = [name for name, _ in there.telegram.calls].count("getUpdates")
            assert pauses < 1000

    run(work())


async def repeats(there: TelegramRig) -> bool:
    """Say whether a few answers have come."""
    return len(there.telegram.faults["getUpdates"]) < 9_990


def test_a_lock_that_fails_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """A store that cannot give the lock now keeps nobody from listening later."""
    tries = []

    @contextmanager
    def exclusive(name: str) -> Iterator[bool]:
        tries.append(name)
        if len(tries) < 3:
            raise StoreError("the database is away", passing=True)
        yield True

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book, exclusive=exclusive) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            await asking

    run(work())
    [name] = set(tries)
    assert name.startswith("telegram:")
    assert len(name) == len("telegram:") + 16
    assert "the database is away" in caplog.text


def test_a_lock_that_is_slow_to_come_is_left_again() -> None:
    """Who is stopped while the lock is being taken leaves it as soon as it has come."""
    entering, go, left = threading.Event(), threading.Event(), threading.Event()

    @contextmanager
    def exclusive(_: str) -> Iterator[bool]:
        entering.set()
        go.wait(30)
        try:
            yield True
        finally:
            left.set()

    async def hold() -> None:
        async with alone(exclusive, "x"):
            raise AssertionError

    async def work() -> None:
        task = asyncio.create_task(hold())
        await asyncio.to_thread(entering.wait, 30)
        task.cancel()
        go.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert left.is_set()

    run(work())


def test_the_chat_can_be_greeted() -> None:
    """A greeting says who the bot is; where it does not arrive, the error says what helps."""

    async def work() -> None:
        async with Telegram() as telegram:
            there = channel(telegram, Book())
            assert await there.greet() == "gate_bot"
            [message] = telegram.messages.values()
            assert message["text"] == "This chat is reached: questions of agents come here."
            telegram.chats.clear()
            with pytest.raises(ChannelError, match="chat not found") as error:
                await there.greet()
            assert "TG_CHAT_ID" in (error.value.help or "")
            await there.stop()

    run(work())


LISTENER = """
import asyncio, sys
from proctor.approval.channels.telegram import TelegramChannel
from proctor.audit.stores.sqlite import open_sqlite
from tests.doubles.book import Book
from tests.doubles.telegram import CHAT, TOKEN

async def stuck(*_):
    print("pressed", flush=True)
    await asyncio.Event().wait()

async def main():
    book = Book()
    book.put()
    store = open_sqlite(sys.argv[2])
    there = TelegramChannel(token=TOKEN, chat=CHAT, lookup=book.lookup, api=sys.argv[1],
                            all_waiting=book.waiting, exclusive=store.exclusive)
    await there.start(stuck)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_a_killed_listener_loses_no_press(tmp_path: Path) -> None:
    """A process that is killed between press and record leaves the press, and the lock."""

    async def work() -> None:
        book, path = Book(str(ADA)), tmp_path / "proctor.db"
        async with Telegram() as telegram:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-c", LISTENER, telegram.wire.address, str(path),
                cwd=Path(__file__).parents[2], stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            store = await asyncio.to_thread(open_sqlite, path)
            there = channel(telegram, book, exclusive=store.exclusive)
            rig = TelegramRig(telegram, there, book)
            try:
                asking = asyncio.create_task(there.ask(question := book.put()))
                await rig.message_of(question.id)
                await rig.answer(question.id, "a", str(ADA))
                assert child.stdout is not None
                assert await child.stdout.readline() == b"pressed\n"
                await there.start(book.hand_in)
                assert book.handed == []
                child.kill()

                assert (await asking).answer is Answer.ALLOW
                assert len(book.counted) == 1
            finally:
                if child.returncode is None:
                    with suppress(ProcessLookupError):
                        child.kill()
                await child.communicate()
                await there.stop()
                store.close()

    run(work())


def test_an_update_that_nobody_can_deal_with_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whatever goes wrong with one update, the next is heard, and both are acknowledged."""

    async def work() -> None:
        taken = []

        async def take(update: object) -> None:
            taken.append(update)
            if len(taken) == 1:
                raise ValueError("what is this?")

        async with Telegram() as telegram:
            telegram.say("one", ADA)
            telegram.say("two", ADA)
            api = BotApi(TOKEN, telegram.wire.address)
            poller = Poller(api, take, exclusive=Locks().exclusive, lock="x", poll=5, pauses=PAUSES)
            listening = asyncio.create_task(poller.run())
            await until(lambda: is_empty(telegram))
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            await api.close()

            assert len(taken) == 2

    run(work())
    assert "what is this?" in caplog.text


async def is_empty(telegram: Telegram) -> bool:
    """Say whether everything was acknowledged."""
    return not telegram.updates
