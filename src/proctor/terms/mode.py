"""The modes under which an agent works."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """How a part is treated that no rule matched; `policy/modes.py` has the table."""

    DEFAULT = "default"
    ACCEPT_EDITS = "acceptEdits"
    BYPASS = "bypassPermissions"
    DONT_ASK = "dontAsk"
    PLAN = "plan"
    DELEGATE = "delegate"

    # A member is one object, and a table is looked up on every decision.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        """Print the mode as people write it."""
        return self.value
