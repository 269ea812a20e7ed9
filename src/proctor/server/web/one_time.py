"""
One-time links: an address that signs one person in, once, within a few minutes.

The code stands in an address, so it ends up in a browser's history. It is worth nothing
there: it has been used. Only digests are kept, and only in memory.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from proctor.server.tokens import digest
from proctor.server.web.own_paths import own_path
from proctor.server.web.sessions import PREFIX

PATH = "/sign-in/"
BYTES = 32
VALID = 300.0
# So many at a time for one person; one more, and the oldest counts no more.
MOST_OF_ONE = 5


class Pending(NamedTuple):
    """A link that was made and not used: whose, which page it leads to, and until when."""

    person: str
    page: str
    until: float


class OneTimeLinks:
    """The links that were made and not used yet."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.pending: dict[str, Pending] = {}

    def make(self, person: str, page: str = "/") -> str:
        """Return the path of a new link; who may have one was looked at before."""
        now = self.clock()
        self.pending = {name: one for name, one in self.pending.items() if one.until > now}
        theirs = [name for name, one in self.pending.items() if one.person == person]
        for oldest in theirs[: max(len(theirs) + 1 - MOST_OF_ONE, 0)]:
            del self.pending[oldest]
        code = PREFIX + secrets.token_urlsafe(BYTES)
        self.pending[digest(code)] = Pending(person, own_path(page), now + VALID)
        return f"{PATH}{code}"

    def use(self, code: str) -> Pending | None:
        """Return whose link it was, once; None for any other code."""
        found = self.pending.pop(digest(code), None)
        return found if found is not None and found.until > self.clock() else None
