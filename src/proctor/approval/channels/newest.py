"""Keep the newest of what is remembered: whoever never ends questions fills no memory."""

from __future__ import annotations

from typing import Any

MOST = 1000


def forget_oldest(kept: dict[Any, Any]) -> None:
    """Forget the oldest of what is kept, where it is too much."""
    while len(kept) > MOST:
        kept.pop(next(iter(kept)))
