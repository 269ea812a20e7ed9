"""Something that happened to an agent, and is kept."""

from __future__ import annotations

from typing import Any, NamedTuple


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
