"""
What a person is asked, and the life of it.

    pending ──► answered     once, and for good
        ├─────► expired      nobody answered in time
        └─────► cancelled    nobody waits for it any more
"""

from __future__ import annotations

from enum import StrEnum

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# Why nobody waits for a question any more that was asked beside the program's own dialog.
CLOSED, APPROVED = "closed in the program's own dialog", "approved in the program's own dialog"


class Status(StrEnum):
    """Where a question stands; only a pending one can change."""

    PENDING = "pending"
    ANSWERED = "answered"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class Draft(NamedTuple):
    """
    A question before it is kept: nothing in it is redacted yet.

    `input` is the exact input that the answer is bound to, `seconds` how long
    whoever asks will wait.
    """

    uid: str
    agent: str
    session: str
    tool: str
    action: str
    input: object
    body: dict[str, Any]
    seconds: float


class Question(NamedTuple):
    """
    One question.

    `id` is its number, given when it is kept; `uid` names it before, so that an
    asker who does not know whether it was heard can ask again and asks the same.
    `digest` is that of the exact input. `body` is what a person is shown: role,
    parts, rule and reason, redacted. Times are as in a record.
    """

    uid: str
    host: str
    home: str
    agent: str
    tool: str
    action: str
    asked_at: str
    expires_at: str
    session: str = ""
    digest: str = ""
    body: dict[str, Any] = {}  # noqa: RUF012 - a default that nobody writes to
    id: int = 0
    status: Status = Status.PENDING
    reply: Reply | None = None
    closed_at: str = ""
