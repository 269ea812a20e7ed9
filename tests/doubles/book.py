"""A desk in one page: it keeps questions in a dict, and ends each of them once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from proctor.approval.channel import Told
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

WELCOME = "your answer counts"
OVER = "that question is over"
UNKNOWN = "there is no such question"
NOT_YOU = "you may not answer this"


class Handed(NamedTuple):
    """What a channel handed in."""

    number: int
    user: str
    channel: str
    reply: Reply


class Book:
    """Keeps questions; `may` are the users who may answer, by their ids in the channel."""

    def __init__(self, *may: str) -> None:
        self.may = set(may)
        self.questions: dict[int, Question] = {}
        self.handed: list[Handed] = []
        self.counted: list[Handed] = []

    def put(self, *, seconds: float = 600, **changes: Any) -> Question:
        """Keep a question that is asked now, and return it with its number."""
        number = len(self.questions) + 12
        now = datetime.now(UTC)
        question = Question(
            uid=f"uid-{number}",
            host="alpha",
            home="/home/ada/.proctor",
            agent="coder-1",
            tool="Bash",
            action="tool:bash:git push origin main",
            asked_at=stamp(now),
            expires_at=stamp(now + timedelta(seconds=seconds)),
            session="abc123",
            body={
                "role": "coder",
                "cwd": "/home/ada/shop",
                "why": "no rule allows it",
                "parts": [{"part": "git push origin main", "effect": "ask", "why": "it publishes"}],
            },
            id=number,
        )
        self.questions[number] = question = question._replace(**changes)
        return question

    def end(self, number: int, status: Status, reply: Reply | None = None) -> Question:
        """End a question, and return how it ended."""
        closed = stamp(datetime.now(UTC))
        ended = self.questions[number]._replace(status=status, reply=reply, closed_at=closed)
        self.questions[number] = ended
        return ended

    async def hand_in(self, number: int, user: str, channel: str, reply: Reply) -> Told:
        """Take an answer: the first of somebody who may ends the question."""
        handed = Handed(number, user, channel, reply)
        self.handed.append(handed)
        question = self.questions.get(number)
        if question is None:
            return Told(counts=False, words=UNKNOWN)
        if question.status is not Status.PENDING:
            return Told(counts=False, words=OVER)
        if user not in self.may:
            return Told(counts=False, words=NOT_YOU)
        self.end(number, Status.ANSWERED, reply._replace(by=f"person {user}", channel=channel))
        self.counted.append(handed)
        return Told(counts=True, words=WELCOME)

    async def lookup(self, number: int) -> Question | None:
        """Return a question as it stands."""
        return self.questions.get(number)

    async def waiting(self) -> list[Question]:
        """Return the questions that wait."""
        return [each for each in self.questions.values() if each.status is Status.PENDING]


def stamp(moment: datetime) -> str:
    """Return a moment as it stands in a question."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
