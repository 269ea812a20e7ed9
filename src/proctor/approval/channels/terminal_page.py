"""
Lay a question out for a terminal of any size.

INVARIANT: whatever an agent said begins behind a label or behind blanks, never at the
left edge, and each line is narrower than the terminal, so that none breaks by itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from proctor.approval.channels.question_rows import Row, choice_rows, rows_of
from proctor.approval.message import Choice, Message, message_of
from proctor.terms.question import Question

LABELS, NARROW = 11, 50
# Into how many lines a field may break, tried one after the other until everything fits.
TRIES = (60, 24, 12, 8, 6, 4, 3)
# With fewer than these, a choice has only one line.
GENEROUS = 12
MOST_HINT = 8
# What must be seen of a question, or nobody can answer it.
NEEDED = ("Tool", "Action")
TOO_SMALL = "Make this window larger: a question waits that does not fit."
WIDE = {"W", "F"}


class Line(NamedTuple):
    """A line of the screen: `bold`, `dim`, `chosen` or nothing, and its text."""

    style: str
    text: str


class Size(NamedTuple):
    """How large a terminal is."""

    columns: int
    rows: int

    @property
    def width(self) -> int:
        """Return how wide a line may be so that it does not break."""
        return max(self.columns - 1, 1)


class Place(NamedTuple):
    """Where a question stands among those that wait, and how long it will."""

    which: int
    of: int
    seconds: float


class Page(NamedTuple):
    """What is shown: the question with its choices, and a hint; `whole` if that can be answered."""

    lines: list[Line]
    hint: list[Line]
    whole: bool


class Shown(NamedTuple):
    """What is to be shown: a question, its choices, which is selected, and what can be done."""

    question: Question
    choices: tuple[Choice, ...]
    selected: int
    hint: str


def page_of(shown: Shown, place: Place, size: Size) -> Page:
    """Lay a question out; where not even what it is about fits, only that is said."""
    hint = [Line("dim", each) for each in last_seen(broken(shown.hint, size.width, 2))]
    message = message_of(shown.question)
    head = [Line("bold", each) for each in broken(title_of(message, place), size.width, 2)]
    rows = list(rows_of(message))
    for most in TRIES:
        body = [line for row in rows for line in row_lines(row, size.width, most)]
        options = list(option_lines(shown, size.width, most))
        room = size.rows - 1 - len(head) - len(options) - len(hint)
        if len(body) <= room:
            return Page([*head, *body, *options], hint, whole=True)
    needed = [row for row in rows if row.label in NEEDED]
    if sum(len(list(row_lines(row, size.width, TRIES[-1]))) for row in needed) >= room:
        return Page([Line("bold", each) for each in broken(TOO_SMALL, size.width, 0)], [], False)
    return Page([*head, *fewer(body, room), *options], hint, whole=True)


def title_of(message: Message, place: Place) -> str:
    """Return which question it is, of how many, and how long it waits."""
    others = f" ({place.which} of {place.of}, ← →)" if place.of > 1 else ""
    return f"Question {message.number}{others}: {message.title}, {time_left(place.seconds)}"


def last_seen(lines: list[str]) -> list[str]:
    """Return some lines; of too many the first ones and the last, where somebody writes."""
    return lines if len(lines) <= MOST_HINT else [*lines[: MOST_HINT - 1], lines[-1]]


def row_lines(row: Row, width: int, most: int) -> Iterator[Line]:
    """Return a row in its lines: where they are too many, the first and the last."""
    indent = LABELS if width >= NARROW else 2
    lines = broken(f"{row.label + ':':<{LABELS}}{row.text}", width, indent)
    half = most // 2
    gone = len(lines) - 2 * half
    if len(lines) > most:
        told = f"{' ' * indent}[… {gone} lines …]"
        lines = [*lines[:half], told[:width], *lines[-half:]]
    return (Line("", each) for each in lines)


def option_lines(shown: Shown, width: int, most: int) -> Iterator[Line]:
    """Return the choices, the selected one marked; each on one line where there is little room."""
    for number, row in enumerate(choice_rows(shown.choices)):
        mark = ">" if number == shown.selected else " "
        lines = broken(f"{mark} [{row.label}] {row.text}", width, 6)
        if len(lines) > 1 and most < GENEROUS:
            lines = [lines[0][: width - 1] + "…"]
        for each in lines:
            yield Line("chosen" if number == shown.selected else "", each)


def fewer(lines: list[Line], room: int) -> list[Line]:
    """Return the first of some lines, and how many more there are, where not all fit."""
    if len(lines) <= room:
        return lines
    kept = max(room - 1, 0)
    return [*lines[:kept], Line("dim", f"  [… {len(lines) - kept} more lines …]")]


def broken(text: str, width: int, indent: int) -> list[str]:
    """Return a text in lines that are no wider, all but the first of them indented."""
    indent = min(indent, width // 2)
    lines, line, used = [], "", 0
    for char in text:
        size = cells(char)
        if used + size > width:
            lines.append(line)
            line, used = " " * indent, indent
        line += char
        used += size
    return [*lines, line]


def cells(char: str) -> int:
    """Return how many cells a character takes at most: a mark on another one may take one."""
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1


def time_left(seconds: float) -> str:
    """Say how long a question is still open."""
    whole = int(seconds)
    if whole <= 0:
        return "its time is over"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s left" if minutes else f"{rest} s left"
