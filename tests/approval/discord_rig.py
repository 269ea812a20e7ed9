"""A Discord channel against the double, and people in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from proctor.approval.channels.button_tags import read_data
from proctor.approval.channels.discord import DiscordChannel
from proctor.approval.channels.pauses import Pauses
from tests.approval.telegram_rig import Locks
from tests.contracts.samples import HANGS
from tests.doubles.book import Book
from tests.doubles.discord import Discord, Whisper
from tests.doubles.discord_shapes import BOT, CHANNEL, TOKEN

ADA, EVE = 510000000000000007, 510000000000000666
# As long as they are, but a hundredth of it.
PAUSES = Pauses(first=0.01, longest=0.05, lock=0.02)


def channel(discord: Discord, book: Book, **settings: Any) -> DiscordChannel:
    """Return a channel that talks to the double."""
    usual: dict[str, Any] = {
        "token": TOKEN,
        "channel": CHANNEL,
        "lookup": book.lookup,
        "all_waiting": book.waiting,
        "exclusive": Locks().exclusive,
        "url": discord.url,
        "pauses": PAUSES,
    }
    return DiscordChannel(**(usual | settings))


class DiscordRig:
    """Presses the buttons that are in the channel, or writes where there are words."""

    may, stranger = str(ADA), str(EVE)

    def __init__(self, discord: Discord, channel: DiscordChannel, book: Book) -> None:
        self.discord = discord
        self.channel = channel
        self.book = book
        # The data of each button that was ever in the channel.
        self.data: dict[tuple[int, str], tuple[int, str]] = {}

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """Press, or write where there are words."""
        if words:
            word = "deny" if key == "d" else "/allow"
            await self.discord.say(f"{word} {number} {words}", int(user))
            return
        message, data = self.button(number, key)
        await self.discord.press(message, data, int(user))

    def button(self, number: int, key: str) -> tuple[int, str]:
        """Return a button that is or was in the channel: its message and its data."""
        self.buttons(number)
        return self.data[number, key]

    async def shown(self, number: int) -> str:
        """Return the message of a question."""
        return "\n".join(each["content"] for each in self.messages(number))

    def messages(self, number: int) -> list[dict[str, Any]]:
        """Return the messages of a question."""
        marks = (f"Question {number}:", f"(question {number})")
        return [
            each
            for each in self.discord.messages.values()
            if each["author"]["id"] == str(BOT) and any(mark in each["content"] for mark in marks)
        ]

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of the buttons of a question, while somebody listens for them."""
        listens = self.channel.listening is None or self.discord.gateway.listeners
        return self.buttons(number) if listens else frozenset()

    def buttons(self, number: int) -> frozenset[str]:
        """Return the keys of the buttons of a question."""
        found = set()
        for message in self.messages(number):
            for row in message["components"]:
                for button in row["components"]:
                    pressed = read_data(button["custom_id"])
                    assert pressed is not None
                    self.data[number, pressed.key] = int(message["id"]), button["custom_id"]
                    found.add(pressed.key)
        return frozenset(found)

    async def told(self, user: str) -> str:
        """Return what a user was told alone, and what the bot wrote in reply."""
        alone = [each.text for each in self.discord.whispers if each.user == int(user)]
        return "\n".join([*alone, *self.replies()])

    def replies(self) -> list[str]:
        """Return what the bot wrote in reply to somebody."""
        written = [each for each in self.discord.messages.values() if each["type"] == 19]
        return [each["content"] for each in written if each["author"]["id"] == str(BOT)]

    async def message_of(self, number: int) -> int:
        """Wait until a question can be answered, and return its message."""
        await self.until(lambda: self.discord.gateway.listeners and self.buttons(number))
        return int(self.messages(number)[-1]["id"])

    async def listens(self) -> None:
        """
        Wait until the channel has its session, and has looked for what it missed before.

        A connection that is lost earlier cannot be resumed, and what is put there while it looks
        may be seen in part.
        """
        await self.until(lambda: "history" in self.discord.calls)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until everything that the channel began has ended."""
        await self.until(lambda: not self.channel.posts.tasks)

    async def until(self, check: Any) -> None:
        """Wait until something has come true."""
        async with asyncio.timeout(HANGS):
            while not check():
                await asyncio.sleep(0.01)


async def refused(there: DiscordRig, words: str, user: int = EVE) -> None:
    """Wait until somebody was refused alone, and look that nothing else came of it."""
    await there.until(lambda: there.discord.whispers)
    await there.quiet()
    assert there.discord.whispers == [Whisper(user, words)]
    assert there.book.handed == []
    assert there.replies() == []


@asynccontextmanager
async def discord_rig(book: Book, **settings: Any) -> AsyncIterator[DiscordRig]:
    """Give a started channel, and the one that it asks in."""
    async with Discord() as discord:
        there = channel(discord, book, **settings)
        try:
            await there.start(book.hand_in)
            yield DiscordRig(discord, there, book)
        finally:
            await there.stop()
