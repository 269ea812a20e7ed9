"""How whoever asks waits for an answer, for how long, and how they leave."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from proctor.terms.question import Question
from proctor.terms.reply import Reply

# What ends by itself at the end of our time is given this much more to do so, in seconds.
SLACK = 0.25


class Manner(StrEnum):
    """
    How whoever asks waits.

    HOLD waits for people, and has nobody else. LEAVE does not wait: what neither a
    remembered answer nor a reviewer settles is left to the program's own dialog. BESIDE
    waits while that dialog is open.
    """

    HOLD = "hold"
    LEAVE = "leave"
    BESIDE = "beside"


class Asker:
    """
    One who waits, and may leave.

    Args:
        manner: how.
        seconds: for how long at most, whatever is configured, from now on.
        people: is called when people are about to be asked.

    """

    __slots__ = ("_gone", "deadline", "manner", "people", "words")

    def __init__(
        self,
        manner: Manner = Manner.HOLD,
        seconds: float = math.inf,
        people: Callable[[], None] | None = None,
    ) -> None:
        self.manner = manner
        self.deadline = time.monotonic() + seconds
        self.people = people
        # Why they have left; nothing while they wait.
        self.words = ""
        self._gone: asyncio.Future[None] | None = None

    @property
    def seconds(self) -> float:
        """Return how many seconds are left."""
        return max(self.deadline - time.monotonic(), 0.0)

    def leave(self, words: str) -> None:
        """Wait no more, for a reason in words; who has left stays away."""
        self.words = self.words or words
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)

    async def outlasts(self, work: asyncio.Future[Any]) -> bool:
        """Wait for something; False if whoever waits leaves before, or has no more time."""
        if not self.words:
            self._gone = asyncio.get_running_loop().create_future()
            limit = None if self.deadline == math.inf else self.seconds + SLACK
            try:
                first = asyncio.FIRST_COMPLETED
                await asyncio.wait({work, self._gone}, timeout=limit, return_when=first)
            finally:
                self._gone.cancel()
                self._gone = None
        return work.done()


class Shared:
    """
    One question to people, and all who wait for its answer.

    `words` say that nobody does any more, and why.
    """

    __slots__ = ("question", "task", "waiting", "words")

    def __init__(self) -> None:
        self.task: asyncio.Task[Reply]
        self.waiting = 0
        self.question: Question | None = None
        self.words = ""
