"""A running program under a role."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Agent(NamedTuple):
    """One agent of one home, by its name, with the state that it was last seen in."""

    host: str
    home: str
    name: str
    role: str = ""
    state: str = ""
    tool: str = ""
    session: str = ""
    since: str = ""
    seen_at: str = ""
    body: dict[str, Any] = {}  # noqa: RUF012 - a default that nobody writes to
