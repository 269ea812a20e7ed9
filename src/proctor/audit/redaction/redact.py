"""
Replace keys, tokens and passwords before anything is kept.

`Redactor.text` is for any text, `Redactor.value` for a JSON value. Each finder
says which stretches of a text are secret; they are united and replaced, until
nothing more is found. Names stay, so that a reader sees what was there.

A finder that costs time has a trigger: something cheap that is in every text in
which it can find something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from proctor.audit.redaction.secret_ends import (
    LINE,
    Quotes,
    Value,
    closing,
    pieces,
    scheme_end,
    value_at,
)
from proctor.audit.redaction.secret_json import START, holds_json, json_changes
from proctor.audit.redaction.secret_names import (
    HEADERS,
    QUERY_TRIGGERS,
    TRIGGERS,
    in_query,
    says_secret,
)
from proctor.audit.redaction.secret_options import command_spans
from proctor.audit.redaction.secret_programs import names_program
from proctor.audit.redaction.secret_shapes import (
    BEARER,
    KEY_BLOCK,
    LONG_RUN,
    WEBHOOKS,
    shapes,
)
from proctor.audit.redaction.secret_spans import REDACTED, Span, replaced
from proctor.audit.redaction.secret_urls import url_spans
from proctor.audit.redaction.secret_values import redacted_value

__all__ = ["REDACTED", "Redactor"]

# So often a text is read again; each time there is less to find.
MOST_ROUNDS = 8
# So many texts without a secret are remembered, none of them long.
MOST_REMEMBERED, LONGEST_REMEMBERED = 2_000, 200
# So often JSON is looked for in a text of JSON in a text.
DEEPEST = 6
# Texts by how deep they stand in JSON, and what was made of them.
Known = dict[tuple[int, str], str]
NAME_TRIGGERS = (*TRIGGERS, *QUERY_TRIGGERS, "identified")

# A name with what separates it from its value, or an option with a blank.
NAMED = re.compile(
    r"(?<![\w.-])(?P<name>(?P<dash>--?)?[A-Za-z_][\w.-]*+)(?:"
    r"(?:\\*[\"']\]?)?(?P<sep>[ \t]*(?:[:=]=*>?(?!:)|>)[ \t]*)"
    r"|(?(dash)[ \t]+(?:\\\r?\n[ \t]*)?|(?!)))",
    re.ASCII,
)
# A name and its value as two words, by what stands before them.
TWO_WORDS = re.compile(
    r"(?:\bset[ \t]+(?:--?\w+[ \t]+)++|\bsetenv[ \t]+|(?:\A|(?<=\n))ENV[ \t]+"
    r"|\bconfig(?:ure)?[ \t]+(?:--?\w+[ \t]+)*+(?:set[ \t]+)?(?:--?\w+[ \t]+)*+"
    r"|\blogin[ \t]+[^\s]+[ \t\r\n]+"
    r"|\bwith[ \t]+(?:encrypted[ \t]+)?(?=password)|\bidentified[ \t]+(?=by\b))"
    r"[\"']?(?:[^\s\"'=]*:)?(?P<name>[A-Za-z_][\w.-]*+)[\"']?[ \t]+(?=\S)",
    re.ASCII | re.IGNORECASE,
)
TWO_WORDS_TRIGGERS = ("set", "env", "config", "login", "with", "identified")
AT_LINE_START = re.compile(r"(?:\A|\n)[ \t]*(?:- |export |\$env:|[\"'])?\Z")
WHOLE_LINE = re.compile(r"[^\s\"'$`]\S*(?=\r?(?:\n|\Z))")
BLOCK = re.compile(
    r"[|>][+-]?[0-9]?[ \t]*\r?\n(?P<secret>(?P<indent>[ \t]+)[^\n]*(?:\n(?P=indent)[^\n]*)*)"
)
# No value: one more option, or a sentence about options.
NO_VALUE = re.compile(r"(?:-[A-Za-z]|--?[a-z][a-z-]*|or|and|is|to|for|option)(?:[ \t=]|\Z)")
# A header ends with its line, which may be written as an escape, or with the quote around it.
IN_HEADER = {
    "": LINE,
    "'": re.compile(r"(?:[^'\\\r\n]|\\[^rn\"'\\])*+"),
    '"': re.compile(r"(?:[^\"\\\r\n]|\\[^rn\"'\\])*+"),
}
# How far back what stands before a name is looked at.
BACK = 40
# A quoted word that is one `NAME=value` and no command.
ONE_ARGUMENT = re.compile(
    r"(?:[ \t](?:-[dFevD]|--(?:data|form|env|set|build-arg|from-literal)[a-z-]*)[ \t=]?"
    r"|\b(?:export|env|declare|readonly|local)[ \t]+(?:-\w[ \t]+)?)\Z",
    re.ASCII,
)
# The start of a command's action string; in a command, `TOKEN= x` runs x.
SHELL = "tool:bash:"
EMPTY = re.compile(r"[A-Za-z_]\w*=[ \t]", re.ASCII)
IDENTIFIER = re.compile(r"[A-Za-z_]+(?=[\s,;)\]}]|\Z)")
MAPPING = re.compile(r"\{(?:[\s\"'}\\]|[\w-]{1,60}[ \t]*[:=]|\Z)", re.ASCII)
# What stands in an element of XML, and not behind the type of some code.
ELEMENT = re.compile(r"[^<]{1,4000}(?=</)")
QUOTES = frozenset("'\"\\$")
PARAMETER = re.compile(r"&[\w.-]{1,60}=", re.ASCII)
LONGEST_FORM = 4000


class Redactor:
    """
    Replaces secrets in texts and JSON values.

    Args:
        patterns: The user's own, checked before. Of a match the group `secret`
            is replaced, else its groups, else all of it.

    """

    def __init__(self, patterns: Sequence[str] = ()) -> None:
        self.own = tuple(re.compile(pattern, re.DOTALL | re.ASCII) for pattern in patterns)
        # Texts without a secret: reasons, keys and many commands come again and again.
        self.clean: set[str] = set()

    def text(self, text: str) -> str:
        """Return a text without its secrets; the same object if there are none."""
        return text if text in self.clean else self.redacted(text, 0, None)

    def redacted(self, text: str, depth: int, known: Known | None) -> str:
        """
        Return a text without its secrets; it may stand in JSON that stands in a text.

        INVARIANT: what is known of such texts already is not looked for again, so that the
        time for JSON in JSON does not double with each step down.
        """
        whole = text
        for _ in range(MOST_ROUNDS):
            spans, changes = self.spans(text), None
            if (json := holds_json(text)) and depth < DEEPEST:
                known = {} if known is None else known
                changes = json_changes(text, partial(self.inner, depth=depth + 1, known=known))
            elif json and START.search(text):  # nobody reads so far: what a shell runs is shown
                spans += pieces(text, 0, len(text))
            shorter = replaced(text, spans, changes) if spans or changes else text
            if shorter == text:
                if not json or not depth:  # else more of it may be looked at elsewhere
                    self.remember(text)
                break
            text = shorter
        if known is not None:
            known[depth, whole] = known[depth, text] = text
        return text

    def inner(self, text: str, depth: int, known: Known) -> str:
        """Return a text of JSON without its secrets."""
        if text in self.clean:
            return text
        found = known.get((depth, text))
        return self.redacted(text, depth, known) if found is None else found

    def remember(self, text: str) -> None:
        """Note that nothing is to be found in a text, unless it is long."""
        if len(text) <= LONGEST_REMEMBERED:
            if len(self.clean) >= MOST_REMEMBERED:
                self.clean.clear()
            self.clean.add(text)

    def value(self, value: object) -> object:
        """Return a JSON value without its secrets; odd values become text, deep ones are cut."""
        return redacted_value(value, self.text)

    def spans(self, text: str, *, filtered: bool = True) -> list[Span]:
        """Return what is secret in a text; `filtered` leaves out what cannot find anything."""
        low = text.lower()
        found: list[Span] = []
        if not filtered or LONG_RUN.search(text):
            found += shape_spans(text)
        if not filtered or any(map(low.__contains__, NAME_TRIGGERS)):
            found += named_spans(text)
            if not filtered or "private key" in low:
                found += (match.span("secret") for match in KEY_BLOCK.finditer(text))
            if not filtered or "bearer" in low:
                found += (match.span("secret") for match in BEARER.finditer(text))
            if not filtered or any(map(low.__contains__, TWO_WORDS_TRIGGERS)):
                found += two_word_spans(text)
        if not filtered or "://" in text or "oracle:" in low:
            found += url_spans(text)
        if not filtered or (" " in text and names_program(low)):
            found += command_spans(text)
        for pattern in self.own:
            found += own_spans(pattern, text)
        return found


def shape_spans(text: str) -> Iterator[Span]:
    """Return what has the shape of a known key or token."""
    yield from (match.span() for match in shapes().finditer(text))
    if "hooks" in text:
        yield from (match.span() for match in WEBHOOKS.finditer(text))


def own_spans(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Return what a pattern of the user's own finds: its groups, or all if none has matched."""
    named = ("secret",) if "secret" in pattern.groupindex else ()
    groups = named or range(1, pattern.groups + 1)
    for match in pattern.finditer(text):
        spans = [match.span(group) for group in groups if match[group]]
        yield from spans or [match.span()]


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
