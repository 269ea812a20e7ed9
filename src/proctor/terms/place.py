"""Where something is written."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple


class Place(NamedTuple):
    """
    A spot in a file; lines and columns count from one.

    `note` says what else has to be known of it: that a project's file was so
    when it was trusted, and is not any more.
    """

    file: str
    line: int
    column: int = 1
    note: str = ""

    def __str__(self) -> str:
        """Print `file:line`, the form that editors open, and the note."""
        return f"{self.file}:{self.line}" + (f" ({self.note})" if self.note else "")
