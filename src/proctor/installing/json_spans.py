"""
JSON text to nodes that know where they stand, so that an edit touches nothing else.

Strict, as the agent programs read it: no comments, no trailing commas, no NaN. Pure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

DEEPEST = 100
SPACE = re.compile(r"[ \t\n\r]*")
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
WORDS = {"true": True, "false": False, "null": None}
ENDS = {"{": "}", "[": "]"}


class NotJson(ValueError):
    """A text is no JSON; knows the offset, and what to do about it."""

    def __init__(self, message: str, offset: int, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Value:
    """Anything of JSON: `text[start:end]` is all of it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scalar(Value):
    """A string, a number, true, false or null."""

    value: object


@dataclass(frozen=True, slots=True)
class Array(Value):
    """A list."""

    items: list[Value] = field(default_factory=list)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Return where each of its entries stands."""
        return [(item.start, item.end) for item in self.items]


@dataclass(frozen=True, slots=True)
class Member:
    """One key of an object, with its value."""

    key: str
    start: int
    key_end: int
    value: Value


@dataclass(frozen=True, slots=True)
class Object(Value):
    """An object; a key may be there twice."""

    members: list[Member] = field(default_factory=list)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Return where each of its entries stands, key and value."""
        return [(member.start, member.value.end) for member in self.members]

    def named(self, key: str) -> list[Member]:
        """Return every member of that name."""
        return [member for member in self.members if member.key == key]

    def get(self, key: str) -> Value | None:
        """Return the value that counts: the last, as every reader takes it."""
        found = self.named(key)
        return found[-1].value if found else None


def parse(text: str) -> Value:
    """
    Read a whole text.

    Raises:
        NotJson: it is not JSON, or nested too deep.

    """
    value = Reader(text).value(skip(text, 0), 0)
    end = skip(text, value.end)
    if end < len(text):
        raise NotJson(f"there is more after the end: {shown(text, end)}", end)
    return value


def plain_value(text: str, value: Value) -> object:
    """Return a node as Python data."""
    return json.loads(text[value.start : value.end])


def skip(text: str, at: int) -> int:
    """Return where the next thing begins."""
    found = SPACE.match(text, at)
    return found.end() if found else at


def shown(text: str, at: int) -> str:
    """Return what stands at an offset, in words."""
    return f"`{text[at]}`" if at < len(text) else "the end of the file"


def advice_for(text: str, at: int) -> str:
    """Return what to do about the slips that people make."""
    mark = text[at : at + 1]
    if mark in {"/", "#"}:
        return "a settings file has no comments: remove it"
    if mark in {"}", "]"}:
        return "remove the comma before it"
    if mark in {"'", "“", "”"}:
        return 'texts stand in plain double quotes: "…"'
    return ""


class Reader:
    """Reads one text; every method returns what begins at an offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, at: int, depth: int) -> Value:
        """Read any value."""
        first = self.text[at : at + 1]
        if first in ENDS:
            if depth >= DEEPEST:
                raise NotJson("it is nested too deep", at)
            return self.object(at, depth) if first == "{" else self.array(at, depth)
        if first == '"':
            return self.string(at)
        if number := NUMBER.match(self.text, at):
            # How a number reads does not matter here: nothing that we edit is one.
            return Scalar(at, number.end(), number[0])
        if (word := WORD.match(self.text, at)) and word[0] in WORDS:
            return Scalar(at, word.end(), WORDS[word[0]])
        raise NotJson(f"a value was expected, not {shown(self.text, at)}", at, self.advice(at))

    def object(self, at: int, depth: int) -> Object:
        """Read an object."""
        members = []
        for start in self.entries(at):
            if self.text[start : start + 1] != '"':
                where = shown(self.text, start)
                raise NotJson(f"a key was expected, not {where}", start, self.advice(start))
            key = self.string(start)
            colon = skip(self.text, key.end)
            if self.text[colon : colon + 1] != ":":
                raise NotJson(f"`:` was expected, not {shown(self.text, colon)}", colon)
            value = self.value(skip(self.text, colon + 1), depth + 1)
            members.append(Member(str(key.value), start, key.end, value))
            self.at = value.end
        return Object(at, self.at, members)

    def array(self, at: int, depth: int) -> Array:
        """Read a list."""
        items = []
        for start in self.entries(at):
            item = self.value(start, depth + 1)
            items.append(item)
            self.at = item.end
        return Array(at, self.at, items)

    def entries(self, opened: int) -> Iterator[int]:
        """Return where each entry begins; the caller leaves in `at` where it has ended."""
        end = ENDS[self.text[opened]]
        at = skip(self.text, opened + 1)
        if self.text[at : at + 1] == end:
            self.at = at + 1
            return
        while True:
            yield at
            at = skip(self.text, self.at)
            mark = self.text[at : at + 1]
            if mark == end:
                self.at = at + 1
                return
            if mark != ",":
                wanted = f"`,` or `{end}` was expected, not {shown(self.text, at)}"
                raise NotJson(wanted, at, self.advice(at))
            at = skip(self.text, at + 1)

    def string(self, at: int) -> Scalar:
        """Read a string."""
        found = STRING.match(self.text, at)
        if not found:
            raise NotJson("this text does not end, or holds what a text may not hold", at)
        return Scalar(at, found.end(), json.loads(found[0]))

    def advice(self, at: int) -> str:
        """Return what to do about a slip."""
        return advice_for(self.text, at)
