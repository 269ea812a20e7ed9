"""
YAML text to nodes that know where they are written.

A document is read into scalars, lists and maps, each with its file, line and
column; nothing is made of them here. Whatever the text is, the answer is a
`Document`: what could be read, and a `Problem` for everything that could not,
all duplicate keys included. Size, depth and number of nodes are limited, and an
alias counts as often as it is used, so that no small file means a huge one.
Plain scalars are read as YAML 1.2 says: `no` is a string.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from proctor.errors import Problem
from proctor.nodes import Mapping, Node, Scalar, Sequence, Source, visible
from proctor.yaml_problems import Slip, read_slip

MAX_BYTES = 512 * 1024
MAX_LINES = 50_000
MAX_DEPTH = 40
MAX_NODES = 20_000
KEPT = 32
TOO_DEEP = f"the file has more than {MAX_DEPTH} levels"

LINE_BREAK = re.compile(r"\r\n|\r|\n")
# The parser decodes a tag in quadratic time.
LONG_TAG = re.compile(r"(?<!\S)!\S{4000}|[\[{,]!\S{4000}")
BRACKET = re.compile(r"[\[\]{}]")
BAD_CHARACTER = re.compile("[\0\ud800-\udfff]")
NULL = frozenset({"", "~", "null", "Null", "NULL"})
BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
FLOAT = re.compile(r"[-+]?(?:\.[0-9]{1,40}|[0-9]{1,40}(?:\.[0-9]{0,40})?)(?:[eE][-+]?[0-9]{1,3})?")
CORE_TAG = "tag:yaml.org,2002:"
CORE_TAGS = frozenset({f"{CORE_TAG}str", f"{CORE_TAG}seq", f"{CORE_TAG}map"})


# Stands for what was complained about already, so that nobody complains once more.
MISSING = Node(source=Source("", ()), line=1, column=1)


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """What a file says: `root` is None where it is empty or could not be read."""

    source: Source
    root: Node | None
    problems: tuple[Problem, ...]


@lru_cache(maxsize=KEPT)
def read_document(data: bytes, file: str, note: str = "") -> Document:
    """
    Read a file's content; `file` is its name for people, `note` what to add.

    The last few are kept: built-in roles are read again with every role that is loaded, and
    parsing YAML is most of that.
    """
    if len(data) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1024} KiB"
        help_text = "split it into several files"
        return unreadable(file, "too-much", message, note=note, help=help_text)
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        return unreadable(file, "not-utf-8", "the file is not UTF-8 text", before=before, note=note)
    if "\0" in text:
        before = text[: text.index("\0")]
        return unreadable(
            file, "bad-character", "the file has a null byte", before=before, note=note
        )
    if long := LONG_TAG.search(text):
        before = text[: long.start()]
        return unreadable(file, "too-much", "a word is too long", before=before, note=note)
    if (deep := deep_bracket(text)) is not None:
        return unreadable(file, "too-much", TOO_DEEP, before=text[:deep], note=note)
    composer = Composer(text, file, note)
    if len(composer.source.lines) > MAX_LINES:
        message = f"the file has more than {MAX_LINES} lines"
        return unreadable(file, "too-much", message, note=note)
    return composer.document()


def deep_bracket(text: str) -> int | None:
    """
    Return where a line has more brackets open than there may be levels; None if none has.

    The parser looks ahead to the end of the line behind each of them, before it says that one is
    open: thousands take it seconds. No line that a person writes has so many.
    """
    depth, line = 0, -1
    for found in BRACKET.finditer(text):
        if found.start() > line:
            depth, line = 0, text.find("\n", found.start())
            line = len(text) if line < 0 else line
        depth += 1 if found[0] in "[{" else -min(depth, 1)
        if depth > MAX_DEPTH:
            return found.start()
    return None


def unreadable(  # noqa: PLR0913 - keyword only
    file: str,
    code: str,
    message: str,
    *,
    before: str = "",
    note: str = "",
    help: str | None = None,  # noqa: A002 - the user's word
) -> Document:
    """Answer for a file that is no text; `before` is what stands before the bad spot."""
    lines = LINE_BREAK.split(before)
    source = Source(file, (), note)
    spot = Node(source=source, line=len(lines), column=len(lines[-1]) + 1)
    return Document(source, None, (spot.problem(code, message, help=help),))


@dataclass(slots=True)
class Open:
    """A list or map that is being read."""

    event: Event
    anchor: str | None
    count: int
    nodes: list[Node] = field(default_factory=list)


class TooMuchError(Exception):
    """A limit is reached; nothing more is read."""


class Composer:
    """Reads one text; made once for each."""

    def __init__(self, text: str, file: str, note: str = "") -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]
        self.source = Source(file, tuple(LINE_BREAK.split(text)), note)
        self.problems: list[Problem] = []
        self.stack: list[Open] = []
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.root: Node | None = None
        self.count = 0
        self.last = 0

    def document(self) -> Document:
        """Read everything that can be read."""
        try:
            for event in self.events():
                self.take(event)
        except TooMuchError:
            self.root = None
        except ReaderError as error:
            self.fail(error.position, "a control character is not allowed", "bad-character")
        except Exception as error:  # noqa: BLE001 - the parser lets its own slips through
            self.fail_by(error)
        return Document(self.source, self.root, tuple(self.problems))

    def events(self) -> Iterator[Event]:
        """Return the parser's events, and remember how far it has come."""
        for event in YAML(typ="safe", pure=True).parse(self.text):
            self.last = event.end_mark.index if event.end_mark else self.last
            yield event

    def fail_by(self, error: Exception) -> None:
        """Give up on the whole text, because of what the parser raised."""
        slip: Slip | None = None
        if isinstance(error, MarkedYAMLError):
            with suppress(Exception):  # nobody knows then what the parser means
                slip = read_slip(error, self.text, self.last)
        if slip is not None:
            self.fail(slip.index, slip.message, help=slip.help)
        else:
            self.fail(self.last, f"the text cannot be read ({type(error).__name__})")

    def fail(
        self,
        index: int,
        message: str,
        code: str = "bad-yaml",
        *,
        help: str | None = None,  # noqa: A002 - the user's word
    ) -> None:
        """Give up on the whole text."""
        self.root = None
        self.problems.append(self.at(index).problem(code, visible(message), help=help))

    def at(self, index: int, end: int | None = None) -> Node:
        """Return a bare node for a spot of the text."""
        return Node(source=self.source, **self.spot(index, end))

    def spot(self, index: int, end: int | None = None) -> dict[str, int]:
        """Return line, column and length of a stretch, cut at the end of its line."""
        line = max(1, bisect_right(self.starts, index))
        column = index - self.starts[line - 1] + 1
        room = len(self.source.lines[line - 1]) - column + 1
        length = (end if end is not None else index + 1) - index
        return {"line": line, "column": column, "length": max(1, min(length, room))}

    def take(self, event: Event) -> None:
        """Add one event to the tree."""
        if isinstance(event, DocumentStartEvent) and self.root is not None:
            again = self.at(event.start_mark.index, event.end_mark.index)
            self.problems.append(again.problem("second-document", "a file holds one document"))
            raise TooMuchError
        if isinstance(event, CollectionEndEvent):
            self.close(self.stack.pop())
        elif isinstance(event, AliasEvent):
            self.alias(event)
        elif isinstance(event, NodeEvent):
            self.limit(event, 1)
            tag = self.tag(event)
            if isinstance(event, ScalarEvent):
                self.put(self.scalar(event, tag), event.anchor, 1)
            else:
                self.stack.append(Open(event, event.anchor, self.count))

    def tag(self, event: Any) -> str | None:
        """Return a node's tag, and complain about one that YAML itself does not know."""
        tag = str(event.tag) if event.tag is not None else None
        if tag not in CORE_TAGS and tag not in {None, "!"}:
            node = self.at(event.start_mark.index)
            message = f"`{visible(tag)}` is not a tag that is known here"
            self.problems.append(node.problem("unknown-tag", message, help="leave the tag out"))
        return tag

    def limit(self, event: Event, more: int) -> None:
        """Count nodes, and stop where there are too many."""
        self.count += more
        deep = len(self.stack) >= MAX_DEPTH
        if deep or self.count > MAX_NODES:
            message = f"more than {MAX_DEPTH} levels" if deep else f"more than {MAX_NODES} entries"
            node = self.at(event.start_mark.index)
            self.problems.append(node.problem("too-much", f"the file has {message}"))
            raise TooMuchError

    def alias(self, event: Any) -> None:
        """Use an anchored node once more; it counts as if it were written here."""
        known = self.anchors.get(event.anchor)
        if known is None:
            node = self.at(event.start_mark.index, event.end_mark.index)
            shown = visible(event.anchor)
            message = "a text cannot begin with `*`, which names an anchor, and none is there"
            hint = f'put it in quotes: "*{shown}"'
            self.problems.append(node.problem("unknown-alias", message, help=hint))
            known = (MISSING, 1)
        self.limit(event, known[1])
        self.put(known[0])

    def put(self, node: Node, anchor: str | None = None, size: int = 0) -> None:
        """Give a node to the list or map around it, and remember its anchor."""
        if anchor:
            self.anchors[anchor] = (node, size)
        if self.stack:
            self.stack[-1].nodes.append(node)
        elif node is not MISSING:
            self.root = node

    def close(self, done: Open) -> None:
        """Make a list or map of what has been read."""
        start = done.event.start_mark.index
        spot = self.spot(start)
        size = self.count - done.count + 1
        if isinstance(done.event, SequenceStartEvent):
            items = tuple(item for item in done.nodes if item is not MISSING)
            node: Node = Sequence(source=self.source, items=items, **spot)
        else:
            node = Mapping(source=self.source, pairs=self.pairs(done.nodes), **spot)
        self.put(node, done.anchor, size)

    def pairs(self, nodes: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        """Pair keys with values, and complain about every key that comes again."""
        first: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if MISSING in (key, value):
                continue
            if not isinstance(key, Scalar):
                self.problems.append(key.problem("bad-key", "a key is a word, not a list or a map"))
            elif key.text in first:
                earlier = first[key.text][0].line
                message = f"`{visible(key.text)}` is written twice, first on line {earlier}"
                self.problems.append(key.problem("duplicate-key", message, help="keep one of them"))
            else:
                first[key.text] = (key, value)
        return tuple(first.values())

    def scalar(self, event: ScalarEvent, tag: str | None) -> Scalar:
        """Read a scalar; what a file must not hold in plain it must not hold escaped."""
        node = self.scalar_at(event, event.value, tag)
        if BAD_CHARACTER.search(event.value):
            message = "the text has a null byte or half of a surrogate pair"
            self.problems.append(node.problem("bad-character", message))
        return node

    def scalar_at(self, event: Any, text: str, tag: str | None = None) -> Scalar:
        """Make a scalar of what an event says."""
        start, end = event.start_mark.index, event.end_mark.index
        style = getattr(event, "style", None) or ""
        raw: str | None = self.text[start:end]
        if style in {"|", ">"} or LINE_BREAK.search(raw or "") or (style == "" and raw != text):
            raw = None
        as_text = style or tag in {"!", CORE_TAG + "str"}
        return Scalar(
            source=self.source,
            text=text,
            style=style,
            value=text if as_text else resolve(text),
            raw=raw,
            **self.spot(start, end),
        )


def resolve(text: str) -> str | int | float | bool | None:
    """Read a plain scalar by the core schema of YAML 1.2; infinities stay text."""
    if text in NULL:
        return None
    if text in BOOLS:
        return BOOLS[text]
    if INT.fullmatch(text):
        return int(text, 0) if text[:2] in {"0o", "0x"} else int(text)
    if FLOAT.fullmatch(text):
        return float(text)
    return text
