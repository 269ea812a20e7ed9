"""The Discord channel: what every channel does, and whose press counts."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from proctor.approval.channel import Told
from proctor.approval.channels import discord as module
from proctor.approval.channels.discord import NOT_NOW
from proctor.approval.channels.discord_reader import (
    NOT_THE_BUTTON,
    OTHER_CHANNEL,
    OTHER_SERVER,
)
from proctor.errors import ChannelError, MissingExtra
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Reply
from tests.approval.discord_rig import ADA, EVE, DiscordRig, channel, discord_rig, refused
from tests.approval.telegram_rig import Locks
from tests.contracts.channel import Channels, MakeRig, asked, run, take_back, until
from tests.doubles.book import NOT_YOU, OVER, UNKNOWN, Book
from tests.doubles.discord import Discord, Fault, Whisper
from tests.doubles.discord_shapes import (
    BOT,
    DIRECT,
    TOKEN,
)
from tests.doubles.discord_shapes import (
    OTHER_CHANNEL as ELSEWHERE,
)


class TestContract(Channels):
    """What every channel does, over Discord's REST API and gateway."""

    @pytest.fixture
    def rig(self) -> MakeRig:
        """Give a channel that talks to the double."""
        return discord_rig


def test_the_message_says_who_and_through_what() -> None:
    """A press changes its message to what became of it, in the same moment, without buttons."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(ADA))
            reply = await asking
            await there.channel.ended(book.questions[question.id])
            await there.quiet()

            assert reply == book.questions[question.id].reply._replace(question=question.id)  # type: ignore[union-attr] # it was answered
            shown = await there.shown(question.id)
            assert shown.startswith(f"✅ Allowed by person {ADA} through discord (question ")
            assert there.buttons(question.id) == frozenset()
            assert there.discord.calls.count("respond") == 1
            assert there.discord.refusals == []

    run(work())


FORGED: dict[str, tuple[str, Any]] = {
    "another channel": (OTHER_CHANNEL, lambda _: {"channel_id": str(ELSEWHERE)}),
    "another server": (OTHER_SERVER, lambda _: {"guild_id": "5"}),
    "no server": (OTHER_SERVER, lambda _: {"guild_id": None}),
    "another tag": (NOT_THE_BUTTON, lambda m: data_of(first_data(m)[:-4] + "AAAA")),
    "another tag on a bare message": (
        NOT_THE_BUTTON,
        lambda m: {"message": {**m, "components": []}, **data_of(first_data(m)[:-4] + "AAAA")},
    ),
    "another number on a bare message": (
        NOT_THE_BUTTON,
        lambda m: {
            "message": {**m, "components": []},
            **data_of(first_data(m).replace(":12:", ":13:")),
        },
    ),
}


def first_data(message: dict[str, Any]) -> str:
    """Return what the first button of a message sends."""
    return str(message["components"][0]["components"][0]["custom_id"])


def data_of(data: str) -> dict[str, Any]:
    """Return a press with some data."""
    return {"data": {"component_type": 2, "custom_id": data}}


@pytest.mark.parametrize("name", FORGED)
def test_what_is_forged_is_refused(name: str) -> None:
    """A press that is not one of this question's, here, by a person, counts for nothing."""
    words, change = FORGED[name]

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.put()
            message, data = there.button(question.id, "a")
            changes = change(there.discord.messages[message])
            await there.discord.press(message, data, EVE, **changes)
            await refused(there, words)
            assert there.buttons(question.id)
            await take_back(asking)

    run(work())


def test_a_button_of_another_question_does_not_answer_this_one() -> None:
    """The data of one question's button, sent in the name of another's message, is refused."""

    async def work() -> None:
        book = Book(str(EVE))
        async with discord_rig(book) as there:
            one = await asked(there, first := book.put())
            two = await asked(there, second := book.put())
            message, _ = there.button(first.id, "a")
            _, data = there.button(second.id, "a")
            await there.discord.press(message, data, EVE)
            await refused(there, NOT_THE_BUTTON)
            await take_back(one)
            await take_back(two)

    run(work())


def test_a_question_of_another_life_is_not_answered() -> None:
    """A button of a store that was made anew does not answer the question of the same number."""

    async def work() -> None:
        book = Book(str(EVE))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            book.questions[question.id] = question._replace(uid="uid-of-another")
            await there.answer(question.id, "a", str(EVE))
            await refused(there, NOT_THE_BUTTON)
            await take_back(asking)

    run(work())


def test_two_presses_at_once_count_once() -> None:
    """Of two presses at the same moment one counts, and the other's giver is told."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with discord_rig(book) as there:
            asking = await asked(there, question := book.put())
            message, allow = there.button(question.id, "a")
            _, deny = there.button(question.id, "d")
            await asyncio.gather(
                there.discord.press(message, deny, ADA), there.discord.press(message, allow, EVE)
            )
            reply = await asking
            await there.until(lambda: there.discord.whispers)

            [counted] = book.counted
            assert reply.answer is counted.reply.answer
            assert [each.text for each in there.discord.whispers] == [OVER]

    run(work())


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


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"token": TOKEN[:-1] + "x"}, "Discord does not know this bot token"),
        ({"channel": 5}, "Discord says 404: Unknown Channel"),
        (
            {"channel": DIRECT, "roles": frozenset({"reviewers"})},
            "approver_roles are configured, but the channel is in no server",
        ),
    ],
)
def test_what_can_never_work_is_said_at_the_start(settings: dict[str, Any], words: str) -> None:
    """A wrong token or channel ends the start, with help, and nothing runs."""

    async def work() -> None:
        async with Discord() as discord:
            there = channel(discord, Book(), **settings)
            with pytest.raises(ChannelError) as caught:
                await there.start(Book().hand_in)

            assert caught.value.message == words
            assert caught.value.help
            assert there.listening is None
            assert TOKEN[:-1] not in caught.value.render()

    run(work())


def test_a_conversation_is_a_channel_too() -> None:
    """Asked in a conversation with the bot, one can answer there, by button and in words."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book, channel=DIRECT, users=frozenset({ADA})) as there:
            one = await asked(there, first := book.put())
            two = await asked(there, second := book.put())
            await there.answer(first.id, "a", str(ADA))
            await there.discord.say(f"deny {second.id}", ADA, channel=DIRECT)

            assert (await one).answer is Answer.ALLOW
            assert (await two).answer is Answer.DENY

    run(work())


@pytest.mark.parametrize("token", ["", "abc", "x.y.z", TOKEN + " "])
def test_what_is_no_token_is_refused(token: str) -> None:
    """Nothing is sent anywhere with what is no token."""
    with pytest.raises(ChannelError, match="is not one"):
        channel(Discord(), Book(), token=token)


def test_the_token_goes_nowhere_unencrypted() -> None:
    """An address elsewhere must be https."""
    with pytest.raises(ChannelError, match="https"):
        channel(Discord(), Book(), url="http://discord.example/api/v10")


def test_without_hikari_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing extra is named, with the command that installs it."""
    monkeypatch.setitem(sys.modules, "hikari", None)

    with pytest.raises(MissingExtra, match="hikari") as caught:
        run(channel(Discord(), Book()).start(Book().hand_in))
    assert caught.value.help == "pip install 'proctor-gate[discord]'"


def test_the_token_is_in_no_repr() -> None:
    """No part of the channel shows the token."""
    there = channel(Discord(), Book())

    for part in (there, there.api, there.listener, there.posts, there.listed, there.reader):
        assert TOKEN.split(".")[2] not in repr(part)
