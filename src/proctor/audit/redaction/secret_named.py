"""
Find the values under names that say secret: `--password x`, `TOKEN=x`, `Authorization: x`.

What stands around a name says where its value ends: quotes, lines, headers, blocks.
"""

from __future__ import annotations

import re

from proctor.audit.redaction.secret_ends import (
    LINE,
    Quotes,
    Value,
    closing,
    pieces,
    scheme_end,
    value_at,
)
from proctor.audit.redaction.secret_names import HEADERS, in_query, says_secret
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from proctor.audit.redaction.secret_spans import Span

# A name with what separates it from its value, or an option with a blank.
NAMED = lazy(
    r"(?<![\w.-])(?P<name>(?P<dash>--?)?[A-Za-z_][\w.-]*+)(?:"
    r"(?:\\*[\"']\]?)?(?P<sep>[ \t]*(?:[:=]=*>?(?!:)|>)[ \t]*)"
    r"|(?(dash)[ \t]+(?:\\\r?\n[ \t]*)?|(?!)))",
    re.ASCII,
)
# A name and its value as two words, by what stands before them.
TWO_WORDS = lazy(
    r"(?:\bset[ \t]+(?>(?:--?\w+[ \t]+)+)|\bsetenv[ \t]+|(?:\A|(?<=\n))ENV[ \t]+"
    r"|\bconfig(?:ure)?[ \t]+(?>(?:--?\w+[ \t]+)*)(?:set[ \t]+)?(?>(?:--?\w+[ \t]+)*)"
    r"|\blogin[ \t]+[^\s]+[ \t\r\n]+"
    r"|\bwith[ \t]+(?:encrypted[ \t]+)?(?=password)|\bidentified[ \t]+(?=by\b))"
    r"[\"']?(?:[^\s\"'=]*:)?(?P<name>[A-Za-z_][\w.-]*+)[\"']?[ \t]+(?=\S)",
    re.ASCII | re.IGNORECASE,
)
AT_LINE_START = lazy(r"(?:\A|\n)[ \t]*(?:- |export |\$env:|[\"'])?\Z")
WHOLE_LINE = lazy(r"[^\s\"'$`]\S*(?=\r?(?:\n|\Z))")
BLOCK = lazy(
    r"[|>][+-]?[0-9]?[ \t]*\r?\n(?P<secret>(?P<indent>[ \t]+)[^\n]*(?:\n(?P=indent)[^\n]*)*)"
)
# No value: one more option, or a sentence about options.
NO_VALUE = lazy(r"(?:-[A-Za-z]|--?[a-z][a-z-]*|or|and|is|to|for|option)(?:[ \t=]|\Z)")
# A header ends with its line, which may be written as an escape, or with the quote around it.
IN_HEADER = {
    "": LINE,
    "'": lazy(r"(?>(?:[^'\\\r\n]|\\[^rn\"'\\])*)"),
    '"': lazy(r"(?>(?:[^\"\\\r\n]|\\[^rn\"'\\])*)"),
}
# How far back what stands before a name is looked at.
BACK = 40
# A quoted word that is one `NAME=value` and no command.
ONE_ARGUMENT = lazy(
    r"(?:[ \t](?:-[dFevD]|--(?:data|form|env|set|build-arg|from-literal)[a-z-]*)[ \t=]?"
    r"|\b(?:export|env|declare|readonly|local)[ \t]+(?:-\w[ \t]+)?)\Z",
    re.ASCII,
)
# The start of a command's action string; in a command, `TOKEN= x` runs x.
SHELL = "tool:bash:"
EMPTY = lazy(r"[A-Za-z_]\w*=[ \t]", re.ASCII)
IDENTIFIER = lazy(r"[A-Za-z_]+(?=[\s,;)\]}]|\Z)")
MAPPING = lazy(r"\{(?:[\s\"'}\\]|[\w-]{1,60}[ \t]*[:=]|\Z)", re.ASCII)
# What stands in an element of XML, and not behind the type of some code.
ELEMENT = lazy(r"[^<]{1,4000}(?=</)")
QUOTES = frozenset("'\"\\$")
PARAMETER = lazy(r"&[\w.-]{1,60}=", re.ASCII)
LONGEST_FORM = 4000


def named_spans(text: str) -> Iterator[Span]:
    """Return the values under names that say secret."""
    quotes = Quotes(text)
    place = 0
    while found := NAMED.search(text, place):
        place = found.end()
        spans, place = named_value(text, found, quotes)
        yield from spans


def named_value(text: str, found: re.Match[str], quotes: Quotes) -> Value:
    """Read the value of one name; nothing if the name or the value says nothing."""
    name, separator, at = found["name"], found["sep"], found.end()
    before = text[max(found.start() - 5, 0) : found.start()]
    if not says_secret(name):
        if before[-1:] not in {"?", "&"} or not in_query(name):
            return [], at
    elif before == "tool:" or before.endswith("://"):
        return [], at  # the name of a tool in an action string, or a user of a URL
    if separator is None:
        if name[0] != "-" or NO_VALUE.match(text, at):
            return [], at
        return value_at(text, at, quotes.at(at))
    if ">" in separator and "=" not in separator:
        element = ELEMENT.match(text, at) if before[-1:] == "<" else None
        return ([element.span()], element.end()) if element else ([], at)
    if ":" in separator and header_name(text, found):
        return header_value(text, found, quotes.at(at))
    return assigned_value(text, found, quotes)


def assigned_value(text: str, found: re.Match[str], quotes: Quotes) -> Value:
    """Read what stands behind `=` or `:`."""
    start, at = found.span()
    within = quotes.at(at)
    if not within and EMPTY.match(found[0]) and text.startswith(SHELL):
        return [], at  # the value is empty, and what follows is the program that is run
    if block := BLOCK.match(text, at):
        return [block.span("secret")], block.end()
    first = text[at : at + 1]
    if found["name"] == "PWD" and first in {"/", "~", "."}:
        return [], at
    if MAPPING.match(text, at):
        return [], at  # what is in it has names of its own
    same = IDENTIFIER.match(text, at)
    if same and found["name"].lower().endswith(same[0].lower()):
        return [], at  # `password=password`: a variable of the same name
    since = quotes.since
    if within and first not in QUOTES and ONE_ARGUMENT.search(text, max(0, since - BACK), since):
        end, _ = closing(text, at, within, another_parameter(text, at))
        return pieces(text, at, end, literal=within == "'"), end
    starts_line = AT_LINE_START.search(text, max(0, start - BACK), start) is not None
    spaced = found["sep"] != found["sep"].strip()
    if starts_line and not spaced and "\n" in text and (line := WHOLE_LINE.match(text, at)):
        return pieces(text, *line.span()), line.end()
    return value_at(text, at, within, line=starts_line and spaced)


def another_parameter(text: str, at: int) -> int | None:
    """Return where the next parameter of a form begins, if there is one."""
    following = PARAMETER.search(text, at, at + LONGEST_FORM)
    return following.start() if following else None


def header_name(text: str, found: re.Match[str]) -> bool:
    """Say whether a name is that of a header; a line end before it may be an escape."""
    name = found["name"].lower()
    if text[found.start() - 1 : found.start()] == "\\" and name[0] in "nrt":
        name = name[1:]
    return name in HEADERS or (name.startswith("x-") and says_secret(name))


def header_value(text: str, found: re.Match[str], within: str) -> Value:
    """Read the value of a header, to the end of its quote or line; its scheme stays."""
    at = found.end()
    if text[at : at + 1] in {"'", '"', "\\"} and text[at] != within:
        spans, after = value_at(text, at, within)
        return [(scheme_end(text, *span), span[1]) for span in spans], after
    if not within and not found["sep"].endswith((" ", "\t")):
        return value_at(text, at, within)
    inside = IN_HEADER[within].match(text, at)
    end = inside.end() if inside else at
    return pieces(text, scheme_end(text, at, end), end), end


def two_word_spans(text: str) -> Iterator[Span]:
    """Return the values that stand behind a name as a word of their own: `set -x TOKEN x`."""
    quotes = Quotes(text)
    for found in TWO_WORDS.finditer(text):
        if says_secret(found["name"]) or found["name"].lower() == "by":
            spans, _ = value_at(text, found.end(), quotes.at(found.end()))
            yield from spans
