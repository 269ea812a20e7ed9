"""Where something is written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a file; lines and columns count from one."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Print `file:line`, the form that editors open."""
        return f"{self.file}:{self.line}"
