"""
Expand braces: `a{b,c}` and `{1..3}`.

bash does this before anything else and on the text as it is written, so a brace
can make a name, a tilde or a dollar that was not there before. What would need
that is not followed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.tree import Piece, Text, Variable
from proctor.terms.lazy_pattern import lazy

MOST_BRACES = 64
DEEPEST_BRACES = 12
# How many characters are looked at in one step.
MATCHED_A_STEP = 3
# Pieces that are no plain text stand in for themselves while braces are expanded.
OPEN, CLOSE = "\ue000", "\ue001"
MARK = lazy("\ue000(\\d+)\ue001")
RANGE = lazy(r"(-?\d{1,6})\.\.(-?\d{1,6})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z])", re.ASCII)
NAME_PART = lazy(r"\w", re.ASCII)


class TooMany(Exception):
    """The braces stand for more than is followed, or for something that is not certain."""


def has_braces(pieces: Sequence[Piece]) -> bool:
    """Say whether a word may have braces to expand."""
    return any(isinstance(p, Text) and not p.quoted and "{" in p.value for p in pieces)


def braces(pieces: Sequence[Piece], budget: Budget) -> list[list[Piece]]:
    """
    Return the words that a word with braces stands for.

    Raises:
        TooMany: they are not followed.

    """
    text = "".join(
        p.value if isinstance(p, Text) and not p.quoted else f"{OPEN}{index}{CLOSE}"
        for index, p in enumerate(pieces)
    )
    written = "".join(p.value for p in pieces if isinstance(p, Text))
    if OPEN in written or CLOSE in written:
        raise TooMany
    made = expanded(text, 0, budget)
    if made == [text]:
        return [list(pieces)]
    # A word of which nothing is left is none.
    found = [rebuilt(one, pieces) for one in made if one]
    for word in found:
        refuse_new_meaning(word)
    return found


def refuse_new_meaning(pieces: Sequence[Piece]) -> None:
    """Refuse a word in which the braces have made a tilde, a dollar or a longer name."""
    first = pieces[0]
    if isinstance(first, Text) and not first.quoted and first.value.startswith("~"):
        raise TooMany
    for piece, behind in zip(pieces, [*pieces[1:], None], strict=True):
        plain = isinstance(behind, Text) and not behind.quoted
        if isinstance(piece, Text) and not piece.quoted and "$" in piece.value:
            raise TooMany
        name = isinstance(piece, Variable) and not piece.raw.startswith("${")
        if name and plain and NAME_PART.match(getattr(behind, "value", "")):
            raise TooMany


def rebuilt(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Turn text with marks back into pieces."""
    found: list[Piece] = []
    at = 0
    for mark in MARK.finditer(text):
        if mark.start() > at:
            found.append(Text(text[at : mark.start()]))
        found.append(pieces[int(mark[1])])
        at = mark.end()
    if at < len(text):
        found.append(Text(text[at:]))
    return found


def expanded(text: str, depth: int, budget: Budget) -> list[str]:
    """Return every text that the braces of one stand for."""
    if depth > DEEPEST_BRACES:
        raise TooMany
    budget.spend(1 + len(text) // MATCHED_A_STEP)
    pairs = matched(text)
    start = text.find("{")
    while start >= 0:
        end, commas = pairs.get(start, (0, []))
        span = RANGE.fullmatch(text, start + 1, end) if end else None
        if commas or span:
            options = counted(span) if span else split_at(text, start, commas, end)
            return joined(text[:start], options, text[end + 1 :], depth + 1, budget)
        if end and ".." in text[start:end]:
            raise TooMany  # a range with a step or with padding
        start = text.find("{", start + 1)
    return [text]


def joined(
    before: str, options: Sequence[str], behind: str, depth: int, budget: Budget
) -> list[str]:
    """Put every option between what stands before and behind the braces."""
    found: list[str] = []
    tails = expanded(behind, depth, budget)
    for option in options:
        found += [before + one + tail for one in expanded(option, depth, budget) for tail in tails]
        if len(found) > MOST_BRACES:
            raise TooMany
    return found


def matched(text: str) -> dict[int, tuple[int, list[int]]]:
    """Return for every brace that closes where it does, and the commas of its own."""
    found: dict[int, tuple[int, list[int]]] = {}
    opened: list[tuple[int, list[int]]] = []
    for index, char in enumerate(text):
        if char == "{":
            opened.append((index, []))
        elif char == "," and opened:
            opened[-1][1].append(index)
        elif char == "}" and opened:
            start, commas = opened.pop()
            found[start] = (index, commas)
    return found


def split_at(text: str, start: int, commas: Sequence[int], end: int) -> list[str]:
    """Split what is inside braces at its own commas."""
    cuts = [start, *commas, end]
    return [text[left + 1 : right] for left, right in pairwise(cuts)]


def counted(span: re.Match[str]) -> list[str]:
    """Return the members of `{1..5}` or `{a..e}`."""
    first, last, *letters = span.groups()
    if not first:
        low, high = (ord(letter) for letter in letters if letter)
        codes = range(low, high + 1) if low <= high else range(low, high - 1, -1)
        return [chr(code) for code in codes]
    if any(
        (len(n.lstrip("-")) > 1 and n.lstrip("-")[0] == "0") or n == "-0" for n in (first, last)
    ):
        raise TooMany
    begin, end = int(first), int(last)
    if abs(end - begin) >= MOST_BRACES:
        raise TooMany
    return [str(n) for n in (range(begin, end + 1) if begin <= end else range(begin, end - 1, -1))]
