"""
What a terminal would show of all that was printed: its screen, and the lines above it.

A program that draws moves the cursor and writes only what has changed, so that its output
can be read only where the cursor was followed. Lines that have left the screen at its top
stay above it, also those of a program that moves its text up by drawing it again: each time
it begins at the top, the screen is compared with the one before. Output is hostile: how much
a sequence can do is limited.
"""

from __future__ import annotations

import re
import unicodedata

from proctor.agents.output_text import SEQUENCE

# How large the terminal is, where nobody has said anything else; a place further down shows
# that it is larger.
ROWS = 40
MOST_ROWS, MOST_COLUMNS, MOST_LINES = 200, 500, 100_000
# So many places are compared in all: more than a program draws in the output that is looked at.
MOST_COMPARED = 100_000_000
# So many characters stand in one place at most: a letter, and what is put above it.
MOST_IN_PLACE = 16
TAB = 8
BLANK = " "
OTHER_SCREEN = frozenset({"?47", "?1047", "?1049"})
NUMBER = re.compile(r"[0-9]{1,4}")

Line = list[str]


class DrawnText:
    """
    The lines of a terminal.

    Args:
        rows: how many lines its screen has.

    """

    def __init__(self, rows: int = ROWS) -> None:
        self.rows = rows
        self.lines: list[Line] = [[]]
        # The number of the screen's first line, and where the cursor is.
        self.top = self.row = self.column = 0
        self.kept = (0, 0)
        # The screen when a program last began to draw it.
        self.before: list[Line] = []
        self.compared = 0
        self.moves = {
            "A": self.up, "B": self.down, "C": self.right, "D": self.left, "E": self.next_lines,
            "F": self.previous_lines, "G": self.to_column, "`": self.to_column,
            "H": self.to_place, "f": self.to_place, "d": self.to_row, "J": self.erase_screen,
            "K": self.erase_line, "L": self.insert_lines, "M": self.delete_lines,
            "P": self.delete_places, "X": self.blank_places, "@": self.insert_places,
            "h": self.switch_screen, "l": self.switch_screen, "s": self.keep_place,
            "u": self.to_kept_place,
        }  # fmt: skip

    def read(self, text: str) -> None:
        """Follow what was printed."""
        at = 0
        for found in SEQUENCE.finditer(text):
            if found.start() > at:
                self.write(text[at : found.start()])
            at = found.end()
            self.obey(found)
        self.write(text[at:])

    def text(self) -> list[str]:
        """Return all lines, the oldest first."""
        self.begin_screen()
        return [text_of(line) for line in self.lines]

    def obey(self, found: re.Match[str]) -> None:
        """Do what a sequence says, if it moves or erases something."""
        whole, final = found.group(), found["final"]
        if final is not None:
            values = found["values"] or ""
            if values[:1] in ("<", "=", ">") or (move := self.moves.get(final)) is None:
                return
            move(values)
        elif whole == "\r\n":
            self.new_line()
        elif whole == "\r":
            self.column = 0
        elif whole == "\b":
            self.left("")
        elif whole in ("\x0b", "\x0c", "\x85", "\x1bD", "\x1bE"):
            self.new_line()
        elif whole == "\x1bM":
            self.up("")
        elif whole == "\x1b7":
            self.keep_place("")
        elif whole == "\x1b8":
            self.to_kept_place("")

    # Writing

    def write(self, text: str) -> None:
        """Write a text, which has line feeds and tabs in it and no other control characters."""
        first, *more = text.split("\n")
        self.put(first)
        for piece in more:
            self.new_line()
            self.put(piece)

    def put(self, text: str) -> None:
        """Write on the line where the cursor is; what is too far to the right is left out."""
        line = self.line()
        end = self.column + len(text)
        if text.isascii() and "\t" not in text and end <= MOST_COLUMNS:
            reach(line, self.column)
            line[self.column : end] = text
            self.column = end
            return
        for letter in text:
            if letter == "\t":
                self.column = min((self.column // TAB + 1) * TAB, MOST_COLUMNS)
                continue
            width = width_of(letter)
            if not width:
                add_above(line, self.column - 1, letter)
            elif self.column + width <= MOST_COLUMNS:
                reach(line, self.column + width)
                line[self.column : self.column + width] = [letter, ""][:width]
                self.column += width

    def line(self) -> Line:
        """Return the line where the cursor is."""
        while self.row >= len(self.lines):
            self.lines.append([])
        return self.lines[self.row]

    def new_line(self) -> None:
        """Go to the beginning of the next line; at the bottom of the screen all lines go up."""
        self.column = 0
        self.row += 1
        self.line()
        if self.row >= self.top + self.rows:
            self.top = self.row - self.rows + 1
            self.before = []
        self.forget_oldest()

    def forget_oldest(self) -> None:
        """Let the oldest lines go where there are too many."""
        if self.top > MOST_LINES:
            gone = self.top - MOST_LINES // 2
            del self.lines[:gone]
            self.top -= gone
            self.row -= gone

    # Moving

    def up(self, values: str) -> None:
        """Go up, not beyond the screen."""
        self.row = max(self.row - number(values), self.top)

    def down(self, values: str) -> None:
        """Go down, not beyond the screen."""
        self.row = min(self.row + number(values), self.top + self.rows - 1)

    def right(self, values: str) -> None:
        """Go to the right."""
        self.column = min(self.column + number(values), MOST_COLUMNS)

    def left(self, values: str) -> None:
        """Go to the left."""
        self.column = max(self.column - number(values), 0)

    def next_lines(self, values: str) -> None:
        """Go to the beginning of a line below."""
        self.down(values)
        self.column = 0

    def previous_lines(self, values: str) -> None:
        """Go to the beginning of a line above."""
        self.up(values)
        self.column = 0

    def to_column(self, values: str) -> None:
        """Go to a place on this line."""
        self.column = min(number(values) - 1, MOST_COLUMNS)

    def to_row(self, values: str) -> None:
        """Go to a line of the screen."""
        wanted = min(number(values), MOST_ROWS)
        self.rows = max(self.rows, wanted)
        self.row = self.top + wanted - 1

    def to_place(self, values: str) -> None:
        """Go to a place on the screen."""
        row, _, column = values.partition(";")
        if number(row) == 1:
            self.begin_screen()
        self.to_row(row)
        self.to_column(column)

    def keep_place(self, _: str) -> None:
        """Remember where the cursor is."""
        self.kept = (self.row - self.top, self.column)

    def to_kept_place(self, _: str) -> None:
        """Go to the place that was remembered."""
        self.row, self.column = self.top + self.kept[0], self.kept[1]

    # Erasing

    def erase_screen(self, values: str) -> None:
        """Erase what is behind the cursor, before it, or everything; `3` what is above, too."""
        if values in ("", "0"):
            self.erase_line("0")
            del self.lines[self.row + 1 :]
        elif values == "1":
            for line in self.lines[self.top : self.row]:
                line.clear()
            self.erase_line("1")
        elif values == "2":
            self.begin_screen()
            del self.lines[self.top :]
            self.line()
        elif values == "3":
            # A program that draws everything again begins so.
            del self.lines[: self.top]
            self.row -= self.top
            self.top, self.before = 0, []

    def erase_line(self, values: str) -> None:
        """Erase what is behind the cursor on its line, before it, or all of it."""
        line = self.line()
        if values in ("", "0"):
            del line[self.column :]
        elif values == "1":
            reach(line, self.column + 1)
            line[: self.column + 1] = [BLANK] * (self.column + 1)
        elif values == "2":
            line.clear()

    def insert_lines(self, values: str) -> None:
        """Push the lines from the cursor on down."""
        self.line()
        many = min(number(values), self.rows)
        self.lines[self.row : self.row] = [[] for _ in range(many)]
        del self.lines[self.top + self.rows :]

    def delete_lines(self, values: str) -> None:
        """Take lines away, from the cursor on."""
        del self.lines[self.row : self.row + number(values)]
        self.line()

    def insert_places(self, values: str) -> None:
        """Push what is behind the cursor to the right."""
        line = self.line()
        reach(line, self.column)
        line[self.column : self.column] = [BLANK] * min(number(values), MOST_COLUMNS)
        del line[MOST_COLUMNS:]

    def delete_places(self, values: str) -> None:
        """Pull what is behind the cursor to the left."""
        del self.line()[self.column : self.column + number(values)]

    def blank_places(self, values: str) -> None:
        """Erase some places from the cursor on."""
        line, many = self.line(), min(number(values), MOST_COLUMNS - self.column)
        reach(line, self.column + many)
        line[self.column : self.column + many] = [BLANK] * many

    # Whole screens

    def begin_screen(self) -> None:
        """Note how the screen is before it is drawn again; what has left it stays above it."""
        if self.compared > MOST_COMPARED:
            return
        now = [list(line) for line in self.lines[self.top : self.top + self.rows]]
        self.compared += sum(map(len, now))
        if gone := self.unseen(gone_between(self.before, now)):
            self.lines[self.top : self.top] = gone
            self.top += len(gone)
            self.row += len(gone)
            self.forget_oldest()
        self.before = now

    def unseen(self, gone: list[Line]) -> list[Line]:
        """Return lines without those that end what is above the screen already."""
        for many in range(min(len(gone), self.top), 0, -1):
            if self.lines[self.top - many : self.top] == gone[:many]:
                return gone[many:]
        return gone

    def switch_screen(self, values: str) -> None:
        """Begin with an empty screen below all that was shown on the other one."""
        if values in OTHER_SCREEN:
            self.begin_screen()
            self.top = self.row = len(self.lines)
            self.column, self.before = 0, []
            self.line()


def gone_between(before: list[Line], now: list[Line]) -> list[Line]:
    """Return the lines at the top of a screen that have left it, as another shows."""
    first = next((at for at, line in enumerate(before) if text_of(line)), None)
    if first is None or before[first : first + 1] == now[first : first + 1]:
        # Nearly always, and quickly seen.
        return []
    old, new = [text_of(line) for line in before], [text_of(line) for line in now]
    there = {text for text in new if text}
    stays = next((at for at, text in enumerate(old) if text in there), len(old))
    gone = [text for text in old[:stays] if text]
    # Where most of it stands where it stood, nothing has moved: some lines have changed.
    same = sum(1 for text, other in zip(old, new, strict=False) if text and text == other)
    is_moved = bool(gone) and (old[stays : stays + 1] != new[stays : stays + 1] or same < len(gone))
    return before[:stays] if is_moved else []


def text_of(line: Line) -> str:
    """Return a line as text."""
    return "".join(line).rstrip()


def number(values: str) -> int:
    """Return the number of a sequence; without one, or with none, one."""
    found = NUMBER.match(values)
    return max(int(found.group()), 1) if found else 1


def reach(line: Line, column: int) -> None:
    """Make a line as long as that."""
    if len(line) < column:
        line += [BLANK] * (column - len(line))


def add_above(line: Line, column: int, letter: str) -> None:
    """Put a character that takes no place with the one before it."""
    reach(line, 1)
    at = min(max(column, 0), len(line) - 1)
    if len(line[at]) < MOST_IN_PLACE:
        line[at] += letter


def width_of(letter: str) -> int:
    """Return how many places a character takes."""
    if letter.isascii():
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
