"""
Change one key of a YAML text; every line that has nothing to do with it stays as it is.

Maps and lists that are written one entry a line are changed in these lines; what is written
otherwise (`{a: b}`) is written anew from the next key above. What comes out is read again:
if it says anything but what was wanted, it is not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from copy import deepcopy
from dataclasses import dataclass
from io import StringIO
from textwrap import dedent
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import LiteralScalarString

from proctor.documents import Document, read_document
from proctor.errors import ProctorError, RoleProblems, UsageError
from proctor.nodes import Mapping, Node, Scalar, Sequence, visible
from proctor.roles.amend import round_trip

DASH = re.compile(r"(\s*)-\s+")
# Times are written without quotes, as people do.
TIMES = ("createdAt", "updatedAt")
TIME = re.compile(r"[0-9T:+Z.-]+")


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of one key or one entry of a list: from `start` up to `stop`."""

    start: int
    stop: int
    column: int
    value: Node
    key: Scalar | None = None


def parsed(text: str, file: str) -> Document:
    """
    Read a text.

    Raises:
        RoleProblems: it cannot be read.

    """
    document = read_document(text.encode(), file)
    if document.problems:
        raise RoleProblems(document.problems)
    return document


def with_key(text: str, file: str, path: Many[str], value: object, *, first: bool = False) -> str:
    """
    Return a text in which a key has another value.

    Args:
        text: the text of a file, a map.
        file: its name as people see it.
        path: the key, and before it the keys of the maps that it is in.
        value: what it shall be; None takes the key away.
        first: whether a new key goes to the top.

    Raises:
        RoleProblems: the text cannot be read.
        UsageError: there is no map where the path leads through.
        ProctorError: it cannot be changed without loss.

    """
    document = parsed(text, file)
    root = document.root
    plain = root.plain if root else {}
    wanted = changed(plain, path, value, file)
    if wanted == plain:
        return text
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    while lines and lines[-1].strip() in ("", "..."):
        lines.pop()
    edit = Edit(lines, round_trip(document))
    new = None
    if isinstance(root, Mapping) and root.pairs:
        new = edit.in_map(root, wanted, path, len(lines), first=first)
    if new is None:
        new = [*leading_comments(lines), *edit.dumped(wanted)]
    newline = "\r\n" if "\r\n" in text else "\n"
    return proven(newline.join(new) + newline, file, wanted)


def changed(plain: Any, path: Many[str], value: object, file: str) -> Any:
    """Return a value with one key of it changed."""
    wanted = inner = deepcopy(plain)
    for key in path[:-1]:
        if isinstance(inner, dict) and inner.get(key) is None:
            inner[key] = {}
        inner = inner.get(key) if isinstance(inner, dict) else None
    if not isinstance(inner, dict):
        raise UsageError(f"{visible(file)} has no map at `{visible('.'.join(path[:-1]))}`")
    if value is None:
        inner.pop(path[-1], None)
    else:
        inner[path[-1]] = deepcopy(value)
    return wanted


def proven(text: str, file: str, wanted: object) -> str:
    """
    Return a text that says what it shall say.

    Raises:
        ProctorError: it does not.

    """
    again = read_document(text.encode(), file)
    if again.problems or (again.root.plain if again.root else {}) != wanted:
        message = f"{visible(file)} cannot be written back without loss"
        raise ProctorError(message, help="change it by hand: `proctor role edit`")
    return text


class Edit:
    """Changes the lines of one text."""

    def __init__(self, lines: list[str], yaml: YAML) -> None:
        self.lines = lines
        self.yaml = yaml

    def in_map(
        self, node: Mapping, wanted: dict[str, Any], path: Many[str], end: int, *, first: bool
    ) -> list[str] | None:
        """Return the lines with one key of a map changed; None where that must be done above."""
        spans = None if not wanted else key_spans(self.lines, node, end)
        if spans is None:
            return None
        name = path[0]
        span = spans.get(name)
        below = span is not None and span.key is not None and span.value.line > span.key.line
        if span and below and isinstance(span.value, Mapping) and len(path) > 1:
            inner = self.in_map(span.value, wanted[name], path[1:], span.stop, first=False)
            if inner is not None:
                return inner
        if span and below and isinstance(span.value, Sequence) and name in wanted:
            merged = self.in_list(span, wanted[name])
            if merged is not None:
                return merged
        if name not in wanted:
            return without(self.lines, span) if span else self.lines
        last = max(spans.values(), key=lambda found: found.stop)
        new = indented(self.dumped({name: wanted[name]}), last.column)
        if span is not None:
            return self.replaced(span, new)
        at = min(found.start for found in spans.values()) if first else last.stop
        return [*self.lines[:at], *new, *self.lines[at:]]

    def replaced(self, span: Span, new: list[str]) -> list[str]:
        """Return the lines with a key written anew; a comment behind a short value stays."""
        value = span.value
        if isinstance(value, Scalar) and span.stop - span.start == len(new) == 1:
            tail = self.lines[span.start][value.column - 1 + value.length :]
            new = [new[0] + tail] if tail.lstrip().startswith("#") else new
        return [*self.lines[: span.start], *new, *self.lines[span.stop :]]

    def in_list(self, span: Span, wanted: object) -> list[str] | None:
        """Return the lines with entries of a list taken out and others put behind the last."""
        spans = item_spans(self.lines, span.value, span.stop)
        if not spans or not isinstance(wanted, list):
            return None
        kept = [item for item in spans if item.value.plain in wanted]
        rest = wanted[len(kept) :]
        if not kept or [item.value.plain for item in kept] != wanted[: len(kept)]:
            return None
        more = [line for entry in rest for line in self.entry(entry, kept[0].column)]
        lines = [*self.lines[: kept[-1].stop], *more, *self.lines[kept[-1].stop :]]
        for gone in reversed([item for item in spans if item not in kept]):
            shift = len(more) if gone.start >= kept[-1].stop else 0
            del lines[gone.start + shift : gone.stop + shift]
        return lines

    def entry(self, value: object, column: int) -> list[str]:
        """Return the lines of one entry of a list."""
        text = self.text_of([value])
        return indented(dedent(text).rstrip("\n").split("\n"), column)

    def dumped(self, value: dict[str, Any]) -> list[str]:
        """Return the lines of a map."""
        if len(value) == 1:
            [(key, said)] = value.items()
            if key in TIMES and isinstance(said, str) and TIME.fullmatch(said):
                return [f"{key}: {said}"]
        return self.text_of(value).rstrip("\n").split("\n")

    def text_of(self, value: object) -> str:
        """Return a value as YAML, a text of several lines as such."""
        stream = StringIO()
        self.yaml.explicit_start = False
        self.yaml.dump(literal(value), stream)
        return stream.getvalue()


def literal(value: Any) -> Any:
    """Return a value whose texts of several lines are written line by line."""
    if isinstance(value, dict):
        return {key: literal(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [literal(inner) for inner in value]
    if isinstance(value, str) and "\n" in value and not value.startswith((" ", "\n")):
        return LiteralScalarString(value)
    return value


def key_spans(lines: Many[str], node: Mapping, end: int) -> dict[str, Span] | None:
    """Return the lines of each key of a map; None where keys share lines."""
    first = node.pairs[0][0] if node.pairs else None
    if first is None or (node.line, node.column) != (first.line, first.column):
        return None  # `{…}`
    starts = [key.line - 1 for key, _ in node.pairs]
    if len(set(starts)) < len(starts) or any(k.column != first.column for k, _ in node.pairs):
        return None
    found = {}
    for (key, value), stop in zip(node.pairs, [*starts[1:], end], strict=True):
        cut = trimmed(lines, key.line, stop, key.column - 1)
        found[key.text] = Span(key.line - 1, cut, key.column - 1, value, key)
    return found


def item_spans(lines: Many[str], node: Node, end: int) -> list[Span] | None:
    """Return the lines of each entry of a list; None where it is not one a line."""
    if not isinstance(node, Sequence):
        return None
    found: list[Span] = []
    starts = [item.line - 1 for item in node.items]
    for item, stop in zip(node.items, [*starts[1:], end][: len(starts)], strict=True):
        dash = DASH.fullmatch(lines[item.line - 1][: item.column - 1])
        if dash is None:
            return None
        column = len(dash[1])
        found.append(Span(item.line - 1, trimmed(lines, item.line, stop, column), column, item))
    regular = len(set(starts)) == len(starts) and len({span.column for span in found}) <= 1
    return found if regular else None


def trimmed(lines: Many[str], start: int, stop: int, column: int) -> int:
    """Return where an entry really ends: blank lines and comments behind it are not its own."""
    while stop > start:
        line = lines[stop - 1]
        own = line.strip() and not line.lstrip().startswith("#")
        if own or len(line) - len(line.lstrip()) > column:
            break
        stop -= 1
    return stop


def without(lines: Many[str], span: Span) -> list[str]:
    """Return the lines without some, and without a blank one that then is one too many."""
    before, behind = list(lines[: span.start]), list(lines[span.stop :])
    if before and behind and not before[-1].strip() and not behind[0].strip():
        before.pop()
    return [*before, *behind]


def indented(lines: Many[str], column: int) -> list[str]:
    """Return lines moved to the right."""
    return [f"{' ' * column}{line}" if line else line for line in lines]


def leading_comments(lines: Many[str]) -> list[str]:
    """Return the comments at the top of a text."""
    found: list[str] = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            break
        found.append(line)
    return found
