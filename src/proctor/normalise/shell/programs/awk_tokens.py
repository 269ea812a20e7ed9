"""Cut a program of awk into tokens, so that text and patterns are told from what is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

TOKEN = lazy(
    r"(?P<blank>(?:[ \t\r\f\v]|\\\r?\n)+)|(?P<comment>\#[^\n]*)|(?P<newline>\n)"
    r'|(?P<string>"(?:[^"\\\n]|\\[\s\S])*")'
    r"|(?P<number>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*(?:::[A-Za-z_]\w*)?)"
    r"|(?P<mark>\*\*=|\|&|\|\||&&|>>|\+\+|--|\*\*|[-+*%^=!<>]=|!~|[-+*%^=!<>~?:,;(){}\[\]$|@])"
)
# A slash inside brackets does not end a pattern. Brackets that are read in two ways fail.
REGEX = lazy(r"/(?:[^\[/\\\n]|\\[^\n]|\[\^?(?:\[:[a-z]+:\]|\\[^\n]|[^\]\[\\\n])+\])*/")
# Behind these, a value has just ended, so that a slash divides.
ENDS_VALUE = frozenset({")", "]", "++", "--"})
# Words behind which a value begins.
BEGINS = frozenset(
    "print printf return case in do else if while for delete exit func function "
    "switch default".split()
)
# Functions that need no parentheses: some take a slash behind one for a pattern.
EITHER = frozenset(
    "getline length srand rand sin cos exp log int sqrt substr index split sub gsub match sprintf "
    "tolower toupper close system fflush".split()
)
CONTROLS = frozenset({"if", "while", "for", "switch"})


PAIRS = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A piece of the program: its kind (name, string, number, regex, mark, newline), its text."""

    kind: str
    text: str


class Unreadable(Exception):
    """The program is not understood."""


def tokens(text: str) -> Iterator[Token]:
    """Return the tokens of a program; raise if it cannot be cut with certainty."""
    at, last = 0, Token("newline", "\n")
    # For each open bracket: which it is, and whether it is the one of `if`, `while`…
    opened: list[tuple[str, bool]] = []
    after_control = False
    while at < len(text):
        if text[at] == "/":
            if after_control:
                raise Unreadable("a slash of the awk program can be read in two ways")
            found, kind = slash(text, at, last), "mark"
            if len(found) > 2 or found == "//":  # noqa: PLR2004 - `/=` has two characters
                kind = "regex"
        else:
            match = TOKEN.match(text, at)
            if match is None:
                raise Unreadable(f"the awk program is not understood at `{text[at : at + 20]}`")
            found, kind = match[0], match.lastgroup or ""
        at += len(found)
        if kind in ("blank", "comment"):
            continue
        after_control = False
        if kind == "mark" and found in PAIRS:
            opened.append((found, last.text in CONTROLS))
        elif kind == "mark" and found in (")", "]", "}"):
            bracket, after_control = opened.pop() if opened else ("", False)
            if PAIRS.get(bracket) != found:
                raise Unreadable("the brackets of the awk program do not match")
        last = Token(kind, found)
        yield last


def slash(text: str, at: int, last: Token) -> str:
    """Return a pattern, or the division that a slash is behind a value."""
    if last.kind == "name" and last.text in EITHER:
        raise Unreadable("a slash of the awk program can be read in two ways")
    ended = last.kind in ("string", "number", "regex") or last.text in ENDS_VALUE
    if ended or (last.kind == "name" and last.text not in BEGINS):
        return "/=" if text.startswith("/=", at) else "/"
    match = REGEX.match(text, at)
    if match is None:
        raise Unreadable("a pattern of the awk program has no certain end")
    return match[0]


ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "/": "/"}


def text_of(token: Token) -> str | None:
    """Return what a string says; None if it has escapes that are not plain."""
    inside = token.text[1:-1]
    if "\\" not in inside:
        return inside
    pieces = re.findall(r"\\[\s\S]|[^\\]+", inside)
    if any(piece[0] == "\\" and piece[1] not in ESCAPES for piece in pieces):
        return None
    return "".join(ESCAPES[piece[1]] if piece[0] == "\\" else piece for piece in pieces)
