"""Names for what is not kept yet: in the order of time, and never the same twice."""

from __future__ import annotations

import os
import time
from functools import lru_cache


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


@lru_cache(maxsize=4)
def second(whole: int) -> str:
    """Return a second since 1970; many records are of the same."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole))


def seconds(stamp: str) -> float:
    """Return a moment of a record in seconds since 1970."""
    from datetime import datetime  # noqa: PLC0415 - likewise

    return datetime.fromisoformat(stamp).timestamp()
