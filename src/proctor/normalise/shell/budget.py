"""
Bound what reading one call may cost.

The cost is counted in steps, never in time, so that the same call is always read the same way.
A step stands for about half a microsecond. One budget serves a whole call: every command in it,
every walk over one, and every text found inside another. What is left when it runs out is not
read, and what is not read is never allowed.
"""

from __future__ import annotations

from proctor.normalise.shell.unreadable import Unreadable

# A script of 128 KiB with as many commands as are looked at fits in it.
MOST_STEPS = 220_000
# What is plain in a text that cannot be read is looked for with this much, whatever that text took.
MOST_RESERVE = 40_000
USED_UP = "it takes too many steps to read"


class Exhausted(Unreadable):
    """The steps for this call are used up."""


class Budget:
    """The steps that are left for reading a call, with a reserve for what cannot be read."""

    __slots__ = ("left", "reserve")

    def __init__(self, steps: int = MOST_STEPS, reserve: int = MOST_RESERVE) -> None:
        self.left = steps
        # The reserve has none of its own: a text found with it shares what is left of it.
        self.reserve: Budget = Budget(reserve, 0) if reserve else self

    def spend(self, steps: int) -> None:
        """
        Take steps from what is left.

        Raises:
            Exhausted: there are not enough.

        """
        self.left -= steps
        if self.left < 0:
            raise Exhausted(USED_UP)
