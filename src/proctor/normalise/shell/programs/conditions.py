"""
Read `test`, `[` and `[[`.

They only look, with two exceptions: `-v` and `-R` evaluate the index of a name,
and where numbers are compared, `[[` (and `[` of some shells) evaluates both sides
as arithmetic, so that `a[$(reboot)]`, or a variable that holds it, runs a command.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

ARITHMETIC = frozenset("-eq -ne -lt -le -gt -ge".split())
NUMBER = lazy(r"[-+]?\d+")
# Shell parameters that are always numbers.
COUNTS = lazy(r"\"?\$(?:[?#$!]|\{#\w*(?:\[[@*]\])?\})\"?")
EVALUATES = "it evaluates a name with an index"


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Doubt what could be evaluated; everything else only looks."""
    strict = words[0].value == "[["
    for index, word in enumerate(words[1:], 1):
        if word.unknown is not None:
            continue
        if word.value in ("-v", "-R"):
            reading.doubt(f"`{words[0].value} {word.value}`: {EVALUATES}")
        elif word.value in ARITHMETIC:
            sides = [words[index - 1], *words[index + 1 : index + 2]]
            if not all(is_number(side, strict=strict) for side in sides):
                reading.doubt("it compares words that are evaluated first")


def is_number(word: Argument, *, strict: bool) -> bool:
    """Say whether a word is taken as a number without evaluating anything."""
    if NUMBER.fullmatch(word.value) or COUNTS.fullmatch(word.value):
        return True
    if strict:
        return False
    return word.unknown is not None or not set(word.value) & set("[$`")
