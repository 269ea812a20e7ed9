"""A Telegram channel against the double, and people in its chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from proctor.approval.channels.button_tags import read_data
from proctor.approval.channels.pauses import Pauses
from proctor.approval.channels.telegram import TelegramChannel
from tests.contracts.samples import HANGS
from tests.doubles.book import Book
from tests.doubles.telegram import CHAT, TOKEN, Telegram

ADA, EVE = 7, 666
# As long as they are, but a hundredth of it.
PAUSES = Pauses(first=0.01, longest=0.05, lock=0.02)


class Locks:
    """Names that one at a time can hold, as a store gives them."""

    def __init__(self) -> None:
        self.held: set[str] = set()
        self.most = 0

    @contextmanager
    def exclusive(self, name: str) -> Iterator[bool]:
        """Try to be the only one."""
        mine = name not in self.held
        self.held.add(name)
        try:
            yield mine
        finally:
            if mine:
                self.held.discard(name)


def channel(telegram: Telegram, book: Book, **settings: Any) -> TelegramChannel:
    """Return a channel that talks to the double."""
    usual: dict[str, Any] = {
        "token": TOKEN,
        "chat": CHAT,
        "lookup": book.lookup,
        "all_waiting": book.waiting,
        "exclusive": Locks().exclusive,
        "api": telegram.wire.address,
        "pauses": PAUSES,
    }
    return TelegramChannel(**(usual | settings))


class TelegramRig:
    """Presses the buttons that are in the chat, or writes where there are none for it."""

    may, stranger = str(ADA), str(EVE)

    def __init__(self, telegram: Telegram, channel: TelegramChannel, book: Book) -> None:
        self.telegram = telegram
        self.channel = channel
        self.book = book
        # The data of each button that was ever in the chat.
        self.data: dict[tuple[int, str], tuple[int, str]] = {}

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """Press, or write where there are words."""
        if words:
            self.telegram.say(f"/{'deny' if key == 'd' else 'allow'} {number} {words}", int(user))
            return
        await self.offered(number)
        message, data = self.data[number, key]
        self.telegram.press(message, data, int(user))

    async def shown(self, number: int) -> str:
        """Return the message of a question."""
        return "\n".join(each["text"] for each in self.messages(number))

    def messages(self, number: int) -> list[dict[str, Any]]:
        """Return the messages of a question."""
        marks = (f"Question {number}:", f"(question {number})")
        return [
            each
            for each in self.telegram.messages.values()
            if any(mark in each["text"] for mark in marks)
        ]

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of the buttons of a question."""
        found = set()
        for message in self.messages(number):
            for row in message.get("reply_markup", {}).get("inline_keyboard", []):
                for button in row:
                    pressed = read_data(button["callback_data"])
                    assert pressed is not None
                    where = message["message_id"], button["callback_data"]
                    self.data[number, pressed.key] = where
                    found.add(pressed.key)
        return frozenset(found)

    async def told(self, user: str) -> str:
        """Return the alerts of a user, and what the bot wrote in reply."""
        alerts = [each.text for each in self.telegram.answered if each.user == int(user)]
        return "\n".join([*alerts, *self.replies()])

    def replies(self) -> list[str]:
        """Return what the bot wrote in reply to somebody."""
        return [each["text"] for each in self.telegram.messages.values() if "reply_to" in each]

    async def message_of(self, number: int) -> int:
        """Wait for a question's message, and return its number."""
        async with asyncio.timeout(HANGS):
            while not await self.offered(number):
                await asyncio.sleep(0.01)
        return int(self.messages(number)[-1]["message_id"])

    async def quiet(self) -> None:
        """Wait until everything that people did has been dealt with."""
        async with asyncio.timeout(HANGS):
            while self.telegram.updates or self.channel.posts.tasks:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def telegram_rig(book: Book, **settings: Any) -> AsyncIterator[TelegramRig]:
    """Give a started channel, and the chat that it asks in."""
    async with Telegram() as telegram:
        there = channel(telegram, book, **settings)
        try:
            await there.start(book.hand_in)
            yield TelegramRig(telegram, there, book)
        finally:
            await there.stop()
