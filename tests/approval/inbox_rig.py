"""An inbox, and people who look at the questions in the store and answer through the API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from proctor.approval.channels.inbox import InboxChannel
from proctor.approval.channels.question_rows import choice_rows, end_row, rows_of
from proctor.approval.message import choices_of, message_of
from tests.doubles.book import Book


class InboxRig:
    """
    Looks into the book, as the page and the command do: the channel itself shows nothing.

    Only what waits in the channel, or did so, is looked at.
    """

    may, stranger = "ada", "eve"

    def __init__(self, channel: InboxChannel, book: Book) -> None:
        self.channel = channel
        self.book = book
        self.came: set[int] = set()
        self.words: list[tuple[str, str]] = []

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """Answer through the API."""
        [choice] = [each for each in choices_of(self.book.questions[number]) if each.key == key]
        told = await self.channel.answer(number, user, choice.reply("", words))
        self.words.append((user, told.words))

    async def shown(self, number: int) -> str:
        """Return what the book has of a question that came here."""
        if number in self.channel.waiting:
            self.came.add(number)
        if number not in self.came:
            return ""
        message = message_of(self.book.questions[number])
        head = end_row(message) if message.ended else f"Question {number}"
        return "\n".join([head, *(f"{row.label}: {row.text}" for row in rows_of(message))])

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of what can be answered while somebody waits for it."""
        if number not in self.channel.waiting:
            return frozenset()
        choices = choices_of(self.book.questions[number])
        return frozenset(row.label for row in choice_rows(choices))

    async def told(self, user: str) -> str:
        """Return what a user was told."""
        return "\n".join(words for each, words in self.words if each == user)


@asynccontextmanager
async def inbox_rig(book: Book) -> AsyncIterator[InboxRig]:
    """Give a started inbox."""
    channel = InboxChannel()
    await channel.start(book.hand_in)
    try:
        yield InboxRig(channel, book)
    finally:
        await channel.stop()
