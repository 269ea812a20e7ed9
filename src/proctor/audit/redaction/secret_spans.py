"""Stretches of a text, and what they are replaced by."""

from __future__ import annotations

REDACTED = "[redacted]"

# Where a secret begins and ends in a text.
Span = tuple[int, int]


def replaced(text: str, spans: list[Span]) -> str:
    """Return a text with stretches of it replaced; those that touch become one."""
    at = text.find(REDACTED)
    while at >= 0:  # one that is there already is never cut in two
        spans.append((at, at + len(REDACTED)))
        at = text.find(REDACTED, at + len(REDACTED))
    parts: list[str] = []
    kept = 0
    end = -1
    for start, stop in sorted(spans):
        if start >= stop:
            continue
        if start > end:
            parts += (text[kept:start], REDACTED)
        end = kept = max(end, stop)
    return "".join((*parts, text[kept:]))
