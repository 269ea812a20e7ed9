"""Stretches of a text, and what they are replaced by."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

REDACTED = "[redacted]"

# Where a secret begins and ends in a text.
Span = tuple[int, int]


# Where something else is written instead, and what.
Change = tuple[int, int, str]


def replaced(text: str, spans: list[Span], changes: list[Change] | None = None) -> str:
    """
    Return a text with stretches of it replaced; those that touch become one.

    A change holds all secrets of its stretch, so that it stands for each span in it. One
    that a span only overlaps goes with it.
    """
    at = text.find(REDACTED)
    while at >= 0:  # one that is there already is never cut in two
        spans.append((at, at + len(REDACTED)))
        at = text.find(REDACTED, at + len(REDACTED))
    wanted = [(start, stop, REDACTED) for start, stop in spans if start < stop]
    parts: list[str] = []
    kept = 0
    for start, stop, new in united(sorted(wanted + changes) if changes else sorted(wanted)):
        parts += (text[kept:start], new)
        kept = stop
    return "".join((*parts, text[kept:]))


def united(wanted: list[Change]) -> Iterator[Change]:
    """Return what is replaced, from the left to the right, with nothing twice."""
    if not wanted:
        return
    start, end, new = wanted[0]
    for first, last, another in wanted[1:]:
        plain = new is another is REDACTED
        if first > end or (first == end and not plain):
            yield start, end, new
            start, end, new = first, last, another
        elif first == start and last >= end and another is not REDACTED:
            end, new = last, another
        elif last > end or plain:
            end, new = max(end, last), REDACTED
    yield start, end, new
