"""
The lines of a generated index.yaml: YAML of a plain kind, which is also quick to read.

A key a line; a value is a word or a text that needs no quotes, or JSON on that same line.
A file of a thousand tools is read in this form in milliseconds, which a role's loading
waits for; whatever has another form is left to the reader of all YAML.
"""

from __future__ import annotations

import json
import re
from typing import Any

# What every reader of YAML takes for this very text: no quotes, no `: `, no ` #`.
PLAIN = re.compile(
    r"[A-Za-z](?:[A-Za-z0-9_.,'/()-]|:(?=[A-Za-z0-9])| (?=[A-Za-z0-9(]))*"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
)
LINE = re.compile(r"(  - |    |)([A-Za-z_]+): (.+)")
WORDS = {"true": True, "false": False}
# Words that mean something else to one reader of YAML or another.
TAKEN = frozenset("true false null yes no on off y n".split())
# JSON writes one character as two of these, which YAML refuses.
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# Four digits name a character up to here; these are halves of one, and so none.
LAST_OF_FOUR = 0xFFFF
HALVES = (0xD800, 0xDFFF)
LOST = "\ufffd"
LIST_KEY = "tools"
ITEM = "  - "
INNER = "    "


class OtherFormError(ValueError):
    """The text is not of this form; it may be fine all the same."""


def written(value: object) -> str:
    """Return a value as it stands behind its key."""
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in TAKEN:
        return value
    return "".join(map(escaped, json.dumps(value, ensure_ascii=False)))


def escaped(char: str) -> str:
    """Return a character of JSON so that no terminal, editor or reader of YAML trips over it."""
    if char.isprintable():
        return char
    code = ord(char)
    if code <= LAST_OF_FOUR and not HALVES[0] <= code <= HALVES[1]:
        return f"\\u{code:04x}"
    # JSON and YAML spell it in different ways. Its number keeps two keys from being one.
    return f"{LOST}{code:x}"


def lines_of(top: dict[str, Any], tools: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a file: its own keys, then a block for each tool."""
    lines = [f"{key}: {written(value)}" for key, value in top.items()]
    lines.append(f"{LIST_KEY}:" if tools else f"{LIST_KEY}: []")
    for tool in tools:
        marks = [ITEM, *[INNER] * (len(tool) - 1)]
        pairs = zip(marks, tool.items(), strict=True)
        lines += ["", *(f"{mark}{key}: {written(value)}" for mark, (key, value) in pairs)]
    return lines


def read_lines(text: str) -> tuple[dict[str, Any], list[tuple[int, dict[str, Any]]]]:
    """
    Return what a file says: its own keys, and each tool with the line on which it begins.

    Raises:
        OtherFormError: the text is not of this form.

    """
    top: dict[str, Any] = {}
    tools: list[tuple[int, dict[str, Any]]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        if line == f"{LIST_KEY}:" and not inside:
            inside = True
            continue
        found = LINE.fullmatch(line)
        if found is None or not line.isprintable():
            raise OtherFormError
        mark, key, said = found.groups()
        if inside is not bool(mark) or (mark == INNER and not tools):
            raise OtherFormError
        if mark == ITEM:
            tools.append((number, {}))
        into = tools[-1][1] if mark else top
        if key in into:
            raise OtherFormError
        into[key] = value_of(said)
    if not inside and top.pop(LIST_KEY, None) != []:
        raise OtherFormError
    return top, tools


def value_of(said: str) -> Any:
    """
    Return the value that stands behind a key.

    Raises:
        OtherFormError: it is neither plain nor JSON.

    """
    if said[0] not in '"[{':
        if said in WORDS:
            return WORDS[said]
        if PLAIN.fullmatch(said) and said.lower() not in TAKEN:
            return said
        raise OtherFormError
    if SURROGATE.search(said):
        raise OtherFormError
    try:
        return json.loads(said, object_pairs_hook=each_once, parse_constant=refused)
    except (ValueError, RecursionError) as error:
        raise OtherFormError from error


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a map whose keys are all written once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise OtherFormError
    return found


def refused(_: str) -> Any:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise OtherFormError
