"""
Regular expressions, one by one and many at once.

The meaning is that of Python's `re` with `.` for every character and ASCII
classes. RE2 runs whatever it reads the same way, many patterns in one pass;
`re` runs the rest, and everything where RE2 is not loaded. `re` may be slow on
a long subject, so a pattern that is not plainly linear is not run there on
one: the caller is told that it is unsure.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from proctor.errors import RuleError
from proctor.policy.explosion import FLAGS, degree, explodes

# How many steps `re` is given: the length of the subject to the power of the pattern's degree.
STEPS = 1 << 24
# What `re` alone can run is kept short in any case.
LONGEST_FOR_RE = 4096
ALWAYS_SHORT = 8
RE2_MEMORY = 1 << 29
RE2 = "re2"
RE = "re"
# What the two engines read differently, or RE2 not at all.
DIFFERENT = re.compile(
    r"\(\?(?![:P])"  # flags, look-around, comments, conditionals
    r"|\(\?P[=>]"  # references to a group
    r"|\\[0-9SZsNuUxbB]"  # references, octal, \s with its vertical tab, \Z
    r"|\{,"  # a repeat without a lower bound
    r"|\[\["  # what RE2 takes for a POSIX class
    r"|\$(?!\Z)"  # an end that is not at the end
    r"|[*+?}]\+"  # possessive repeats
)


@dataclass(frozen=True, slots=True)
class Regex:
    """
    A pattern with what is known of it: where it runs and how it begins.

    `prefix` is the text that every match begins with.
    """

    pattern: str
    prefix: str
    on_re2: bool = True
    search: bool = False

    def too_long(self, subject: str) -> bool:
        """Say whether `re` might take too long on a subject of this length."""
        if len(subject) <= ALWAYS_SHORT:
            return False
        if not self.on_re2 and len(subject) > LONGEST_FOR_RE:
            return True
        power = cached_degree(self.pattern)
        return power > 1 and len(subject) > STEPS ** (1 / power)


cached_degree = lru_cache(maxsize=4096)(degree)


def read_regex(pattern: str, *, search: bool = False) -> Regex:
    """
    Read a pattern that a person wrote.

    Raises:
        RuleError: `re` does not take it, or it can explode.

    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(pattern, FLAGS)
        exploding = explodes(pattern)
    except (re.error, OverflowError, RecursionError, MemoryError, Warning) as error:
        at = getattr(error, "pos", None) or 0
        message = f"`{pattern}` is not a pattern: {error}"
        raise RuleError("bad-pattern", message, offset=at) from None
    if exploding:
        raise RuleError(
            "exploding-pattern",
            f"`{pattern}` can take forever on a text that is made for it",
            length=len(pattern),
            help="a repeat inside a repeat reads one text in many ways; write it with one repeat",
        )
    return regex_of(pattern, search=search)


def regex_of(pattern: str, *, search: bool = False) -> Regex:
    """Make a pattern that was read before and needs no further check."""
    prefix = "" if search else literal_prefix(pattern)
    return Regex(pattern, prefix, DIFFERENT.search(pattern) is None, search)


def literal_prefix(pattern: str) -> str:
    """Return the plain text that a pattern begins with."""
    if "|" in pattern:
        return ""
    plain = re.match(r"[A-Za-z0-9 :/_,;@%&=~\"'<>-]*", pattern)
    prefix = plain.group() if plain else ""
    following = pattern[len(prefix) : len(prefix) + 1]
    return prefix[:-1] if following in ("*", "?", "{") else prefix


class PatternSet:
    """
    Many patterns, asked at once which of them match.

    Nothing is compiled before it is needed: a process that decides one call
    compiles what that call can meet.
    """

    def __init__(self, patterns: Sequence[Regex], engine: str) -> None:
        self.patterns = tuple(patterns)
        self._compiled: dict[int, re.Pattern[str]] = {}
        self._set: Any = None
        self._in_set: tuple[int, ...] = ()
        self._alone: tuple[int, ...] = tuple(range(len(self.patterns)))
        self._engine = engine if any(p.on_re2 for p in self.patterns) else RE

    def hits(self, subject: str) -> list[int]:
        """Return which patterns match the subject, by number, in no order."""
        if self._engine == RE2:
            self._build()
        matched = self._set.Match(subject) if self._set else None
        found = [self._in_set[n] for n in matched] if matched else []
        for number in self._alone:
            pattern = self.patterns[number]
            if (
                subject.startswith(pattern.prefix)
                and not pattern.too_long(subject)
                and self._match(number, subject)
            ):
                found.append(number)
        return found

    def unsure(self, subject: str) -> list[int]:
        """Return which patterns cannot be tried on a subject of this length."""
        if len(subject) <= ALWAYS_SHORT:
            return []
        if self._engine == RE2:
            self._build()
        return [n for n in self._alone if self.patterns[n].too_long(subject)]

    def may_begin_with(self, text: str) -> bool:
        """Say whether some pattern could match a subject that begins with a text."""
        return any(p.prefix.startswith(text) or text.startswith(p.prefix) for p in self.patterns)

    def _match(self, number: int, subject: str) -> bool:
        compiled = self._compiled.get(number)
        pattern = self.patterns[number]
        if compiled is None:
            compiled = self._compiled[number] = re.compile(pattern.pattern, FLAGS)
        match = compiled.search(subject) if pattern.search else compiled.fullmatch(subject)
        return match is not None

    def _build(self) -> None:
        """Put what RE2 takes into one set; what it refuses stays with `re`."""
        self._engine = RE  # built once
        import re2  # noqa: PLC0415 - the cold hook must not load it

        options = re2.Options()
        options.dot_nl = True
        options.log_errors = False
        options.max_mem = RE2_MEMORY
        search = any(pattern.search for pattern in self.patterns)
        built = re2.Set.SearchSet(options) if search else re2.Set.FullMatchSet(options)
        inside = [
            number
            for number, pattern in enumerate(self.patterns)
            if pattern.on_re2 and added(re2, built, pattern)
        ]
        if inside:
            built.Compile()
            self._set, self._in_set = built, tuple(inside)
            self._alone = tuple(sorted(set(self._alone) - set(inside)))


def added(re2: Any, built: Any, pattern: Regex) -> bool:
    """Add a pattern to a set of RE2 and say whether RE2 took it."""
    text = pattern.pattern
    if pattern.search and text.endswith("$") and not text.endswith("\\$"):
        text = f"(?:{text[:-1]})\\n?\\z"  # `re` lets `$` stand before a last newline
    try:
        built.Add(text)
    except re2.error:
        return False
    return True


def glob_regex(glob: str, *, any_text: str = ".*", one: str = ".") -> str:
    """Turn `*`, `?` and `{a,b}` into a regular expression; all else is literal."""
    out: list[str] = []
    index = 0
    while index < len(glob):
        char = glob[index]
        if char == "*":
            while glob[index : index + 1] == "*":
                index += 1
            out.append(any_text)
            continue
        if char == "?":
            out.append(one)
        elif char == "{" and (end := closing_brace(glob, index)):
            options = split_options(glob[index + 1 : end])
            inner = (glob_regex(option, any_text=any_text, one=one) for option in options)
            out.append(f"(?:{'|'.join(inner)})")
            index = end
        else:
            out.append(escape(char))
        index += 1
    return "".join(out)


def escape(char: str) -> str:
    """Escape one character so that both engines read it literally."""
    if char.isalnum() or char in "_ /:-,@%&=~\"'<>" or ord(char) > 127:  # noqa: PLR2004 - ASCII
        return char
    if char == "\0":
        return "\\x00"
    return "\\" + char if char.isprintable() else char


def closing_brace(glob: str, start: int) -> int:
    """Return where the brace that opens at `start` closes; 0 if it does not."""
    depth = 0
    for index in range(start, len(glob)):
        depth += {"{": 1, "}": -1}.get(glob[index], 0)
        if depth == 0:
            return index if "," in glob[start:index] else 0
    return 0


def split_options(inside: str) -> list[str]:
    """Split `a,{b,c}` at the commas that are not inside inner braces."""
    options, depth, start = [], 0, 0
    for index, char in enumerate(inside):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            options.append(inside[start:index])
            start = index + 1
    return [*options, inside[start:]]


def lowest(numbers: Iterable[int]) -> int | None:
    """Return the lowest number, which is the rule that was written first."""
    return min(numbers, default=None)
