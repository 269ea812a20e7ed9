"""The texts of an upstream's tool, as a person must see them before they pin it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proctor.tools.upstream_json import diff, hints_text, pretty, readable

MOST_LINES = 200
LONGEST_LINE = 2000
# Two texts of more lines than this are not compared: a stranger decides how long that takes.
MOST_COMPARED = 2000
TOO_LONG = "too many lines to be compared; what stands below is the text as it is now"
LEFT_OUT = "… {:,} {} are not shown; `proctor tools upstreams --json` has all …"


class Line(NamedTuple):
    """A line of a stranger's text; `mark` is + or - where it came or went."""

    text: str
    mark: str = ""


class Texts(NamedTuple):
    """What a server says of a tool now, and what has changed of it."""

    title: str
    description: tuple[Line, ...]
    input_schema: tuple[Line, ...]
    output_schema: tuple[Line, ...]
    hints: str
    changes: tuple[Line, ...]


def texts_of(tool: Mapping[str, Any]) -> Texts | None:
    """Return the texts of a tool as `upstream_json` has it; None where they are not kept."""
    now, before = tool["text"], tool["before"]
    if now is None:
        return None
    output = now.get("outputSchema")
    return Texts(
        title=str(now.get("title") or ""),
        description=lines(str(now.get("description") or "(none)").split("\n")),
        input_schema=lines(pretty(now.get("inputSchema"))),
        output_schema=lines(pretty(output)) if output is not None else (),
        hints=hints_text(now.get("hints")),
        changes=changes_of(before, now) if before is not None else (),
    )


def changes_of(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return the lines that a change took away and brought."""
    longest = max(len(pretty(readable(one))) for one in (before, now))
    if longest > MOST_COMPARED:
        return (Line(TOO_LONG),)
    return lines(list(diff(before, now)), marked=True)


def lines(text: Sequence[str], *, marked: bool = False) -> tuple[Line, ...]:
    """Return the lines of a text; both ends of it, if it is long."""
    half = MOST_LINES // 2
    made = [Line(both_ends(line), line[:1] if marked and line[:1] in "+-" else "") for line in text]
    if len(made) <= MOST_LINES:
        return tuple(made)
    hidden = Line(LEFT_OUT.format(len(made) - 2 * half, "lines"))
    return (*made[:half], hidden, *made[-half:])


def both_ends(text: str, most: int = LONGEST_LINE) -> str:
    """Cut a long text in its middle: nobody hides what comes last behind the rest."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}{LEFT_OUT.format(len(text) - 2 * half, 'characters')}{text[-half:]}"
