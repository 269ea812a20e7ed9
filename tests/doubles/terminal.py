"""
A terminal: a real pty, and on its other side a screen that knows few sequences.

It is strict: a sequence that it does not know, or a line that is wider than the screen,
is kept in `wrong`, and fails the test.
"""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import termios
import threading
import unicodedata
from typing import Self

SEQUENCE = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])")
UNFINISHED = re.compile(r"\x1b(?:\[[?0-9;]*)?\Z")


class Terminal:
    """A window of so many columns and rows, that keeps what scrolled out of it."""

    def __init__(self, columns: int = 4000, rows: int = 60) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [""]
        self.row = self.column = 0
        self.wrong: list[str] = []
        self.styles: set[str] = set()
        self.tells_pastes = False
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.pending = ""
        self.there, self.here = pty.openpty()
        # Whoever looks does so from elsewhere: a window takes what it gets by itself.
        self.ending, self.end = os.pipe()
        self.reading = threading.Thread(target=self.read_all)
        self.alone = threading.Lock()
        self.resize(columns, rows)
        self.modes = termios.tcgetattr(self.here)

    async def __aenter__(self) -> Self:
        self.reading.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hang_up()
        for each in (self.here, self.ending, self.end):
            os.close(each)
        assert self.wrong == []

    def hang_up(self) -> None:
        """Be gone, as a window that is closed."""
        if self.there >= 0:
            os.write(self.end, b".")
            self.reading.join()
            os.close(self.there)
            self.there = -1

    def resize(self, columns: int, rows: int) -> None:
        """Become larger or smaller; what is on the screen stays as it is."""
        self.columns, self.rows = columns, rows
        termios.tcsetwinsize(self.here, (rows, columns))

    @property
    def is_as_before(self) -> bool:
        """Say whether the terminal's modes are those that it began with."""
        return termios.tcgetattr(self.here) == self.modes and not self.tells_pastes

    @property
    def text(self) -> str:
        """Return everything that is to be read, also what has scrolled away."""
        with self.alone:
            return "\n".join(line.rstrip() for line in self.lines)

    def type(self, text: str) -> None:
        """Type."""
        os.write(self.there, text.encode())

    def paste(self, text: str) -> None:
        """Paste, as a terminal does that was asked to tell it from typing."""
        self.type(f"\x1b[200~{text}\x1b[201~" if self.tells_pastes else text)

    def read_all(self) -> None:
        """Take what is written, until the window is closed."""
        while True:
            ready, _, _ = select.select([self.there, self.ending], [], [])
            if self.there not in ready:
                return
            text = self.decoder.decode(os.read(self.there, 65_536))
            with self.alone:
                self.feed(text)

    def feed(self, text: str) -> None:
        """Show what was written."""
        text, self.pending = self.pending + text, ""
        place = 0
        while place < len(text):
            if found := SEQUENCE.match(text, place):
                self.obey(found[1], found[2])
                place = found.end()
            elif UNFINISHED.match(text, place):
                self.pending = text[place:]
                return
            else:
                self.put(text[place])
                place += 1

    def put(self, char: str) -> None:
        """Show one character."""
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row += 1
            self.lines += [""] * (self.row + 1 - len(self.lines))
        elif not char.isprintable():
            self.wrong.append(f"not to be shown: {char!r}")
        else:
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + char + line[self.column + 1 :]
            self.column += 1
            if width(self.lines[self.row]) > self.columns:
                self.wrong.append(f"wider than the screen: {self.lines[self.row]!r}")

    def obey(self, numbers: str, letter: str) -> None:
        """Do what a sequence says."""
        top = max(0, len(self.lines) - self.rows)
        if letter == "A" and numbers.isdigit():
            if self.row - int(numbers) < top:
                self.wrong.append("above the screen")
            self.row = max(top, self.row - int(numbers))
        elif (numbers, letter) == ("", "J"):
            self.lines[self.row :] = [self.lines[self.row][: self.column]]
        elif letter == "m":
            self.styles.add(numbers)
        elif (numbers, letter) in {("?2004", "h"), ("?2004", "l")}:
            self.tells_pastes = letter == "h"
        else:
            self.wrong.append(f"unknown: {numbers}{letter}")


def width(text: str) -> int:
    """Return how many cells a text takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    marks = sum(bool(unicodedata.combining(char)) for char in text)
    return len(text) + wide - marks
