"""
What a terminal shows, as pieces of text with the names of their looks.

A program in a terminal is hostile: it may print any sequence. Only colours, and how letters
are written, are taken from them, as one of a few words of ours; all else is taken out. What
is hidden there is shown, and what nobody would see is spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from proctor.agents.output_text import SEQUENCE
from proctor.terms.plain import plain

# So much of a screen is shown: terminals are smaller.
MOST_LINES, LONGEST_LINE = 500, 1000
# What of a sequence says how letters look, and nothing else.
LOOK = re.compile(r"\x1b\[([0-9;:]{0,256})m")
NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
WRITTEN = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "struck"}
ENDS = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("inverse",), 29: ("struck",)}
INK, PAPER = range(30, 38), range(40, 48)
BRIGHT_INK, BRIGHT_PAPER = range(90, 98), range(100, 108)
MORE_INK, NO_INK, MORE_PAPER, NO_PAPER = 38, 39, 48, 49
BY_NUMBER, BY_PARTS = 5, 2
# Of 256 colours: the first are the names, then a cube of six by six by six, then greys.
EIGHT, SIXTEEN, GREYS, SIX = 8, 16, 232, 6
HALF, FULL = 128, 255
GREY_DIFFERENCE = 30


class Piece(NamedTuple):
    """Some letters that look alike; `looks` are words such as `red` and `bold`."""

    text: str
    looks: tuple[str, ...] = ()


def pieces_of(screen: str) -> list[list[Piece]]:
    """Return the lines of a screen, each as pieces; the empty ones at its end are left out."""
    look = Look()
    lines = [list(line_of(line, look)) for line in screen.split("\n")[:MOST_LINES]]
    while lines and not any(piece.text.strip() for piece in lines[-1]):
        lines.pop()
    return lines


def line_of(line: str, look: Look) -> Iterator[Piece]:
    """Return the pieces of a line; how the last one looks goes on in the next line."""
    shown = 0
    for number, part in enumerate(LOOK.split(line)):
        if number % 2:
            look.take(part)
            continue
        text = plain(SEQUENCE.sub("", part).expandtabs())[: LONGEST_LINE - shown]
        shown += len(text)
        if text:
            yield Piece(text, look.words)


def texts_of(lines: list[list[Piece]]) -> list[str]:
    """Return lines as plain text."""
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


class Look:
    """How the letters look that come next."""

    def __init__(self) -> None:
        self.ink = ""
        self.paper = False
        self.written: set[str] = set()

    @property
    def words(self) -> tuple[str, ...]:
        """Return it in words."""
        ink = (self.ink,) if self.ink else ()
        return (*ink, *(("paper",) if self.paper else ()), *sorted(self.written))

    def take(self, values: str) -> None:
        """Change as a sequence says; what it does not know changes nothing."""
        numbers = [int(value[:6] or 0) for value in values.replace(":", ";").split(";")]
        while numbers:
            number = numbers.pop(0)
            if number in (MORE_INK, MORE_PAPER):
                name = colour_in(numbers)
                if number == MORE_INK:
                    self.ink = name
                else:
                    self.paper = bool(name)
            else:
                self.change(number)

    def change(self, number: int) -> None:
        """Change as one number says."""
        if number == 0:
            self.ink, self.paper = "", False
            self.written.clear()
        elif number in WRITTEN:
            self.written.add(WRITTEN[number])
        elif number in ENDS:
            self.written.difference_update(ENDS[number])
        elif number in INK or number in BRIGHT_INK:
            self.ink = NAMES[number % 10]
        elif number == NO_INK:
            self.ink = ""
        elif number in PAPER or number in BRIGHT_PAPER:
            self.paper = True
        elif number == NO_PAPER:
            self.paper = False


def colour_in(numbers: list[int]) -> str:
    """Take a colour by number, or by its parts, from the front of a list; return its name."""
    kind = numbers.pop(0) if numbers else 0
    if kind == BY_NUMBER and numbers:
        number = numbers.pop(0)
        if number < SIXTEEN:
            return NAMES[number % EIGHT]
        if number >= GREYS:
            return named(*[(number - GREYS) * 10 + EIGHT] * 3)
        cube = number - SIXTEEN
        return named(*(part * FULL // 5 for part in (cube // 36, cube // SIX % SIX, cube % SIX)))
    if kind == BY_PARTS:
        parts, numbers[:] = numbers[:3], numbers[3:]
        return named(*parts) if len(parts) == len("rgb") else ""
    return ""


def named(red: int, green: int, blue: int) -> str:
    """Return the name of the colour that is nearest, by which of its parts are strong."""
    parts = red, green, blue
    if max(parts) - min(parts) < GREY_DIFFERENCE:
        return "white" if max(parts) >= HALF else "black"
    middle = (max(parts) + min(parts)) / 2
    return NAMES[sum(1 << place for place, part in enumerate(parts) if part > middle)]
