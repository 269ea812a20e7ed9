"""
What the YAML parser says, in the words of somebody who writes role files.

The parser stops where it notices that something is wrong, which may be pages
behind the quote or bracket that was not closed: that one is found and pointed at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.tokens import (
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
)

OPENING = (FlowSequenceStartToken, FlowMappingStartToken)
CLOSING = (FlowSequenceEndToken, FlowMappingEndToken)
IN_QUOTES = "put the text in quotes"
AT_END = ("<stream end>", "<document start>", "<document end>")

# What the parser says, what that means and what to do; the first whose sign is there.
WORDS = (
    (
        "found unknown escape",
        "a backslash before this character means nothing between double quotes",
        "use single quotes, where a backslash is a backslash, or write it twice",
    ),
    ("escape sequence", "this escape is not complete", "use single quotes, or write `\\\\`"),
    ("'\\t' that cannot", "a tab cannot be used to indent", "use spaces"),
    ("cannot start any token", "a text cannot begin with this character", IN_QUOTES),
    ("scanning an alias", "a text cannot begin with `*`", IN_QUOTES),
    ("scanning an anchor", "a text cannot begin with `&`", IN_QUOTES),
    ("scanning a directive", "a text cannot begin with `%`", IN_QUOTES),
    ("tag", "a text cannot begin with `!`", IN_QUOTES),
    (
        "sequence entries are not allowed",
        "a list cannot begin here",
        "put each `- …` on a line of its own, below its key",
    ),
    ("mapping keys are not allowed", "a text cannot begin with `?`", IN_QUOTES),
    (
        "mapping values are not allowed",
        "a `:` cannot be here",
        "put the text that it is part of in quotes; or the lines are indented unevenly",
    ),
    ("unexpected ':'", "a `:` cannot be here", "put the text that it is part of in quotes"),
    (
        "could not find expected ':'",
        "a `:` is missing behind this",
        "write `key: value`, or indent a text that goes on from the line above",
    ),
    (
        "block scalar",
        "behind `|` or `>` nothing may follow in the line",
        "begin the text on the next line, all of it indented alike; or put it in quotes",
    ),
    ("flow sequence", "a comma or `]` is missing before this", "put a text with marks in quotes"),
    ("flow mapping", "a comma or `}` is missing before this", "put a text with marks in quotes"),
    ("flow node", "an entry is missing before this", "leave out the comma, or put it in quotes"),
    ("node content", "a value is missing here", IN_QUOTES),
    (
        "but found '<scalar>'",
        "something follows that does not belong here",
        "put the whole text in quotes",
    ),
    (
        "<block end>",
        "this is indented otherwise than what it belongs to",
        "line it up with the entries above it",
    ),
    ("document", "something follows behind the end of the document", "leave it out"),
    ("directive", "this directive cannot be used", "leave it out"),
)
# A key, alone or first in an entry of a list, without the space behind its colon; no URL.
UNSPACED_KEY = re.compile(r"[ \t]*(?:- +)?([A-Za-z_][\w-]*):(?=[^\s:/])")
# Where the parser names the beginning of what it could not read, that is the spot.
FROM_THE_BEGINNING = ("scanning an", "scanning a directive", "scanning a simple key")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong with a text, where, and what to do."""

    index: int
    message: str
    help: str | None


def read_slip(error: MarkedYAMLError, text: str, last: int) -> Slip:
    """Say what an error of the parser means; `last` is how far it had come."""
    said = f"{error.context or ''} {error.problem or ''}"
    begin, stop = error.context_mark, error.problem_mark
    at = stop.index if stop else begin.index if begin else last
    tokens = scanned(text)
    if "quoted scalar" in said and "unexpected" in said and begin:
        return unclosed_quote(begin.index)
    quote = runaway_quote(tokens, at, text)
    if quote is not None:
        return unclosed_quote(quote)
    if "flow" in said and (at >= len(text.rstrip()) or any(end in said for end in AT_END)):
        bracket = open_bracket(tokens)
        if bracket is not None:
            closing = {"[": "]", "{": "}"}[text[bracket]]
            message = f"this `{text[bracket]}` is not closed"
            return Slip(bracket, message, f"write `{closing}` at its end")
    if "mapping values are not allowed" in said and (slip := unspaced_key(text, at)):
        return slip
    if begin and any(sign in said for sign in FROM_THE_BEGINNING):
        at = begin.index
    for sign, message, help_text in WORDS:
        if sign in said:
            return Slip(at, message, help_text)
    return Slip(at, "the text cannot be read from here on", IN_QUOTES)


def unspaced_key(text: str, at: int) -> Slip | None:
    """
    Point at a `:` without a space behind it in the line before.

    Without it the line is no entry but a text, which goes on in the next line.
    """
    end = text.rfind("\n", 0, at)
    start = text.rfind("\n", 0, max(end, 0)) + 1
    found = UNSPACED_KEY.match(text, start, max(end, 0))
    if found is None:
        return None
    message = f"a space is missing behind `{found[1]}:`"
    return Slip(found.start(1), message, f"write `{found[1]}: …`")


def unclosed_quote(index: int) -> Slip:
    """Point at a quote that is opened and not closed."""
    return Slip(index, "this quote is not closed", "close it on the same line with the same quote")


def scanned(text: str) -> list[Any]:
    """Return the tokens up to the error."""
    tokens: list[Any] = []
    try:
        tokens.extend(YAML(typ="safe", pure=True).scan(text))
    except Exception:  # noqa: BLE001 - it is known that the text is wrong
        return tokens
    return tokens


def runaway_quote(tokens: list[Any], at: int, text: str) -> int | None:
    """
    Return where a quote opened that seems to close at the next text's opening one.

    It spans lines, and what is wrong stands right behind it in its last line.
    """
    for token in reversed(tokens):
        if isinstance(token, ScalarToken) and token.style in {"'", '"'}:
            start, end = token.start_mark.index, token.end_mark.index
            if end <= at and "\n" in text[start:end] and "\n" not in text[end:at]:
                return int(start)
    return None


def open_bracket(tokens: list[Any]) -> int | None:
    """Return where the innermost bracket opens that is not closed."""
    still_open: list[int] = []
    for token in tokens:
        if isinstance(token, OPENING):
            still_open.append(token.start_mark.index)
        elif isinstance(token, CLOSING) and still_open:
            still_open.pop()
    return still_open[-1] if still_open else None
