"""
Regular expressions, as people write them, and what is known of each.

The meaning is that of Python's `re` with `.` for every character and ASCII
classes. RE2 runs whatever it reads the same way; `re` may be slow on a long
subject, so a pattern that is not plainly linear is not run there on one.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache

from proctor.errors import RuleError
from proctor.policy.explosion import FLAGS, degree, explodes

# How many steps `re` is given: the length of the subject to the power of the pattern's degree.
STEPS = 1 << 24
# What `re` alone can run is kept short in any case.
LONGEST_FOR_RE = 4096
ALWAYS_SHORT = 8
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

    @property
    def plainly_linear(self) -> bool:
        """Say whether `re` takes time in proportion to any subject: it repeats at one place."""
        repeats = sum(self.pattern.count(mark) for mark in "*+{")
        return self.on_re2 and repeats <= 1

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
