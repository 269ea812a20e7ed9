"""
What happens to questions, as the server tells: which are new, and which have ended.

The server is asked again and again, so that its restart is only a pause: what was asked or
answered meanwhile is told behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proctor.errors import NotFound
from proctor.owner.client import Client
from proctor.terms.question import Status

Happening = dict[str, Any]
# Seconds for one look.
TIMEOUT = 5.0


class QuestionFeed:
    """The questions of a home, and how far they have been told."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.open: dict[int, Happening] = {}
        # The last number that was looked at; what came before the first look is over.
        self.last: int | None = None

    def news(self) -> list[Happening]:
        """
        Return what has happened since last time: each question as it was, new or ended.

        A question that came and ended in between is told twice, first as pending.

        Raises:
            NoOwner: no server runs.
            ServerError: it does not answer as it should.

        """
        with Client.connect(self.home, TIMEOUT) as client:
            if self.last is None:
                every = client.call("questions")
                self.last = max((each["id"] for each in every), default=0)
                waiting = [each for each in every if is_pending(each)]
            else:
                waiting = client.call("questions", status=Status.PENDING.value)
            told = [each for each in waiting if not self.knows(each)]
            told += self.missed(client, {each["id"] for each in waiting})
            gone = set(self.open) - {each["id"] for each in waiting}
            ended = [self.ended(client, number) for number in sorted(gone)]
        return self.noted(told, ended)

    def knows(self, question: Happening) -> bool:
        """Say whether a question was told; a store in memory begins to count again."""
        return bool(self.open.get(question["id"], {}).get("mark") == question["mark"])

    def ended(self, client: Client, number: int) -> Happening:
        """Return how a question ended; one that is not even kept any more was taken back."""
        try:
            found: Happening = client.call("wait", number=number, seconds=0)
        except NotFound:
            return {**self.open[number], "status": Status.CANCELLED.value}
        return found

    def missed(self, client: Client, waiting: set[int]) -> Iterator[Happening]:
        """Return what came and ended since last time: its number is behind the last one."""
        assert self.last is not None  # noqa: S101 - for the type checker
        newest = max(waiting, default=self.last)
        number = self.last + 1
        while True:
            if number not in waiting:
                try:
                    yield client.call("wait", number=number, seconds=0)
                except NotFound:
                    # A number may be left out, but not behind which others wait.
                    if number >= newest:
                        return
            self.last = number
            number += 1

    def noted(self, told: list[Happening], ended: list[Happening]) -> list[Happening]:
        """Remember what is told now, and return it in its order."""
        news: list[Happening] = []
        for each in sorted(told, key=lambda each: int(each["id"])):
            if is_pending(each):
                self.open[each["id"]] = each
                news.append(each)
            else:
                news += [as_asked(each), each]
        for each in ended:
            if not is_pending(each):
                self.open.pop(each["id"], None)
                news.append(each)
        return news


def is_pending(question: Happening) -> bool:
    """Say whether a question waits for an answer."""
    return bool(question["status"] == Status.PENDING.value)


def as_asked(question: Happening) -> Happening:
    """Return a question as it was before it ended."""
    return {**question, "status": Status.PENDING.value, "reply": None, "closed_at": None}
