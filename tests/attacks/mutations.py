"""
Change valid files in all the ways in which files go wrong.

`mutants` yields variants of a file: half of them with a changed value, key or list, half with a
changed text. The same seed gives the same variants.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from ruamel.yaml import YAML


class Raw(str):
    """A piece of YAML that is written as it is."""

    __slots__ = ()


class Pairs(list[Any]):
    """A map as a list of pairs, so that a key can be written twice."""


LONG = 100_000
# Values that stand in for any value; each stands for a kind of mistake.
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    1.5,
    "",
    " ",
    "x",
    "*",
    "tool:",
    "tool:bash:ls",
    "tool:*",
    "Bash(",
    "Bash(@read)",
    "(",
    "[",
    "a" * LONG,
    "Bash(" + "a " * (LONG // 20) + ")",
    "null \0 byte",
    "half \ud800 pair",
    "other half \udfff",
    "right \u202e to left",
    "\u200f",
    "\ufeff",
    "line\nbreak",
    "tab\there",
    "e\u0301" * 50,
    "2026-12-31",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "99:99",
    "../../etc/passwd",
    "${HOME}",
    "http://[",
    "@WF-1",
    "a under b",
    [],
    Pairs(),
    [[]],
    [None],
    ["x", 7, None, []],
    Pairs([("x", "y")]),
    Pairs([("", "")]),
    Pairs([("rule", "tool:bash:ls"), ("match", ["ls -la"])]),
    Pairs([("rule", "tool:bash:ls"), ("not_match", ["ls -la"])]),
    Pairs([("rule", "tool:*"), ("match", ["x"])]),
    Pairs([("rule", "tool:"), ("match", [""])]),
    Pairs([("rule", "tool:bash:.*"), ("match", ["", "tool:", "tool::", "\t"])]),
    Pairs([("rule", "Bash(ls)"), ("match", ["(", "$((", "\u202e", "a\nb"])]),
    Pairs([("rule", "Read(a)"), ("match", ["", "~x/..", "//", "{a,b}"])]),
    Pairs([("rule", "WebFetch(domain:a)"), ("not_match", ["http://[", "", "://"])]),
    Pairs([("tool", "Bash"), ("regex", "(a+)+$")]),
    Pairs([("tool", "Bash"), ("regex", "(?P<a>x)(?P=a)"), ("until", "9999-12-31")]),
    Pairs([("tool", ""), ("command", "ls")]),
    Raw("2026-01-01"),
    Raw("2026-01-01T00:00:00Z"),
    Raw("9" * 5000),
    Raw("1e999"),
    Raw("-.inf"),
    Raw(".nan"),
    Raw("0x7fffffffffffff"),
    Raw("0o17"),
    Raw("1_000"),
    Raw("1:30:00"),
    Raw("*unknown"),
    Raw("&a [*a]"),
    Raw("[&b x, *b, *b]"),
    Raw("{&k key: &v [1], again: *v, *k : 2}"),
    Raw("!!binary aGVsbG8="),
    Raw("!!python/object/apply:os.system ['true']"),
    Raw("!!set {a, b}"),
    Raw("!!timestamp 2026-01-01"),
    Raw("!local x"),
    Raw("!!str 7"),
    Raw("!!int x"),
    Raw("{<<: {a: b}}"),
    Raw("{? [a, b] : c}"),
    Raw("{? {a: b} : c}"),
    Raw("{a: 1, a: 2, a: 3}"),
    Raw("[" * 30 + "]" * 30),
    Raw("[" * 60 + "]" * 60),
    Raw("{a: " * 39 + "x" + "}" * 39),
    Raw("'unclosed"),
    Raw('"\\x"'),
    Raw('"\\ud800"'),
    Raw('"\\0"'),
    Raw("%x"),
    Raw("@x"),
    Raw("`x`"),
    Raw("|"),
    Raw("- x"),
    Raw("--- x"),
)
SNIPPETS = (
    "\t", "\0", "\x07", "\x1b[2J", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffe", "\r", "\r\n",
    "\n", "\n\n---\n", "\n...\n", "\n- ", "\n? ", "\n: ", ": ", " #", "#", "- ", "&a ", "*a ",
    "!!x ", "<<: *a\n", "{", "}", "[", "]", ",", "'", '"', "|\n", ">\n", "%YAML 1.1\n---\n",
    "%TAG ! x\n", "\U0001f600", "\u00e9", "a" * 5000, "[" * 200, "9" * 400,
)  # fmt: skip
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "cp500", "utf-7")


def mutants(text: str, seed: str, count: int) -> Iterator[bytes]:
    """Yield `count` variants of a YAML or JSON text."""
    lot = Random(seed)  # noqa: S311 - not for secrets
    whole = in_pairs(YAML(typ="safe", pure=True).load(text))
    for _ in range(count):
        if lot.random() < 0.6:
            yield written(changed_values(whole, lot)).encode("utf-8", "surrogatepass")
        else:
            yield changed_text(text, lot)


def in_pairs(value: Any) -> Any:
    """Return plain data with `Pairs` for maps."""
    if isinstance(value, dict):
        return Pairs([(str(key), in_pairs(inner)) for key, inner in value.items()])
    if isinstance(value, list):
        return [in_pairs(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def written(value: Any) -> str:
    """Write a value as YAML on one line, or a map as one key a line."""
    if isinstance(value, Pairs):
        return "".join(f"{key_text(key)}: {inline(inner)}\n" for key, inner in value) or "{}\n"
    return f"{inline(value)}\n"


def inline(value: Any) -> str:
    """Write a value in flow style."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{key_text(k)}: {inline(v)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(inner) for inner in value) + "]"
    return json.dumps(value)


def key_text(key: str) -> str:
    """Write a key."""
    return str(key) if isinstance(key, Raw) else json.dumps(key)


def changed_values(value: Any, lot: Random) -> Any:
    """Return a tree of values with one to three changes."""
    for _ in range(lot.choice((1, 1, 1, 2, 3))):
        value = with_change(value, lot, lot.randrange(1, 5))
    return value


def with_change(value: Any, lot: Random, depth: int) -> Any:
    """Return a tree with one change, at most `depth` levels down."""
    if not isinstance(value, list) or not value or depth == 0:
        return odd(value, lot)
    items = list(value)
    at = lot.randrange(len(items))
    deed = lot.random()
    if deed < 0.08:
        del items[at]
    elif deed < 0.16:
        items.insert(lot.randrange(len(items) + 1), items[at])
    elif isinstance(value, Pairs) and deed < 0.24:
        items[at] = (odd_key(lot), items[at][1])
    elif isinstance(value, Pairs):
        items[at] = (items[at][0], with_change(items[at][1], lot, depth - 1))
    else:
        items[at] = with_change(items[at], lot, depth - 1)
    return Pairs(items) if isinstance(value, Pairs) else items


def odd_key(lot: Random) -> str:
    """Return a key that nobody expects."""
    keys = ("<<", "", "x", "id", "\u202ename", "a" * 300, "null", "\ud800", "permissions.allow")
    raw = ("? [x]", "*k", "&k k", "!!int 7", "~", "2026-01-01", "[a]", "{a: b}")
    return lot.choice((*keys, *map(Raw, raw)))


def odd(value: Any, lot: Random) -> Any:
    """Return what can stand in place of a value."""
    deed = lot.random()
    if deed < 0.1:
        return [value]
    if deed < 0.2:
        return Pairs([(lot.choice(("x", "rule", "tool", "name")), value)])
    if deed < 0.3 and isinstance(value, str):
        at = lot.randrange(len(value) + 1)
        return value[:at] + lot.choice(SNIPPETS) + value[at:]
    if deed < 0.35:
        return Raw(f"&anchor {inline(value)}")
    return lot.choice(ODD)


def changed_text(text: str, lot: Random) -> bytes:
    """Return a text with one to three changes, or in another encoding."""
    for _ in range(lot.choice((1, 1, 2, 3))):
        text = with_slip(text, lot)
    if lot.random() < 0.15:
        return text.encode(lot.choice(ENCODINGS), "replace")
    data = text.encode("utf-8", "surrogatepass")
    if lot.random() < 0.1:
        at = lot.randrange(len(data) + 1)
        return data[:at] + lot.choice((b"\xff", b"\xc3", b"\xed\xa0\x80", b"\0")) + data[at:]
    return data


def with_slip(text: str, lot: Random) -> str:
    """Return a text with one change."""
    lines = text.split("\n")
    at, line = lot.randrange(len(text) + 1), lot.randrange(len(lines))
    deed = lot.randrange(7)
    if deed == 0:
        return text[:at]
    if deed == 1:
        return text[:at] + text[at + lot.randrange(1, 40) :]
    if deed == 2:
        lines.insert(lot.randrange(len(lines) + 1), lines[line])
        return "\n".join(lines)
    if deed == 3:
        del lines[line]
        return "\n".join(lines)
    if deed == 4:
        lines[line] = lot.choice(("\t", " ", "   ", "        ")) + lines[line].lstrip()
        return "\n".join(lines)
    return text[:at] + lot.choice(SNIPPETS) + text[at:]
