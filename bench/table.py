"""Tables of results, the same in the terminal and in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Section:
    """One question of the bench: its rows, and whether its targets hold."""

    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def target(self, wanted: str, got: str, *, holds: bool) -> None:
        """Note a target, what was measured, and whether that is enough."""
        self.notes.append(f"{'holds ' if holds else 'MISSED'}: {wanted}: {got}")

    def markdown(self) -> str:
        """Return the section as Markdown with aligned columns."""
        lines = [f"## {self.title}", "", *aligned(self.head, self.rows)]
        if self.notes:
            lines += ["", *(f"* {note}" for note in self.notes)]
        return "\n".join(lines)


def aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table whose columns are as wide as their widest cell; numbers to the right."""
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    ruler = [f"{'-' * width}{'-' if n == 0 else ':'}" for n, width in enumerate(widths)]
    return [line(head, widths), f"|-{'|-'.join(ruler)}|", *(line(row, widths) for row in rows)]


def line(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return one row: the first cell is a name, the others are numbers."""
    name, *numbers = row
    cells = [name.ljust(widths[0])]
    cells += [n.rjust(width) for n, width in zip(numbers, widths[1:], strict=True)]
    return f"| {' | '.join(cells)} |"


def micro(seconds: float) -> str:
    """Print a time in microseconds."""
    return f"{seconds * 1e6:,.1f} µs"


def milli(seconds: float) -> str:
    """Print a time in milliseconds."""
    return f"{seconds * 1e3:,.1f} ms"


def times(ratio: float) -> str:
    """Print a ratio."""
    return f"{ratio:,.1f} x" if ratio < 100 else f"{ratio:,.0f} x"  # noqa: PLR2004 - three digits


def rate(seconds: float) -> str:
    """Print how many fit in a second."""
    return f"{1 / seconds:,.0f} /s"
