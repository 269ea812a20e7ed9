"""Something that happened to an agent, and is kept."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Event(NamedTuple):
    """One event; `n` is its number, given when it is kept."""

    uid: str
    timestamp: str
    host: str
    home: str
    kind: str
    agent: str = ""
    session: str = ""
    body: dict[str, Any] = {}  # noqa: RUF012 - a default that nobody writes to
    spooled: bool = False
    n: int = 0
