"""Commands in groups: `[read write]` stands above those that have these classes."""

from __future__ import annotations

import re

HEAD = re.compile(r"\[((?:[a-z]+(?:-[a-z]+)? ?)+)\]")


def grouped(text: str) -> list[tuple[str, set[str]]]:
    """Return the commands of a text, one a line, each with its classes."""
    rows: list[tuple[str, set[str]]] = []
    expected: set[str] = set()
    for line in filter(None, map(str.strip, text.splitlines())):
        head = HEAD.fullmatch(line)
        if head:
            expected = set(head[1].split())
        else:
            rows.append((line, expected))
    return rows
