"""Names for what is not kept yet: in the order of time, and never the same twice."""

from __future__ import annotations

import os
import time
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def new_uid() -> str:
    """Return a new name: milliseconds and eighty random bits, in hexadecimal."""
    return f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"


def timestamp(at: float | None = None) -> str:
    """Return a moment, else now, as it stands in records: UTC, to the millisecond."""
    if at is None:
        whole, thousandths = divmod(time.time_ns() // 1_000_000, 1000)
        return f"{second(whole)}.{thousandths:03d}Z"
    from datetime import UTC, datetime  # noqa: PLC0415 - slow to load for one who says what is now

    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def since_boot() -> float:
    """Return seconds that nobody can set, those in which the machine slept among them."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)


class SteadyClock:
    """
    The time of day, but never earlier than it was.

    Where the clock is set back it goes on from where it was: what ends at a moment ends
    no later for that.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        passed: Callable[[], float] = since_boot,
    ) -> None:
        self.wall, self.passed = wall, passed
        self.latest, self.at = wall(), passed()

    def __call__(self) -> float:
        """Return the moment, in seconds since 1970."""
        at = self.passed()
        self.latest, self.at = max(self.wall(), self.latest + at - self.at), at
        return self.latest

    def not_before(self, moment: float) -> None:
        """Take in that it was later already, as before the last start."""
        self.latest = max(self(), moment)


@lru_cache(maxsize=4)
def second(whole: int) -> str:
    """Return a second since 1970; many records are of the same."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole))


def seconds(stamp: str) -> float:
    """Return a moment of a record in seconds since 1970."""
    from datetime import datetime  # noqa: PLC0415 - likewise

    return datetime.fromisoformat(stamp).timestamp()
