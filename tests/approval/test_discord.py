"""The Discord channel: what every channel does, and whose press counts."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from proctor.approval.channels.answering_words import NOT_THE_BUTTON
from proctor.approval.channels.discord_reader import OTHER_CHANNEL, OTHER_SERVER
from proctor.errors import ChannelError, MissingExtra
from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, EVE, channel, discord_rig, refused
from tests.contracts.channel import Channels, MakeRig, asked, run, take_back
from tests.doubles.book import OVER, Book
from tests.doubles.discord import Discord
from tests.doubles.discord_shapes import (
    DIRECT,
    TOKEN,
)
from tests.doubles.discord_shapes import (
    OTHER_CHANNEL as ELSEWHERE,
)
from tests.tables import each_row


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


@each_row("name", FORGED)
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
