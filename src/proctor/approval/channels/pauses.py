"""How long is waited for a service, and before it is tried again."""

from __future__ import annotations

import random
from typing import NamedTuple


class Pauses(NamedTuple):
    """
    How long is waited, in seconds.

    After a first fault, at most, until the lock is tried again, and for an answer.
    """

    first: float = 1.0
    longest: float = 30.0
    lock: float = 5.0
    answer: float = 20.0

    def after(self, faults: int) -> float:
        """Return how long to wait after some faults in a row: longer each time, never in step."""
        whole = min(self.longest, self.first * (1 << min(faults - 1, 16)))
        return whole * random.uniform(0.5, 1)  # noqa: S311 - spreads load, keeps no secret
