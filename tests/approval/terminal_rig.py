"""People at terminals: each has one of their own, and the first is the one that is asked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from proctor.approval.channels.terminal import TerminalChannel
from proctor.approval.channels.terminal_dialog import HANDING_IN, KEYS_LATER, KEYS_NOW, OPEN_LINE
from proctor.terms.question import Question, Status
from tests.contracts.channel import take_back
from tests.contracts.samples import HANGS
from tests.doubles.book import Book
from tests.doubles.terminal import Terminal

TITLE = re.compile(
    r"Question ([0-9]+) of agent .*?(?: \([0-9]+ of [0-9]+, ← →\))?, .*(?:left|over)"
)
CHOICE = re.compile(r"[> ] \[([a-z])\] ")
RIGHT = "\x1b[C"
# Long enough for a person, but a tenth of it.
SETTLE = 0.03
AGAIN = 0.5
# What stands at the end of a question that is there as a whole, and when keys count for it.
ANSWERS, WAITS = (
    (KEYS_NOW, "or any other key to go back.", "Esc goes back): "),
    (KEYS_LATER, HANDING_IN),
)


class Seat:
    """Somebody at a terminal, who reads it and types."""

    def __init__(self, channel: TerminalChannel, terminal: Terminal) -> None:
        self.channel = channel
        self.terminal = terminal

    def block(self) -> tuple[int, list[str]]:
        """Return the question that is on the screen, and its lines; 0 where there is none."""
        lines = self.terminal.text.splitlines()
        for start in range(len(lines) - 1, -1, -1):
            if found := TITLE.fullmatch(lines[start]):
                return int(found[1]), lines[start:]
        return 0, []

    def log(self, number: int) -> list[str]:
        """Return the lines that stay, about a question."""
        lines = self.terminal.text.splitlines()
        found = [line for line in lines if not TITLE.fullmatch(line)]
        return [line for line in found if line.startswith(f"Question {number}: ")]

    async def until(self, check: Callable[[], object]) -> None:
        """Wait until something has come true."""
        async with asyncio.timeout(HANGS):
            while not check():
                await asyncio.sleep(0.005)

    async def look_at(self, number: int) -> list[str]:
        """Go to a question that waits, and return its lines; none where it does not."""
        async with asyncio.timeout(HANGS):
            while number in self.channel.open:
                there, lines = self.block()
                if there == number and any(hint in "".join(lines) for hint in (*ANSWERS, *WAITS)):
                    return lines
                if there not in {0, number}:
                    shares = " ".join("".join(lines).split())
                    self.terminal.type(OPEN_LINE if f"{OPEN_LINE} shows each" in shares else RIGHT)
                with suppress(TimeoutError):
                    # A key that came in the moment of a change was thrown away.
                    async with asyncio.timeout(AGAIN):
                        await self.until(partial(self.has_changed, there, lines))
        return []

    def has_changed(self, number: int, lines: list[str]) -> bool:
        """Say whether something else is on the screen."""
        return self.block() != (number, lines)

    async def ready(self, number: int) -> list[str]:
        """Return a question's lines when keys count for it."""
        async with asyncio.timeout(HANGS):
            while lines := await self.look_at(number):
                text = "".join(lines)
                if any(hint in text for hint in ANSWERS) and not any(w in text for w in WAITS):
                    return lines
                await asyncio.sleep(0.005)
        return []

    async def press(self, number: int, key: str, words: str = "") -> None:
        """Answer a question, and wait until it is read what became of it."""
        before = self.log(number)
        await self.ready(number)
        self.terminal.type(key)
        if key in "wc":
            await self.until(lambda: self.says("Sure?"))
            await self.ready(number)
            self.terminal.type("y")
        if key == "d":
            await self.until(lambda: self.says("Words for the agent"))
            self.terminal.type(f"{words}\r")
        await self.until(lambda: self.log(number) != before)

    def says(self, words: str) -> bool:
        """Say whether something is to be read."""
        return words in self.terminal.text


class TerminalRig(Seat):
    """
    The terminal that is asked, and those of others.

    Whoever else answers, or answers late, sits at a terminal of their own, on which the
    question still stands.
    """

    may, stranger = "ada", "eve"

    def __init__(self, stack: AsyncExitStack, book: Book) -> None:
        self.stack = stack
        self.book = book
        self.seats: list[Seat] = []
        self.looked_at: set[int] = set()

    async def sit_down(self, user: str, **settings: Any) -> Seat:
        """Begin a channel at a terminal of its own."""
        size = {name: settings.pop(name) for name in ("columns", "rows") if name in settings}
        terminal = await self.stack.enter_async_context(Terminal(**size))
        usual: dict[str, Any] = {"environ": {"TERM": "xterm"}, "settle": SETTLE}
        channel = TerminalChannel(
            user=user, into=terminal.here, out=terminal.here, **(usual | settings)
        )
        self.stack.push_async_callback(channel.stop)
        await channel.start(self.book.hand_in)
        self.seats.append(Seat(channel, terminal))
        return self.seats[-1]

    async def answer(self, number: int, key: str, user: str, words: str = "") -> None:
        """Type the answer, at the terminal that is asked or at another one."""
        if user == self.may and number in self.channel.open:
            await self.press(number, key, words)
            return
        seat = await self.sit_down(user)
        still_open = self.book.questions[number]._replace(status=Status.PENDING, reply=None)
        asking = asyncio.create_task(seat.channel.ask(still_open))
        await seat.until(lambda: seat.block()[0] == number)
        await seat.press(number, key, words)
        await seat.until(lambda: seat.log(number))
        await take_back(asking)

    async def shown(self, number: int) -> str:
        """Return the question where it waits, without its choices, and what stays of it."""
        lines = [line for line in await self.look_at(number) if not CHOICE.match(line)]
        if lines:
            self.looked_at.add(number)
        elif number in self.looked_at:
            # What was there, and is not, leaves a line.
            await self.until(lambda: self.log(number))
        return "\n".join([*lines, *self.log(number)])

    async def offered(self, number: int) -> frozenset[str]:
        """Return the keys of the choices of a question that waits."""
        lines = await self.ready(number)
        return frozenset(found[1] for line in lines if (found := CHOICE.match(line)))

    async def told(self, user: str) -> str:
        """Return what stays to be read at the terminals of a user."""
        return "\n".join(seat.terminal.text for seat in self.seats if seat.channel.user == user)

    async def asked(self, question: Question) -> asyncio.Task[Any]:
        """Ask, and wait until keys count."""
        asking = asyncio.create_task(self.channel.ask(question))
        await self.until(lambda: question.id in self.channel.open)
        await self.ready(question.id)
        return asking


@asynccontextmanager
async def terminal_rig(book: Book, **settings: Any) -> AsyncIterator[TerminalRig]:
    """Give a started channel, and the terminal that it asks in."""
    async with AsyncExitStack() as stack:
        there = TerminalRig(stack, book)
        seat = await there.sit_down(there.may, **settings)
        there.channel, there.terminal = seat.channel, seat.terminal
        yield there
