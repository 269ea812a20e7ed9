"""Listening to Discord, through losses, restarts and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, DiscordRig, channel, discord_rig
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import Book
from tests.doubles.discord import Discord
from tests.doubles.discord_faults import Fault
from tests.doubles.discord_gateway import CONTENT, RECONNECT
from tests.doubles.discord_shapes import BOT


async def told_to_reconnect(there: DiscordRig) -> None:
    """Tell the bot to connect again."""
    for line in list(there.discord.gateway.lines):
        await line.say(RECONNECT, None)


async def hung_up(there: DiscordRig) -> None:
    """Close the connection."""
    await there.discord.gateway.hang_up()


async def cut(there: DiscordRig) -> None:
    """Lose the connection without a word."""
    await there.discord.gateway.cut()


LOSSES: dict[str, Callable[[DiscordRig], Awaitable[None]]] = {
    "told to reconnect": told_to_reconnect,
    "hung up": hung_up,
    "cut": cut,
}


@pytest.mark.parametrize(
    "loss", ["told to reconnect", pytest.param("hung up", marks=pytest.mark.full), "cut"]
)
def test_a_lost_connection_is_resumed(loss: str) -> None:
    """What people did while the connection was lost is heard once it is resumed."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            one = await asked(there, first := book.put())
            two = await asked(there, second := book.put())
            await there.listens()
            await LOSSES[loss](there)
            await there.until(lambda: not there.discord.gateway.listeners)
            await there.answer(first.id, "a", str(ADA))
            await there.discord.say(f"deny {second.id}", ADA)

            assert (await one).answer is Answer.ALLOW
            assert (await two).answer is Answer.DENY
            assert there.discord.gateway.resumed == 1
            assert len(there.discord.gateway.identified) == 1
            assert len(book.handed) == 2

    run(work())


def test_a_press_that_was_heard_too_late_counts() -> None:
    """A press that comes after the time to acknowledge it counts, and its message shows it."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.patience = -1
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            await there.until(lambda: not there.buttons(question.id))
            assert there.discord.refusals == ["Unknown interaction"]

    run(work())


def test_a_session_that_is_forgotten_begins_anew() -> None:
    """Where nothing can be resumed a new session is begun, and presses are heard again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.discord.gateway.forget()
            await there.discord.gateway.hang_up()
            await there.until(lambda: len(there.discord.gateway.identified) == 2)
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            assert there.discord.gateway.resumed == 0

    run(work())


def test_a_gateway_without_a_pulse_is_left() -> None:
    """Where heartbeats are not answered the connection is made again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            gateway = there.discord.gateway
            await there.until(lambda: gateway.listeners)
            gateway.interval = 100
            await gateway.hang_up()
            await there.until(lambda: gateway.resumed == 1 and gateway.beats > 3)
            gateway.beats_back = False
            await there.until(lambda: gateway.resumed == 2)
            gateway.beats_back = True
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "d", str(ADA))

            assert (await asking).answer is Answer.DENY

    run(work())


def test_rubbish_stops_nothing() -> None:
    """Whatever comes through the gateway, the next press is heard."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            events: list[dict[str, Any]] = [{}, {"id": []}, {"type": 3, "id": "5", "token": "x"}]
            for event in events:
                for name in ("INTERACTION_CREATE", "MESSAGE_CREATE", "NO_SUCH_EVENT"):
                    await there.discord.gateway.dispatch(name, event)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            assert len(book.handed) == 1

    run(work())


@pytest.mark.parametrize(
    "text",
    [
        "no json",
        pytest.param("[]", marks=pytest.mark.full),
        pytest.param('{"op": 0}', marks=pytest.mark.full),
        '{"op": 0, "t": "X", "d": 5}',
    ],
)
def test_what_is_no_protocol_is_survived(text: str) -> None:
    """A gateway that talks nonsense is left, and listened to again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            for line in list(there.discord.gateway.lines):
                await line.say_raw(text)
            await there.until(lambda: len(there.discord.gateway.identified) == 2)
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_without_the_right_to_read_messages_buttons_and_replies_work(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A bot that may not read messages says so, and hears presses, replies and its name."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            discord.gateway.may_read = False
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            one, two, three = [await asked(there, book.put()) for _ in range(3)]
            first, second, third = book.questions
            await there.discord.say(f"allow {first}", ADA)
            await there.answer(first, "d", str(ADA))
            message = await there.message_of(second)
            await there.discord.say("allow", ADA, reply_to=message)
            await there.discord.say(f"<@{BOT}> deny {third}", ADA)

            answers = [(await each).answer for each in (one, two, three)]
            assert answers == [Answer.DENY, Answer.ALLOW, Answer.DENY]
            asked_for = [bool(each & CONTENT) for each in discord.gateway.identified]
            assert asked_for == [True, False]
            await there.channel.stop()

    run(work())
    assert "Message Content Intent" in caplog.text


@pytest.mark.parametrize(
    "code",
    [
        4004,
        pytest.param(4013, marks=pytest.mark.full),
        pytest.param(4000, marks=pytest.mark.full),
        1011,
    ],
)
def test_whoever_is_turned_away_tries_again(code: int, caplog: pytest.LogCaptureFixture) -> None:
    """Turned away, for good or for now, it is tried again; a token that is refused is said."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            discord.gateway.turned_away.append(code)
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            assert len(discord.gateway.identified) == 2
            await there.channel.stop()

    run(work())
    assert ("does not know the bot's token" in caplog.text) == (code == 4004)


def test_the_network_goes_while_a_question_is_open() -> None:
    """A question that is open while nothing can be reached is answered when it can be again."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            one = await asked(there, first := book.put())
            await there.discord.close()
            two = asyncio.create_task(there.channel.ask(second := book.put()))
            await asyncio.sleep(0)
            await there.discord.open()
            await there.message_of(second.id)
            await there.answer(first.id, "d", str(ADA))
            await there.answer(second.id, "a", str(ADA))

            assert (await one).answer is Answer.DENY
            assert (await two).answer is Answer.ALLOW

    run(work())


def test_a_discord_that_is_away_at_the_start_is_waited_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A channel that starts while Discord is away asks and listens once it is back."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            await discord.close()
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await discord.open()
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            await there.channel.stop()

    run(work())
    assert "cannot be reached yet" in caplog.text


def test_a_minute_of_500_loses_nothing() -> None:
    """While every call is answered with 500 a question waits, and then goes on."""

    async def work() -> None:
        book = Book(str(ADA))
        async with Discord() as discord:
            discord.down = Fault()
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            asking = asyncio.create_task(there.channel.ask(question := book.put()))
            await there.until(lambda: discord.calls.count("gateway") > 2)
            await there.until(lambda: discord.calls.count("send") > 2)
            assert not asking.done()
            discord.down = None
            await there.message_of(question.id)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW
            await there.channel.stop()

    run(work())


@pytest.mark.parametrize("where", ["before hello", "before ready"])
def test_stopping_while_connecting_leaves_nothing(where: str) -> None:
    """A channel that is stopped while it connects leaves nothing that would go on connecting."""

    async def work() -> None:
        async with Discord() as discord:
            before = asyncio.all_tasks()
            discord.gateway.mute = where
            there = channel(discord, Book())
            await there.start(Book().hand_in)
            rig = DiscordRig(discord, there, Book())
            seen = discord.gateway.identified if where == "before ready" else discord.gateway.lines
            await rig.until(lambda: seen)
            await there.stop()
            await rig.until(lambda: not discord.gateway.lines)

            names = [str(task.get_coro()) for task in asyncio.all_tasks() - before]
            assert [name for name in names if "Shard" in name or "Listener" in name] == []

    run(work())


def test_a_lock_that_cannot_be_had_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """A store that fails to say who may listen is asked again."""
    failing = [OSError("the store is away")] * 2

    @contextmanager
    def exclusive(name: str) -> Iterator[bool]:
        assert name.startswith("discord:")
        assert len(name) == len("discord:") + 16
        if failing:
            raise failing.pop()
        yield True

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book, exclusive=exclusive) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            assert (await asking).answer is Answer.ALLOW

    run(work())
    assert "the store is away" in caplog.text


def test_a_session_limit_that_is_used_up_is_respected() -> None:
    """Where Discord allows no more sessions, none is begun until it does."""

    async def work() -> None:
        book = Book()
        async with Discord() as discord:
            discord.sessions_left = 0
            there = DiscordRig(discord, channel(discord, book), book)
            await there.channel.start(book.hand_in)
            await there.until(lambda: discord.calls.count("gateway") > 2)
            assert discord.gateway.identified == []
            discord.sessions_left = 1
            asking = await asked(there, book.put())
            await take_back(asking)
            await there.channel.stop()

    run(work())
