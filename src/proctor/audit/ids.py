"""Names for what is not kept yet: in the order of time, and never the same twice."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


def new_uid() -> str:
    """Return a new name: milliseconds and eighty random bits, in hexadecimal."""
    return f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"


def timestamp(at: float | None = None) -> str:
    """Return a moment, else now, as it stands in records: UTC, to the millisecond."""
    moment = datetime.now(UTC) if at is None else datetime.fromtimestamp(at, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def seconds(stamp: str) -> float:
    """Return a moment of a record in seconds since 1970."""
    return datetime.fromisoformat(stamp).timestamp()
