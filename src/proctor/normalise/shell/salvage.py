"""
Find what is plain in a line that as a whole cannot be read.

An unread line is asked about, whatever else is in it; what is found here only
adds to that, so that `$(x); rm -rf /` still meets a deny of `rm -rf`. Text in
quotes is left alone: it is rarely a command.
"""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy

BREAKS = frozenset(";|&\n()`")
MOST_FRAGMENTS = 200
LEADING = lazy(r"(?:\s*(?:if|then|else|elif|do|while|until|!|\{|time)\s)*\s*")


def fragments(text: str) -> list[str]:
    """Split text wherever a command could begin, outside quotes."""
    found: list[str] = []
    start = index = 0
    while index < len(text) and len(found) < MOST_FRAGMENTS:
        char = text[index]
        if char == "\\":
            index += 1
        elif char in "'\"":
            index = closing_quote(text, index)
        elif char in BREAKS and not redirects(text, index):
            found.append(text[start:index])
            start = index + 1
        index += 1
    if len(found) < MOST_FRAGMENTS:
        found.append(text[start:])
    stripped = (piece[LEADING.match(piece).end() :].strip() for piece in found)  # type: ignore[union-attr]  # it matches nothing too
    return [piece.removesuffix("$").strip() for piece in stripped if piece.strip("$ \t")]


def redirects(text: str, index: int) -> bool:
    """Say whether an `&` belongs to a redirection: `2>&1`, `&>f`."""
    return text[index] == "&" and (
        text[index - 1 : index] == ">" or text[index + 1 : index + 2] == ">"
    )


def closing_quote(text: str, start: int) -> int:
    """Return where a quote ends; the end of the text if it does not."""
    quote = text[start]
    index = start + 1
    while index < len(text) and text[index] != quote:
        index += 2 if text[index] == "\\" and quote == '"' else 1
    return index
