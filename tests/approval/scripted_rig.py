"""A scripted channel, and people who are lines that are added to its script."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from proctor.approval.channels.scripted import Line, ScriptedChannel
from proctor.approval.message import choices_of
from tests.doubles.book import Book

CHOICE = re.compile(r"  \[([a-z])\] ")


class ScriptedRig:
    """Reads what the channel says of each question, and adds the lines of its people."""

    may, stranger = "ada", "eve"

    def __init__(self, channel: ScriptedChannel, book: Book) -> None:
        self.channel = channel
        self.book = book
        self.words: list[tuple[str, str]] = []

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """Add a line for this question."""
        [choice] = [each for each in choices_of(self.book.questions[number]) if each.key == key]
        line = Line(
            choice.answer, scope=choice.scope, seconds=choice.seconds, category=choice.category,
            words=words, user=user, number=number,
        )  # fmt: skip
        for told in await self.channel.add(line):
            self.words.append((user, told.words))

    def lines(self, number: int) -> list[str]:
        """Return what was said of a question."""
        found, about = [], 0
        for line in self.channel.said:
            if named := re.match(r"Question ([0-9]+)", line):
                about = int(named[1])
            found += [line] if about == number else []
        return found

    async def shown(self, number: int) -> str:
        """Return what was said of a question, without its choices."""
        return "\n".join(line for line in self.lines(number) if not CHOICE.match(line))

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of its choices, while it waits."""
        if number not in self.channel.open:
            return frozenset()
        return frozenset(found[1] for line in self.lines(number) if (found := CHOICE.match(line)))

    async def told(self, user: str) -> str:
        """Return what became of a user's lines."""
        return "\n".join(words for each, words in self.words if each == user)


@asynccontextmanager
async def scripted_rig(book: Book) -> AsyncIterator[ScriptedRig]:
    """Give a started channel whose script is empty."""
    channel = ScriptedChannel([])
    await channel.start(book.hand_in)
    try:
        yield ScriptedRig(channel, book)
    finally:
        await channel.stop()
