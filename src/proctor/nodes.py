"""
The parts of a YAML file, each of which knows where it is written.

Nothing is read here: `documents.py` makes these. A node turns what is wrong
with it into a `Problem` with its line and a caret.
"""

from __future__ import annotations

from dataclasses import dataclass

from proctor.errors import Problem
from proctor.terms.place import Place
from proctor.terms.unseen import one_line

MAX_LINE_SHOWN = 400
MAX_VALUE_SHOWN = 80
ESCAPE_LENGTH = {"x": 4, "u": 6, "U": 10}

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"] | None


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file as people name it, its lines, and what to add where it is named."""

    file: str
    lines: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Node:
    """Something that is written somewhere; `length` is what a caret underlines."""

    source: Source
    line: int
    column: int
    length: int = 1

    @property
    def place(self) -> Place:
        """Return where it is written."""
        return Place(self.source.file, self.line, self.column, self.source.note)

    @property
    def plain(self) -> Plain:
        """Return the value without its places; a bare spot has none."""
        return None

    def problem(  # noqa: PLR0913 - a problem has these parts
        self,
        code: str,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the user's word
        warning: bool = False,
        offset: int | None = None,
        length: int | None = None,
    ) -> Problem:
        """Say what is wrong here; `offset` counts characters of a scalar's text."""
        column = self.column + (0 if offset is None else self.shift(offset))
        note = self.source.note
        return Problem(
            code=code,
            message=one_line(f"{message} ({note})" if note else message),
            place=Place(self.source.file, self.line, column, note),
            help=one_line(help) if help else help,
            line_text=shown_line(self.source, self.line, column),
            length=length or self.length,
            warning=warning,
        )

    def shift(self, offset: int) -> int:  # noqa: ARG002 - a scalar on one line knows better
        """Return how many columns right of its start a character of the text stands."""
        return 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scalar(Node):
    """A text, number, truth value or null; `style` is empty for a plain one."""

    text: str
    style: str
    value: str | int | float | bool | None
    raw: str | None = None

    @property
    def plain(self) -> Plain:
        """Return the value."""
        return self.value

    def shift(self, offset: int) -> int:
        """Step over quotes and escapes; a text of several lines stays at its start."""
        if self.raw is None or offset > len(self.text):
            return 0
        if self.style == "":
            return offset
        at = 1
        for _ in range(offset):
            at += escape_length(self.raw, at, self.style)
        return at


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sequence(Node):
    """A list."""

    items: tuple[Node, ...]

    @property
    def plain(self) -> Plain:
        """Return the list of the values."""
        return [item.plain for item in self.items]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mapping(Node):
    """A map; of a key that is written twice only the first is here."""

    pairs: tuple[tuple[Scalar, Node], ...]

    @property
    def plain(self) -> Plain:
        """Return the map of the values."""
        return {key.text: value.plain for key, value in self.pairs}

    def get(self, key: str) -> Node | None:
        """Return the value of a key, if it is there."""
        return next((value for name, value in self.pairs if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """Return the node of a key, if it is there."""
        return next((name for name, _ in self.pairs if name.text == key), None)


def escape_length(raw: str, at: int, style: str) -> int:
    """Return how many characters of a quoted scalar stand for one."""
    if style == "'":
        return 2 if raw[at : at + 2] == "''" else 1
    if raw[at : at + 1] != "\\":
        return 1
    return ESCAPE_LENGTH.get(raw[at + 1 : at + 2], 2)


def shown_line(source: Source, line: int, column: int) -> str | None:
    """Return a line as a terminal may show it, with every character one wide."""
    if not 0 < line <= len(source.lines):
        return None
    text = source.lines[line - 1]
    if column > MAX_LINE_SHOWN:
        return None
    cut = text if len(text) <= MAX_LINE_SHOWN else text[: MAX_LINE_SHOWN - 1] + "…"
    return "".join(
        char if char.isprintable() else " " if char == "\t" else "\ufffd" for char in cut
    )


def visible(value: object) -> str:
    """Return a value as a message may quote it: short, on one line, without controls."""
    text = str(value)
    cut = text if len(text) <= MAX_VALUE_SHOWN else text[: MAX_VALUE_SHOWN - 1] + "…"
    return one_line(cut)
