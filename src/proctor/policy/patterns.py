"""
Regular expressions, as people write them, and what is known of each.

The meaning is that of Python's `re` with `.` for every character and ASCII
classes. RE2 runs whatever it reads the same way; `re` may be slow on a long
subject, so a pattern that is not plainly linear is not run there on one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy

FLAGS = re.DOTALL | re.ASCII

# How many steps `re` is given: the length of the subject to the power of the pattern's degree.
STEPS = 1 << 24
# What `re` alone can run is kept short in any case.
LONGEST_FOR_RE = 4096
ALWAYS_SHORT = 8
# What a pattern can begin with that stands for itself.
PLAIN_START = lazy(r"[A-Za-z0-9 :/_,;@%&=~\"'<>-]*")
# Nobody has counted yet.
UNKNOWN = -1
RE2 = "re2"
RE = "re"
# What the two engines read differently, or RE2 not at all.
DIFFERENT = lazy(
    r"\(\?(?![:P])"  # flags, look-around, comments, conditionals
    r"|\(\?P[=>]"  # references to a group
    r"|\\[0-9SZsNuUxbB]"  # references, octal, \s with its vertical tab, \Z
    r"|\{,"  # a repeat without a lower bound
    r"|\[\["  # what RE2 takes for a POSIX class
    r"|\$(?!\Z)"  # an end that is not at the end
    r"|[*+?}]\+"  # possessive repeats
)


class Regex:
    """
    A pattern with what is known of it: where it runs and how it begins.

    `prefix` is the text that every match begins with, `power` how many unbounded
    repeats a text can meet.
    """

    __slots__ = ("on_re2", "pattern", "power", "prefix", "search")

    def __init__(
        self,
        pattern: str,
        prefix: str,
        on_re2: bool = True,
        search: bool = False,
        power: int = UNKNOWN,
    ) -> None:
        self.pattern = pattern
        self.prefix = prefix
        self.on_re2 = on_re2
        self.search = search
        self.power = power

    def row(self, *, count: bool) -> list[str | bool | int]:
        """Return what the pattern is made of anew, as plain data; `count` its power too."""
        power = self.counted() if count else self.power
        return [self.pattern, self.prefix, self.on_re2, self.search, power]

    def counted(self) -> int:
        """Return its power, which takes a while to count."""
        if self.power == UNKNOWN:
            self.power = cached_degree(self.pattern)
        return self.power

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
        power = self.counted()
        return power > 1 and len(subject) > STEPS ** (1 / power)


@lru_cache(maxsize=4096)
def cached_degree(pattern: str) -> int:
    """Return how many unbounded repeats a text can meet."""
    from proctor.policy.explosion import degree  # noqa: PLC0415 - slow to load, and seldom needed

    return degree(pattern)


def read_regex(pattern: str, *, search: bool = False) -> Regex:
    """
    Read a pattern that a person wrote.

    Raises:
        RuleError: `re` does not take it, or it can explode.

    """
    import warnings  # noqa: PLC0415 - only who writes rules needs these

    from proctor.errors import RuleError  # noqa: PLC0415 - likewise
    from proctor.policy.explosion import explodes  # noqa: PLC0415 - likewise

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
    if search:
        # Only at the start of the text can it match, if at all.
        prefix = literal_prefix(pattern[1:]) if pattern[:1] == "^" else ""
    else:
        prefix = literal_prefix(pattern)
    return Regex(pattern, prefix, DIFFERENT.search(pattern) is None, search)


def literal_prefix(pattern: str) -> str:
    """Return the plain text that a pattern begins with."""
    if "|" in pattern and has_options(pattern):
        return ""
    plain = PLAIN_START.match(pattern)
    prefix = plain.group() if plain else ""
    following = pattern[len(prefix) : len(prefix) + 1]
    return prefix[:-1] if following in ("*", "?", "{") else prefix


def has_options(pattern: str) -> bool:
    """
    Say whether a pattern may be one of several at its top: `a|b`, but not `a(b|c)`.

    In doubt it is: sets, comments and whatever else may hold a parenthesis that is none.
    """
    if "[" in pattern or "(?" in pattern.replace("(?:", ""):
        return True
    depth = 0
    escaped = False
    for char in pattern:
        if escaped or char == "\\":
            escaped = not escaped
        elif char == "|" and depth <= 0:
            return True
        else:
            depth += (char == "(") - (char == ")")
    return False
