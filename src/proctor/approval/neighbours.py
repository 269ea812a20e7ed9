"""What the desk needs of its neighbours: where questions lie, and what writes a rule."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.question import Draft, Question, Status
from proctor.terms.record import Standing
from proctor.terms.reply import Reply


class Inbox(Protocol):
    """Where questions lie until a person answers; `audit/inbox.py` is the one that keeps them."""

    async def put(self, draft: Draft) -> Question | None:
        """Keep a question and return it as it stands; None where that was not possible."""

    async def wait(self, question: Question, seconds: float) -> Question:
        """Return a question as soon as it has ended, or as it is when the time is over."""

    async def expire(self, question: Question) -> Question:
        """End a question that nobody answered, and return how it ended."""

    async def end(self, number: int, status: Status, reply: Reply | None = None) -> Question | None:
        """
        End a question; None if it had ended already.

        Raises:
            StoreError: it cannot be written.

        """


class Proposed(NamedTuple):
    """
    What *always* would write, in words and as rules; nothing where no rule would be.

    `changes` say what the call would change of its own agent, where it is a self-edit.
    """

    words: str = ""
    rules: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


class Lasting(Protocol):
    """What *always* does where no rule has asked: it writes one."""

    async def shown(self, call: ToolCall, decision: Decision, standing: Standing) -> Proposed:
        """Say what would be written; nothing where no rule would be."""

    async def keep(
        self, call: ToolCall, decision: Decision, standing: Standing, *, shown: str, reply: Reply
    ) -> bool:
        """
        Write what was shown, or the rule that the answer has in its place.

        False where it would be something else by now, or fails.
        """
