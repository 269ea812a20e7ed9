"""
How a JSON file is laid out, and how entries are put in and taken out in the same way. Pure.

An edit is a span of the text and what stands there instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proctor.installing.json_spans import Array, Object, Value

Edit = tuple[int, int, str]
INDENT = re.compile(r"(?:\A|\n|\r(?!\n))([ \t]*)\Z")
LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Layout:
    """
    The manner of one file.

    `line` is its line break, empty where all of it stands on one line; `unit`
    is one step of indentation; `colon` and `comma` are as it writes them.
    """

    line: str
    unit: str
    colon: str
    comma: str

    def write(self, value: object, indent: str) -> str:
        """Render a value in this manner; its first line stands where it is put."""
        separators = (self.comma, self.colon)
        if not self.line:
            return json.dumps(value, separators=separators)
        text = json.dumps(value, indent=self.unit, separators=(",", self.colon))
        return text.replace("\n", self.line + indent)


def layout_of(text: str, root: Object) -> Layout:
    """Find the manner of a file; an empty one gets two blanks and a line each."""
    colon = ": "
    if root.members:
        first = root.members[0]
        colon = ":" if text[first.key_end : first.value.start] == ":" else ": "
    inside = text[root.start : root.end]
    broken = LINE_BREAK.search(inside)
    if root.members and not broken:
        comma = "," if colon == ":" else ", "
        return Layout("", "", colon, comma)
    anywhere = broken or LINE_BREAK.search(text)
    return Layout(anywhere[0] if anywhere else "\n", step_of(text, root), colon, ", ")


def step_of(text: str, root: Object) -> str:
    """Return one step of indentation."""
    outer = line_indent(text, root.start)
    for start, _ in root.spans:
        inner = own_line(text, start)
        if inner and inner.startswith(outer) and inner != outer:
            return inner.removeprefix(outer)
    return "  "


def own_line(text: str, at: int) -> str | None:
    """Return the blanks before what begins its line, or nothing where it does not."""
    found = INDENT.search(text[max(0, at - 1000) : at])
    return found[1] if found else None


def line_indent(text: str, at: int) -> str:
    """Return the blanks that the line of an offset begins with."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = re.compile(r"[ \t]*").match(text, begin, at)
    return found[0] if found else ""


def put_in(
    text: str, layout: Layout, into: Object | Array, new: Sequence[tuple[str | None, object]]
) -> list[Edit]:
    """Add entries, key and value or value alone, behind those that are there."""
    if not new:
        return []
    if into.spans:
        start, end = into.spans[-1]
        indent = own_line(text, start)
        inner = line_indent(text, into.start) if indent is None else indent
        before = layout.comma if indent is None else f",{layout.line}{indent}"
        return [(end, end, "".join(before + entry(layout, one, inner) for one in new))]
    outer = line_indent(text, into.start)
    inner = outer + layout.unit
    between = layout.comma if not layout.line else f",{layout.line}{inner}"
    inside = between.join(entry(layout, one, inner) for one in new)
    if layout.line:
        inside = f"{layout.line}{inner}{inside}{layout.line}{outer}"
    return [(into.start + 1, into.end - 1, inside)]


def entry(layout: Layout, one: tuple[str | None, object], indent: str) -> str:
    """Render one entry of a list or an object."""
    key, value = one
    said = layout.write(value, indent)
    return said if key is None else f"{json.dumps(key)}{layout.colon}{said}"


def take_out(into: Object | Array, gone: Iterable[int]) -> list[Edit]:
    """Remove entries by their number, each with one comma and the blanks around that."""
    spans, out = into.spans, set(gone)
    if len(out) == len(spans):
        return [(into.start + 1, into.end - 1, "")] if spans else []
    edits: list[Edit] = []
    kept = [number for number in range(len(spans)) if number not in out]
    first, last = kept[0], kept[-1]
    if first > 0:
        edits.append((spans[0][0], spans[first][0], ""))
    edits += [(spans[at - 1][1], spans[at][1], "") for at in sorted(out) if first < at < last]
    if last < len(spans) - 1:
        edits.append((spans[last][1], spans[-1][1], ""))
    return edits


def change(value: Value, said: str) -> Edit:
    """Put other words in the place of a value."""
    return (value.start, value.end, said)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits done; none lies inside another."""
    for start, end, said in sorted(edits, reverse=True):
        text = text[:start] + said + text[end:]
    return text
