"""
Heads of requests that were read before, letter by letter the same.

Whoever asks about one call after the other sends the same head each time. What a
head means depends on nothing but its letters, so it is read once. Who may come in
is looked up each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# So many are remembered, none that is longer.
MOST, LONGEST = 256, 4096
# What lets a head mean more than how long the body behind it is.
SPECIAL = frozenset({b"connection", b"expect", b"te", b"trailer", b"transfer-encoding", b"upgrade"})


class Known(NamedTuple):
    """How long the body behind a head is, and the tokens and people of when it came in."""

    length: int
    tokens: Mapping[str, str]
    people: object


class KnownHeads:
    """Those that came in lately."""

    def __init__(self) -> None:
        self.known: dict[bytes, Known] = {}

    def get(self, head: bytes) -> Known | None:
        """Return what is known of a head."""
        return self.known.get(head)

    def put(self, head: bytes, headers: Sequence[tuple[bytes, bytes]], known: Known) -> None:
        """Remember a head that was read and came in, unless there is more to it."""
        if len(head) > LONGEST or not SPECIAL.isdisjoint(name for name, _ in headers):
            return
        self.known.pop(head, None)
        if len(self.known) >= MOST:
            del self.known[next(iter(self.known))]
        self.known[head] = known
