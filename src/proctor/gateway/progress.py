"""
What a client is told while its call goes on: first who is waited for, then how far the tool is.

A client that did not ask for progress is told nothing. What it is told only ever grows, as MCP
has it, though an upstream counts as it likes.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING

from proctor.nodes import visible

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    # How much is done, of how much, and words.
    Report = Callable[[float, float | None, str], Awaitable[None]]

WAITING = "waiting for an answer: the rules leave this call to a person"
ASKED = "waiting for a person (question {number})"
LONGEST_WORDS = 400


class Reporter:
    """Tells one client about one call."""

    def __init__(self, report: Report, question: Callable[[], Awaitable[int | None]]) -> None:
        self.report = report
        self.question = question
        self.number: int | None = None
        self.last = 0.0
        self.waited = 0.0

    async def waiting(self, seconds: float) -> None:
        """Tell that nobody has decided yet."""
        if self.number is None:
            self.number = await self.question()
        words = WAITING if self.number is None else ASKED.format(number=self.number)
        self.waited = seconds
        await self.tell(seconds, None, words)

    async def upstream(self, done: float, total: float | None, words: str) -> None:
        """Tell what an upstream says of itself; its numbers go on from ours."""
        whole = total + self.waited if total is not None else None
        await self.tell(done + self.waited, whole, visible(words)[:LONGEST_WORDS])

    async def tell(self, done: float, total: float | None, words: str) -> None:
        """Tell, if that is more than last time; who does not listen harms nobody."""
        if not done > self.last:
            return
        self.last = done
        with suppress(Exception):
            await self.report(done, total, words)


# How the tool that runs now tells of its progress; nothing where nobody listens.
PROGRESS: ContextVar[Report | None] = ContextVar("proctor_progress", default=None)


@contextmanager
def reporting(report: Report | None) -> Iterator[None]:
    """Let the tool that is called meanwhile tell of its progress."""
    before = PROGRESS.set(report)
    try:
        yield
    finally:
        PROGRESS.reset(before)
