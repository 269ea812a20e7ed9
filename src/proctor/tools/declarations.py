"""
Tools that a program has declared in its code, as they are sent to the server with a call.

The program runs its tools, so it says what they are. Nothing else of a message is believed:
what has another form is refused, and what a catalogue knows is not changed by it
(`believed.with_declared`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proctor.errors import UsageError
from proctor.terms.catalogue import Annotations, ToolInfo
from proctor.terms.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

DECLARED = "declared"
KEYS = frozenset({"name", "names", "kind", "fields", "annotations"})
KINDS = frozenset(kind.value for kind in Kind if kind is not Kind.MCP)
MARKS = frozenset(Annotations._fields)
# How many tools a program can declare, with how many words each, and how long a word is.
MOST, MOST_WORDS, LONGEST = 500, 50, 200


def declarations(tools: Iterable[ToolInfo]) -> list[dict[str, Any]]:
    """Return tools as they are sent: what rules need of them, and no text for people."""
    return [
        {
            "name": tool.name,
            "names": list(tool.names),
            "kind": tool.kind.value,
            "fields": list(tool.fields),
            "annotations": [mark for mark, true in tool.annotations._asdict().items() if true],
        }
        for tool in tools
    ]


def read_declarations(rows: object) -> tuple[ToolInfo, ...]:
    """
    Read the tools that a program has declared.

    Raises:
        UsageError: they are none.

    """
    if rows is None:
        return ()
    if not isinstance(rows, list) or len(rows) > MOST:
        raise UsageError(f"`{DECLARED}` is a list of at most {MOST} tools")
    return tuple(read_declaration(row) for row in rows)


def read_declaration(row: object) -> ToolInfo:
    """Read one tool."""
    if not isinstance(row, dict) or not is_declaration(row):
        raise UsageError(
            f"a tool in `{DECLARED}` cannot be read",
            help='{"name": …, "names": […], "kind": …, "fields": […], "annotations": […]}',
        )
    name, names, kind = row["name"], row["names"], Kind(row["kind"])
    return ToolInfo(
        name=name,
        names=tuple(dict.fromkeys((name, *names))),
        kind=kind,
        category=kind.value,
        description="",
        fields=tuple(row["fields"]),
        annotations=Annotations(**dict.fromkeys(row["annotations"], True)),
    )


def is_declaration(row: dict[str, Any]) -> bool:
    """Say whether plain data has the form of a tool."""
    if row.keys() != KEYS:
        return False
    lists = [row[key] for key in ("names", "fields", "annotations")]
    if not all(isinstance(one, list) for one in lists):
        return False
    words = [row["name"], row["kind"], *(word for one in lists for word in one)]
    return (
        len(words) <= MOST_WORDS
        and all(isinstance(word, str) and 0 < len(word) <= LONGEST for word in words)
        and row["kind"] in KINDS
        and MARKS.issuperset(row["annotations"])
    )
