"""
Cut a text of SQL into statements of tokens, the same in every dialect.

Dialects differ in what a backslash, a hash, a bracket or a dollar sign does. A
text in which that decides where a string or a comment ends is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

TOKEN = lazy(
    r"(?P<blank>\s+)|(?P<comment>--(?:[ \t][^\n]*|(?=\n|$))|/\*(?!M?!)[^*]*\*+(?:[^/*][^*]*\*+)*/)"
    r"|(?P<string>'(?:[^']|'')*')|(?P<quoted>\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`)"
    r"|(?P<number>\d[\w.]*|\.\d\w*)|(?P<name>[^\W\d][\w$]*)|(?P<parameter>@{1,2}[\w$]+|\?\d*)"
    r"|(?P<end>;|\\[gG](?=\s*$|\s*;))|(?P<mark>::|:=|[-+*/%^&|~<>=!.,():\[\]{}@?])"
)
# A backslash before a quote ends a string for some and not for others.
BACKSLASH = lazy(r"\\['\"`]")
BRACKETS = lazy(r"\[(?:[^\]\['\"`;\\-]|-(?!-)|'[^'\]\\]*'|\"[^\"\]\\]*\")*\]")
INSIDE_COMMENT = lazy(r"/\*|['\"`;]")
# Clients take a line that begins so for a command of their own.
CLIENT_LINE = lazy(r"^\s*(?:[.\\:]|!!)", re.MULTILINE)
# Oracle's `q'[…]'` ends where its own bracket closes.
QUOTE_LETTERS = frozenset({"q", "nq"})


class Token(NamedTuple):
    """A piece of a statement; the text of a name is in lower case."""

    kind: str
    text: str


class Unreadable(Exception):
    """Where the statements begin and end is not certain."""


def statements(text: str) -> Iterator[list[Token]]:
    """Return the statements of a text; raise if dialects would cut it differently."""
    if CLIENT_LINE.search(text):
        raise Unreadable("the SQL has a line for the client itself")
    current: list[Token] = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"the SQL is not understood at `{text[at : at + 20]}`")
        kind, found = match.lastgroup or "", match[0]
        check(kind, found, text, at, current)
        at = match.end()
        if kind == "end":
            yield current
            current = []
        elif kind not in ("blank", "comment"):
            current.append(Token(kind, found.lower() if kind == "name" else found))
    yield current


def check(kind: str, found: str, text: str, at: int, before: list[Token]) -> None:
    """Refuse what dialects read in different ways."""
    if kind in ("string", "quoted"):
        if BACKSLASH.search(found[1:]):
            raise Unreadable("a string of the SQL has a backslash that can be read in two ways")
        joined = before and before[-1].kind == "name" and before[-1].text in QUOTE_LETTERS
        if joined and text[at - 1 : at].strip():
            raise Unreadable("a string of the SQL has a manner that is not known")
    elif kind == "comment":
        inside = found[2:-2] if found.startswith("/*") else ""
        if INSIDE_COMMENT.search(inside):
            raise Unreadable("a comment of the SQL can be read in two ways")
    elif found in ("-", "/") and text.startswith(("--", "/*"), at):
        raise Unreadable("a comment of the SQL can be read in two ways")
    elif found == "[" and BRACKETS.match(text, at) is None:
        raise Unreadable("brackets of the SQL can be read in two ways")
