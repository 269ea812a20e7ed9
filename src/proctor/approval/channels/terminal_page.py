"""
Lay a question out for a terminal of any size.

INVARIANT: whatever an agent said begins behind a label or behind blanks, never at the
left edge, and each line is narrower than the terminal, so that none breaks by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proctor.approval.channels.question_rows import Row, choice_rows, rows_of
from proctor.approval.message import Choice, Message, message_of
from proctor.terms.question import Question

LABELS, NARROW = 11, 50
# Into how many lines a field may break, tried one after the other until everything fits.
TRIES = (60, 24, 12, 8, 6, 4, 3)
# With fewer than these, a choice has only one line.
GENEROUS = 12
ROOMY = tuple(most for most in TRIES if most >= GENEROUS)
MOST_HINT = 8
# In minutes.
HOUR = 60
# What must be seen of a question, or nobody can answer it.
NEEDED = ("Tool", "Action", "Changes")
# Which rows are left out where there is no room for all, one after the other.
LEAST_USEFUL = ("Session", "Rule", "Role", "For", "Sub-agent", "Part", "Why", "Folder")
# A name that cannot be taken for the words around it.
PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
TOO_SMALL = "Make this window larger: a question waits that does not fit."
WIDE = {"W", "F"}
WORDS = re.compile(" *[^ ]+| +")


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
    """
    Where a question stands among those that wait, and how long it will.

    `another` says that it is not of the agent that somebody wanted to answer.
    """

    which: int
    of: int
    seconds: float
    another: bool = False


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
    hint = [Line("dim", each) for each in last_seen(wrapped(shown.hint, size.width, 2))]
    message = message_of(shown.question)
    head = [Line("bold", each) for each in wrapped(title_of(message, place), size.width, 2)]
    rows, once = list(rows_of(message)), told_once(message)
    for fields, most in [*((rows, most) for most in ROOMY), *((once, most) for most in TRIES)]:
        body = [line for row in fields for line in row_lines(row, size.width, most)]
        options = list(option_lines(shown, size.width, most))
        room = size.rows - 1 - len(head) - len(options) - len(hint)
        if len(body) <= room:
            return Page([*head, *body, *options], hint, whole=True)
    needed = [row for row in rows if row.label in NEEDED]
    if sum(len(list(row_lines(row, size.width, TRIES[-1]))) for row in needed) >= room:
        return Page([Line("bold", each) for each in wrapped(TOO_SMALL, size.width, 0)], [], False)
    return Page([*head, *fewer(once, size.width, room), *options], hint, whole=True)


def empty_page(told: Sequence[str], hint: str, size: Size) -> Page:
    """Lay out what is said while no question waits."""
    lines = [Line("", each) for text in told for each in wrapped(text, size.width, 2)]
    room = max(size.rows - 2, 0)
    return Page(lines[:room], [Line("dim", each) for each in wrapped(hint, size.width, 2)], True)


def title_of(message: Message, place: Place) -> str:
    """Return which question it is and whose, of how many, and how long it waits."""
    name = message.agent if PLAIN_NAME.fullmatch(message.agent) else f'"{message.agent}"'
    whose = f"another agent, {name}" if place.another else f"agent {name}"
    others = f" ({place.which} of {place.of}, ← →)" if place.of > 1 else ""
    return f"Question {message.number} of {whose}{others}, {time_left(place.seconds)}"


def told_once(message: Message) -> list[Row]:
    """Return the rows without what the title or another row says as well."""
    why = "" if message.why in {piece.why for piece in message.pieces} else message.why
    return [row for row in rows_of(message._replace(why=why)) if row.label != "Agent"]


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
        text = f"{mark} [{row.label}] {row.text}"
        lines = wrapped(text, width, 6)
        if len(lines) > 1 and most < GENEROUS:
            lines = [broken(text, width - 1, 0)[0] + "…"]
        for each in lines:
            yield Line("chosen" if number == shown.selected else "", each)


def fewer(rows: Sequence[Row], width: int, room: int) -> list[Line]:
    """Return the most useful rows that there is room for, and how many lines are left out."""
    kept = [(row, list(row_lines(row, width, TRIES[-1]))) for row in rows]
    every = sum(len(lines) for _, lines in kept)
    # Of rows with the same label the last one goes first: what is asked stands before it.
    for label in LEAST_USEFUL:
        for place in reversed([n for n, (row, _) in enumerate(kept) if row.label == label]):
            if sum(len(lines) for _, lines in kept) >= room:
                del kept[place]
    shown = [line for _, lines in kept for line in lines]
    return [*shown, Line("dim", f"  [… {every - len(shown)} more lines …]")]


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


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """Return a text in such lines, none of which ends within a word that fits into one."""
    indent = min(indent, width // 2)
    lines, line = [], ""
    for word in WORDS.findall(text):
        if line.strip() and sum(map(cells, line + word)) > width:
            lines.append(line)
            line = " " * indent + word.lstrip(" ")
        else:
            line += word
        *full, line = broken(line, width, indent)
        lines += full
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
    if minutes >= HOUR:
        # The question of a workflow's gate waits for a day: nobody counts its seconds.
        return f"{minutes // HOUR} h {minutes % HOUR} min left"
    return f"{minutes} min {rest} s left" if minutes else f"{rest} s left"
