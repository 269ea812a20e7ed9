"""
What a tool takes, as rows of a table: read from its JSON Schema, whoever wrote that.

A schema is a stranger's. It may nest, refer to itself, be a megabyte or no schema at all: so
much of it is read as a person would, and what is left out is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

DEEPEST = 4
MOST_ROWS = 60
MOST_WORDS = 8
# Of a schema so many parts are looked at, whether or not they make a row.
MOST_LOOKS = 500
LONGEST_NAME, LONGEST_WORD, LONGEST_TEXT = 80, 120, 600
LOCAL = "#/"
ANY = "any"
CHOICES = ("anyOf", "oneOf", "allOf")
# What is said of a value besides its type, in the words of JSON Schema and in ours.
LIMITS = (
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("exclusiveMinimum", "more than"),
    ("exclusiveMaximum", "less than"),
    ("minLength", "letters, at least"),
    ("maxLength", "letters, at most"),
    ("minItems", "items, at least"),
    ("maxItems", "items, at most"),
    ("pattern", "pattern"),
    ("format", "format"),
)


class Parameter(NamedTuple):
    """One row: what it is called, how deep it lies, and what is said of it."""

    name: str
    depth: int
    kind: str
    required: bool
    default: str
    limits: str
    text: str


class Parameters(NamedTuple):
    """The rows of a schema; `more` says that it has more than are shown."""

    rows: tuple[Parameter, ...]
    more: bool = False


class Look:
    """One look at a schema: how much of it was seen, and what it refers to."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema
        self.left = MOST_LOOKS
        self.cut = False

    def resolved(self, said: object) -> Mapping[str, Any]:
        """Return what is said of a value; one step of a reference inside the schema is taken."""
        self.left -= 1
        about = said if isinstance(said, dict) else {}
        target = about.get("$ref")
        if not isinstance(target, str) or not target.startswith(LOCAL):
            return about
        found: object = self.schema
        for step in target.removeprefix(LOCAL).split("/")[:DEEPEST]:
            found = found.get(step) if isinstance(found, dict) else None
        return {**found, **about} if isinstance(found, dict) else about

    def rows(self, about: Mapping[str, Any], depth: int) -> Iterator[Parameter]:
        """Return the parameters of an object, each followed by what lies in it."""
        properties = about.get("properties")
        required = about.get("required")
        for name, said in properties.items() if isinstance(properties, dict) else ():
            if self.left <= 0:
                self.cut = True
                return
            inner = self.resolved(said)
            needed = isinstance(required, list) and name in required
            yield self.row(str(name), inner, depth, needed)
            yield from self.inside(inner, depth)

    def inside(self, about: Mapping[str, Any], depth: int) -> Iterator[Parameter]:
        """Return what lies in a value: the parameters of an object, or of a list's items."""
        items = self.resolved(about.get("items")) if "items" in about else {}
        if not ("properties" in about or "properties" in items):
            return
        if depth + 1 >= DEEPEST:
            self.cut = True
            return
        yield from self.rows(about, depth + 1)
        yield from self.rows(items, depth + 1)

    def row(self, name: str, about: Mapping[str, Any], depth: int, needed: bool) -> Parameter:
        """Return the row of one parameter."""
        limits = [f"{words} {brief(about[key])}" for key, words in LIMITS if key in about]
        text = about.get("description")
        return Parameter(
            name=cut(name, LONGEST_NAME),
            depth=depth,
            kind=cut(self.kind_of(about), LONGEST_WORD),
            required=needed,
            default=brief(about["default"]) if "default" in about else "",
            limits=cut(", ".join(limits), LONGEST_WORD),
            text=cut(text, LONGEST_TEXT) if isinstance(text, str) else "",
        )

    def kind_of(self, about: Mapping[str, Any], depth: int = 0) -> str:
        """Return the type of a value in a few words."""
        if self.left <= 0:
            return "…"
        if "const" in about:
            return brief(about["const"])
        if isinstance(about.get("enum"), list):
            return joined(brief(value) for value in about["enum"][: MOST_WORDS + 1])
        said = about.get("type")
        if isinstance(said, list):
            return joined(brief(word, bare=True) for word in said[: MOST_WORDS + 1])
        if said == "array" and "items" in about and depth < DEEPEST:
            return f"list of {self.kind_of(self.resolved(about['items']), depth + 1)}"
        if isinstance(said, str):
            return said
        for word in CHOICES:
            each = about.get(word)
            if isinstance(each, list) and depth < DEEPEST:
                of = each[: MOST_WORDS + 1]
                return joined(self.kind_of(self.resolved(one), depth + 1) for one in of)
        return "object" if "properties" in about else ANY


def parameters_of(schema: object) -> Parameters:
    """Return what a tool takes, as much of it as a person would read."""
    if not isinstance(schema, dict):
        return Parameters(())
    look = Look(schema)
    rows: list[Parameter] = []
    for row in look.rows(look.resolved(schema), 0):
        if len(rows) == MOST_ROWS:
            return Parameters(tuple(rows), more=True)
        rows.append(row)
    return Parameters(tuple(rows), more=look.cut)


def joined(words: Iterator[str]) -> str:
    """Return several words of which one holds, each once."""
    every = list(dict.fromkeys(words))
    return " | ".join((*every[:MOST_WORDS], *("…",) * (len(every) > MOST_WORDS)))


def brief(value: object, *, bare: bool = False) -> str:
    """Return a value of JSON in a few letters; a text without its quotes where it is a word."""
    if bare and isinstance(value, str):
        return cut(value, LONGEST_WORD)
    try:
        return cut(json.dumps(value, ensure_ascii=False), LONGEST_WORD)
    except (RecursionError, ValueError, TypeError):
        return "…"


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, and say that it is one."""
    return text if len(text) <= most else f"{text[:most]}…"
