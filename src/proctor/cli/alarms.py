"""Alarms: calls that ran though nothing allowed them, for people who ask how things are."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from proctor.cli.agent_feed import opened
from proctor.errors import ProctorError

SHOWN = "proctor audit list --decision alarm --since 1d"


def kept_alarms(home: Path) -> int | None:
    """Return how many alarms of a day are kept, where no server tells; None where none can."""
    try:
        store, _ = opened(home) if home.is_dir() else (None, "")
        if store is None:
            return None
        from proctor.audit.alarms import alarms_of_a_day  # noqa: PLC0415 - only where there are any

        with closing(store):
            return alarms_of_a_day(store)
    except (ProctorError, OSError):
        return None


def alarms_in_words(number: int) -> str:
    """Return how many alarms there were, and how to see them."""
    return f"{number} in the last day: {SHOWN}" if number else "none in the last day"
