"""Alarms: calls that ran though nothing allowed them, for people who ask how things are."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from proctor.cli.agent_feed import opened
from proctor.errors import ProctorError

SHOWN = "proctor audit list --decision alarm"
ACKNOWLEDGE = "proctor audit acknowledge"


def kept_alarms(home: Path) -> int | None:
    """Return how many alarms are open, where no server tells; None where nothing can be read."""
    try:
        store, _ = opened(home) if home.is_dir() else (None, "")
        if store is None:
            return None
        from proctor.audit.alarms import open_alarms  # noqa: PLC0415 - only where there are any

        with closing(store):
            return len(open_alarms(store))
    except (ProctorError, OSError):
        return None


def alarms_in_words(number: int) -> str:
    """Return how many alarms are open, and how to see them."""
    return f"{number} not acknowledged: {SHOWN}; then {ACKNOWLEDGE}" if number else "none"
