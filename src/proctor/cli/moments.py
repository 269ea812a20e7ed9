"""Say a moment by this machine's clock."""

from __future__ import annotations

from datetime import datetime

from proctor.audit.moments import FORMS, read_moment

__all__ = ["FORMS", "local_time", "read_moment"]


def local_time(stamp: str) -> str:
    """Return a moment of a record by this machine's clock, to the second."""
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return stamp  # not even a wrong one in a record keeps the others from being shown
