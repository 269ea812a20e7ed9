"""
Try a channel: put a test question before people, and see who answers.

Nothing hangs on that question. Its number is one that no real question has, so that an
answer to it is never taken for one to something else.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from proctor.approval.channel import Told
from proctor.approval.people import People
from proctor.audit.ids import new_uid, timestamp
from proctor.errors import ChannelError
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

# Real questions are counted from 1 on.
FIRST, RANGE = 900_000_000_000, 100_000_000_000
HEARD = "this was a test, and you were heard"
OVER = "the test is over"
NOBODY = "you are nobody here: ask for a place under `people:` in config.yaml"
ACTION = "tool:test:a question that nothing hangs on"


class Step(NamedTuple):
    """One thing that was found; `ok` is None for what is only worth knowing."""

    name: str
    ok: bool | None
    said: str


Tell = Callable[[Step], None]


class Trial:
    """
    One test question, and what became of it.

    Args:
        channel: the channel's name.
        people: who is known here.
        wait: how many seconds somebody has for an answer; 0 where none is awaited.
        tell: is told each thing that is found.

    """

    def __init__(self, channel: str, *, people: People, wait: float, tell: Tell) -> None:
        self.channel = channel
        self.people = people
        self.wait = wait
        self.tell = tell
        self.answered = asyncio.Event()
        now = timestamp()
        self.question = Question(
            uid=new_uid(),
            host="",
            home="",
            agent="proctor channel test",
            tool="Test",
            action=ACTION,
            asked_at=now,
            expires_at=later(now, wait),
            body={"why": "somebody tries whether people are reached here"},
            id=FIRST + secrets.randbelow(RANGE),
        )

    async def lookup(self, number: int) -> Question | None:
        """Return the test question; there is no other here."""
        return self.question if number == self.question.id else None

    async def waiting(self) -> list[Question]:
        """Return the test question while it waits."""
        return [self.question] if self.question.status is Status.PENDING else []

    async def hand_in(self, number: int, user: str, channel: str, reply: Reply) -> Told:
        """Take an answer, and say whose it is."""
        if number != self.question.id:
            return Told(counts=False, words="the server that asks this does not run")
        if self.question.status is not Status.PENDING:
            return Told(counts=False, words=OVER)
        person = self.people.of(channel, user, reply.chat_roles)
        if person is None:
            help_ = f"`{channel}: [{user}]` under one of `people:` in config.yaml lets them answer"
            self.tell(Step("answer", ok=None, said=f"user {user} is nobody here: {help_}"))
            return Told(counts=False, words=NOBODY)
        kept = reply._replace(by=person.name, at=timestamp(), question=number)
        self.end(Status.ANSWERED, kept)
        self.tell(Step("answer", ok=True, said=f"{reply.answer} by user {user}, {person.name}"))
        self.answered.set()
        return Told(counts=True, words=HEARD)

    def end(self, status: Status, reply: Reply | None = None) -> None:
        """End the question."""
        self.question = self.question._replace(status=status, reply=reply, closed_at=timestamp())

    def nobody(self) -> ChannelError:
        """End the question without an answer, and return what to say of that."""
        self.end(Status.EXPIRED)
        return ChannelError(
            f"nobody answered in {self.wait:.0f} s",
            help="press a button below the test question, or wait longer: --wait 120; "
            "--wait 0 only looks whether a message arrives",
        )


def later(stamp: str, seconds: float) -> str:
    """Return a moment so many seconds after another."""
    from proctor.audit.ids import seconds as moment  # noqa: PLC0415 - its name is taken here

    return timestamp(moment(stamp) + max(seconds, 1))


@contextmanager
def notes(logger: str, tell: Tell) -> Iterator[None]:
    """Tell what a channel logs while it is tried: who pressed and may not, what did not work."""
    log = logging.getLogger(logger)
    handler = Notes(tell)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class Notes(logging.Handler):
    """Hands warnings on, each once."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(logging.WARNING)
        self.tell = tell
        self.told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Tell a warning."""
        text = record.getMessage()
        if text not in self.told:
            self.told.add(text)
            self.tell(Step("note", ok=None, said=text))
