"""
Where a secret ends: quotes, escapes, substitutions, lines.

What is read here may be a shell command, JSON, YAML, an INI file, code or prose,
whole or cut off. The rule is that the whole secret goes: in doubt a reader goes
further. But a command that is run (`$(…)`, what follows `;` or `&&`) is no part
of a secret, and an agent must not hide one behind a name that says secret.
"""

from __future__ import annotations

import re
from functools import lru_cache

from proctor.audit.redaction.secret_spans import REDACTED, Span
from proctor.terms.lazy_pattern import lazy

# What of a value is secret, and where to read on.
Value = tuple[list[Span], int]

MARK = lazy(r"\\.|['\"]", re.DOTALL)
# Where a word of a command ends.
STOP = " \t\r\n;&|<>()`,}]"
# What may stand behind a closing quote without being a part of the same word.
MAY_FOLLOW = STOP + "\\"
OPENING = lazy(r"\\+[\"']|\$?['\"]")
# A run of a word without quotes; a comma, a brace or a bracket ends nothing by itself.
PLAIN = lazy(r"(?>(?:[^\s'\"\\;&|<>()`$,]|\\.|\$(?!\()|,(?=[^\s'\"]))+)", re.DOTALL)
# A single quote inside single quotes is written so, and what it stands in goes on.
SHELL_QUOTE = r"'\"'\"'|'\\''"
IN_SINGLE = lazy(rf"(?>(?:{SHELL_QUOTE}|[^'\\]|\\[^']|\\'(?=[^\s;&|)\]}},]))*)", re.DOTALL)
IN_ANSI = lazy(r"(?>(?:[^'\\]|\\.)*)", re.DOTALL)
IN_DOUBLE = lazy(rf"(?>(?:{SHELL_QUOTE}|[^\"\\]|\\.)*)", re.DOTALL)
# The rest of a line: words, but no further command.
LINE = lazy(
    r"(?>(?:[^\n\r;&|]|[;&|](?=[^\s;&|])|;(?=[ \t]*[\w-]+(?:=|[ \t]*(?:;|\r|\n|\Z))))*)", re.ASCII
)
SUBSTITUTION = lazy(r"\$\((?:[^()]|\([^()]*\)){0,1000}\)|`[^`]{0,1000}`")
OPEN_SUBSTITUTION = lazy(r"\$\(|`")
# How far a quote in the middle of a word is looked for.
REACH = 2000

REFERENCE = (
    r"(?:\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\}|\{\{[^}'\"\n]{0,200}\}\}|[0-9@*#?!]|env:\w+)"
    r"|\{\{[ \w.|-]{0,200}\}\}|%[A-Z_][A-Z0-9_]*%)"
)
# What holds no secret, quoted or not: nothing, references, what is redacted already.
HOLDS_NOTHING = lazy(rf"(?>(?:{REFERENCE}[:/@.,]?)*)(?:\[redacted\])?", re.ASCII)
# In single quotes a dollar is a dollar: only what is written like a variable is one.
LITERAL_REFERENCE = lazy(
    r"(?:\$(?:[A-Z_][A-Z0-9_]*|\{.{0,200}\})|\{\{.{0,200}\}\})|(?:\[redacted\])?"
)
# And without quotes: calls, words of settings, types and paths of code.
CALL = lazy(r"(?:await |new |not )?[A-Za-z_][A-Za-z_.:]{0,60}\(", re.ASCII)
CODE = lazy(
    r"(?:true|false|yes|no|on|off|null|nil|none|undefined|inherit|read|write|required|optional|"
    r"str|string|int|bool|bytes|any|number|boolean|object)(?=[\s,;)\]}'\"|&#]|\Z)"
    r"|(?:self|this|os|process|config|settings|args|options|request|req|env|ctx|params|"
    r"secrets|vars|var|data|local|module|each|props|state)(?:\.[A-Za-z_]+){1,6}(?=[\s,;)\]}\[('\"|&]|\Z)",
    re.IGNORECASE | re.ASCII,
)
# What stands before the secret of a header.
SCHEME = lazy(
    r"(?:Bearer|Basic|Digest|Token|Negotiate|NTLM|ApiKey|Api-Key|AWS4-HMAC-SHA256|Key)[ \t]+",
    re.IGNORECASE,
)
# What may be a part of what stands behind it: an escape, a quote written by others.
MARKS = frozenset("\\'\"")
BLANK_OR_END = frozenset({"", " ", "\t", "\n"})
END_OF_STATEMENT = lazy(r"[ \t]*(?:[,)\]};=|&#\r\n]|\Z)")


class Quotes:
    """Which quote is open at a place of a text; asked from the left to the right."""

    __slots__ = ("open", "seen", "since", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.seen = 0
        self.open = ""
        self.since = 0

    def at(self, place: int) -> str:
        """Return the quote that is open at a place, or nothing."""
        for mark in MARK.finditer(self.text, self.seen, max(place, self.seen)):
            char = mark[0]
            if len(char) > 1:
                if self.open == "'" and char == "\\'":
                    self.open = ""
            elif self.open:
                self.open = "" if self.open == char else self.open
            elif char == '"' or not self.apostrophe(mark.start()):
                self.open, self.since = char, mark.start()
        self.seen = max(place, self.seen)
        return self.open

    def apostrophe(self, at: int) -> bool:
        """Say whether a single quote stands inside a word, as in `don't`."""
        around = self.text[max(at - 1, 0) : at + 2]
        return len(around) == 3 and around[0].isalpha() and around[2].isalpha()  # noqa: PLR2004 - one each side


def value_at(text: str, at: int, within: str = "", *, line: bool = False) -> Value:
    """
    Read the value that begins at a place.

    Args:
        text: What it stands in.
        at: Where it begins, blanks passed over.
        within: The quote that is open there.
        line: Without quotes, it may go to the end of the line.

    Returns:
        What of it is secret, and where to read on.

    """
    if not line and text.startswith(REDACTED, at):
        after = at + len(REDACTED)
        # Each text is read until nothing is found: most of the last round is this.
        if text[after : after + 1] in BLANK_OR_END:
            return [], after
    opened = OPENING.match(text, at)
    if opened:
        quote, inner = opened[0], opened.end()
        if quote == within and text[inner : inner + 1] in STOP:
            return [], inner  # it closes what was open: there is no value
        end, after = inside_outer(text, inner, quote, within)
        if after >= len(text) or text[after] in MAY_FOLLOW or text[after] == within:
            if quote == "'":
                return pieces(text, inner, end, literal=True), after
            return pieces(text, inner, end), resume(text, inner, end, after)
        end = word_end(text, after, within)
        return pieces(text, at, end), resume(text, at, end, end)
    code = CALL.match(text, at) or CODE.match(text, at)
    if code and (
        not line or text[code.end() - 1] == "(" or END_OF_STATEMENT.match(text, code.end())
    ):
        return [], at
    end = word_end(text, at, within)
    if line and end > at and not within:
        end = max(end, line_end(text, at))
    return pieces(text, at, end), resume(text, at, end, end)


def resume(text: str, start: int, end: int, after: int) -> int:
    """Return where to read on behind a value: at what is run inside it, if anything is."""
    inside = OPEN_SUBSTITUTION.search(text, start, end)
    return inside.start() if inside else after


def inside_outer(text: str, inner: int, quote: str, within: str) -> tuple[int, int]:
    """Return where a quote closes, at the latest where the one around it does."""
    end, after = closing(text, inner, quote)
    if within and within != quote:
        limit = closing(text, inner, within, end)[0]
        if limit < end:
            return limit, limit
    return end, after


def closing(text: str, inner: int, quote: str, stop: int | None = None) -> tuple[int, int]:
    """
    Return where the inside of a quote ends, and where the text goes on; at `stop` at the latest.

    One that never closes ends with its line: in a comment or a here-document it
    is no quote, and what follows runs.
    """
    if quote[0] == "\\":
        end = text.find(quote, inner)
        while end > inner and text[end - 1] == "\\":
            end = text.find(quote, end + 1)
        if end >= 0:
            return end, end + len(quote)
        end = line_end(text, inner)
        return end, end
    end = inside_end(text, inner, quote, stop)
    if end != stop and text[end : end + 1] == quote[-1]:
        return end, end + 1
    if stop is not None:
        return stop, stop
    end = text.find("\n", inner)
    return (end, end) if end >= 0 else (len(text), len(text))


def inside_end(text: str, inner: int, quote: str, stop: int | None) -> int:
    """
    Return how far the inside of a quote goes.

    A text may have thousands of values in one quote that never closes. Whoever begins in what was
    read already, and not behind a mark that may belong to what follows, ends where that did.
    """
    reader = {"'": IN_SINGLE, "$'": IN_ANSI}.get(quote, IN_DOUBLE)
    if stop is not None:
        found = reader.match(text, inner, stop)
        return found.end() if found else inner
    seen = last_inside(text, quote)
    if seen and seen[0] < inner <= seen[1] and text[inner - 1] not in MARKS:
        return seen[1]
    found = reader.match(text, inner)
    end = found.end() if found else inner
    seen[:] = [inner, end]
    return end


@lru_cache(maxsize=2)
def last_inside(text: str, quote: str) -> list[int]:
    """Return where the last inside of such a quote in a text is kept: its start and its end."""
    del text, quote
    return []


def word_end(text: str, at: int, within: str) -> int:
    """Return where a word ends of which some part is not quoted."""
    place = at
    while place < len(text):
        char = text[place]
        if char in "'\"":
            if char == within and text[place + 1 : place + 2] in STOP:
                return place
            end = text.find(char, place + 1, place + REACH)
            same_line = end >= 0 and "\n" not in text[place:end]
            place = end + 1 if same_line else place + 1
        elif run := PLAIN.match(text, place):
            place = run.end()
        elif inside := SUBSTITUTION.match(text, place):
            place = inside.end()
        elif char == "\\":
            place += 1  # the last character of the text
        else:
            return place
    return place


def line_end(text: str, at: int) -> int:
    """Return where a line's value ends: words to the end of the line, but no further command."""
    found = LINE.match(text, at)
    return found.end() if found else at


def pieces(text: str, start: int, end: int, *, literal: bool = False) -> list[Span]:
    """Return what of a value is secret: all of it, but for references and what is run in it."""
    if not literal and OPEN_SUBSTITUTION.search(text, start, end):
        found, place = [], start
        for inside in SUBSTITUTION.finditer(text, start, end):
            found.append((place, inside.start()))
            place = inside.end()
        found.append((place, end))
    else:
        found = [(start, end)]
    return [span for span in found if not holds_nothing(text[slice(*span)], literal=literal)]


def holds_nothing(value: str, *, literal: bool = False) -> bool:
    """Say whether a value is empty, blank, a reference or redacted already."""
    known = LITERAL_REFERENCE if literal else HOLDS_NOTHING
    return known.fullmatch(value.strip()) is not None


def scheme_end(text: str, start: int, end: int) -> int:
    """Return where the secret of a header begins: behind `Bearer` or `Basic`."""
    scheme = SCHEME.match(text, start, end)
    return scheme.end() if scheme else start
