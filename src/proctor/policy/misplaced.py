"""Patterns over action strings that do not begin with `tool:`, and how they are written here."""

from __future__ import annotations

import re

PREFIX = "tool:"
# What no name of a tool begins with, but many a regular expression.
FIRST = frozenset("^([\\")
NAMED = re.compile(r"ool\)?\]?:", re.IGNORECASE)
START, END = re.compile(r"\^|\\A"), re.compile(r"(?<!\\)\$\Z|\\Z\Z")
FLAGS = re.compile(r"\(\?([aimsx]+)\)")
GROUPED = re.compile(r"\((?:\?:)?tool\):")
GENERAL = (
    "begin with `tool:` as it stands and put groups and flags behind it, "
    "such as `tool:(?i:bash:ls)`; it is compared with the whole string, without `^` and `$`"
)
# A glob over the names of tools that somebody took for a regular expression.
ANYTHING = "`*` stands for every tool, `tool:.*` for every action string"


def is_misplaced(spec: str) -> bool:
    """Say whether a rule is a pattern over action strings with something before `tool:`."""
    return spec[:1] in FIRST and NAMED.search(spec) is not None


def help_for_misplaced(spec: str) -> str:
    """Return what to write instead: the pattern itself, where it can be told for certain."""
    flags = FLAGS.match(spec)
    plain = spec[flags.end() :] if flags else spec
    plain = END.sub("", START.sub("", plain, count=1), count=1)
    plain = GROUPED.sub(PREFIX, plain, count=1)
    choices = grouped_choices(plain)
    if choices and not flags:
        return f"write a rule for each: {', '.join(f'`{one}`' for one in choices)}"
    if not plain.startswith(PREFIX):
        return GENERAL
    right = f"{PREFIX}(?{flags[1]}:{plain.removeprefix(PREFIX)})" if flags else plain
    return f"write `{right}`"


def grouped_choices(pattern: str) -> list[str]:
    """Return the patterns in the one group that a pattern is; none if that is not plain."""
    inside = pattern.removeprefix("(").removeprefix("?:").removesuffix(")")
    if not pattern.startswith("(") or not pattern.endswith(")") or set("()[]\\") & set(inside):
        return []
    choices = inside.split("|")
    return choices if all(one.startswith(PREFIX) for one in choices) else []


def is_regex_for_tools(name: str) -> bool:
    """Say whether a glob over names of tools was meant as a regular expression: it begins so."""
    return name.startswith((".*", ".?", "tool.*"))
