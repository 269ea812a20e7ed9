"""
What a chat shows: the message of each question, and since when it shows that it is over.

A bare `/allow` answers the only question that was open in the chat when it was written. All
is told by the chat itself: what came before is told by the numbers of its messages, which only
grow, and what was over by its own clock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from proctor.approval.channels.newest import forget_oldest

# A question that has ended so many seconds before counts as open: whoever wrote may have meant it,
# and an agent must not put another in its place while somebody writes.
GRACE = 10.0


class Shown(NamedTuple):
    """A question's message; `over` is when it began to show its end, None while it does not."""

    number: int
    over: float | None = None


class ChatBoard:
    """The messages of questions that this process has sent to one chat."""

    def __init__(self) -> None:
        self.shown: dict[int, Shown] = {}

    def opened(self, number: int, message: int) -> None:
        """Note that a question stands in the chat."""
        self.shown[message] = Shown(number)
        forget_oldest(self.shown)

    def over(self, message: int, at: float) -> None:
        """Note that a message shows an end, since a moment of the chat's clock."""
        before = self.shown.get(message)
        if before is not None and before.over is None:
            self.shown[message] = before._replace(over=at)

    def question_of(self, message: int) -> int:
        """Return the question that a message is about; 0 where it is not known."""
        found = self.shown.get(message)
        return found.number if found is not None else 0

    def only_open(self, message: int, at: float, waiting: Collection[int]) -> int:
        """
        Return the only question that was open when a message was written; 0 for none or several.

        `waiting` are all that wait now. One of those that was not sent from here may stand in the
        chat all the same: another process may share the bot.
        """
        was_open = {
            shown.number
            for number, shown in self.shown.items()
            if number < message and (shown.over is None or shown.over > at - GRACE)
        }
        elsewhere = set(waiting) - {shown.number for shown in self.shown.values()}
        [only, *more] = was_open or [0]
        return 0 if more or elsewhere else only
