"""
How often somebody may try to sign in: a few times, then more and more slowly.

A token cannot be guessed anyway. This keeps whoever tries from being a burden, and from
being overlooked. A one-time link is not held up by it: so nobody can lock a person out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

# From one source, and from all together; every failure after that doubles the wait.
FREE, FREE_IN_ALL = 5, 30
LONGEST_WAIT = 60.0
# After so long without a failure everything is forgotten.
FORGOTTEN = 900.0
MOST_SOURCES = 1000
ALL = ""


@dataclass(slots=True)
class Failures:
    """How many there were, and when the last one was."""

    number: int = 0
    last: float = 0.0


class Attempts:
    """The attempts that failed lately."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.failures: dict[str, Failures] = {}

    def wait(self, source: str) -> float:
        """Return how many seconds a source has to wait; 0 where it may try now."""
        return max(self.left(source, FREE), self.left(ALL, FREE_IN_ALL))

    def left(self, source: str, free: int) -> float:
        """Return what is left of the wait that failures brought about."""
        failed = self.failures.get(source)
        if failed is None or failed.number < free:
            return 0.0
        since = self.clock() - failed.last
        if since > FORGOTTEN:
            del self.failures[source]
            return 0.0
        # No larger number than makes a difference.
        doubled = min(2.0 ** min(failed.number - free, 10), LONGEST_WAIT)
        return max(doubled - since, 0.0)

    def failed(self, source: str) -> None:
        """Note a failure."""
        for name in (source, ALL):
            if name not in self.failures and len(self.failures) >= MOST_SOURCES:
                self.forget_oldest()
            noted = self.failures.setdefault(name, Failures())
            noted.number += 1
            noted.last = self.clock()

    def forget_oldest(self) -> None:
        """Make room for a source; what all together did is not forgotten."""
        sources = {name: one for name, one in self.failures.items() if name != ALL}
        del self.failures[min(sources, key=lambda name: sources[name].last)]

    def succeeded(self, source: str) -> None:
        """Forget what a source got wrong before it got it right."""
        self.failures.pop(source, None)
