"""
Read `printf`, whose `-v` and `%n` name variables, and whose numbers can hold commands.

A name or a number may have an index, `a[$(reboot)]`, which some shells evaluate.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.variables import COUNTERS
from proctor.normalise.shell.variables import harmless
from proctor.terms.lazy_pattern import lazy

NAME = lazy(r"[A-Za-z_][A-Za-z0-9_]*")
# Conversions that take an argument as a number or as a name, behind flags and width.
EVALUATES = lazy(r"%[-+ #0'*\d.]*[hlLjztq]*[diouxXeEfFgGaAn]")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Doubt whatever could evaluate a word or set a variable that matters."""
    rest = list(words[1:])
    reading.tame = True
    while rest and rest[0].unknown is None and rest[0].value[:2] == "-v":
        joined = rest.pop(0).value[2:]
        name = Argument(joined) if joined or not rest else rest.pop(0)
        if not sets_harmlessly(name):
            reading.doubt("`printf -v` sets a variable whose effect is not known")
    if rest and rest[0].value == "--":
        rest = rest[1:]
    if not rest:
        return
    if rest[0].unknown is not None or rest[0].wild:
        reading.doubt(rest[0].unknown or "the format of `printf` is not known")
        return
    if EVALUATES.search(rest[0].value.replace("%%", "")):
        if any("[" in word.value and word.unknown is None for word in rest[1:]):
            reading.doubt("`printf` takes a word with an index as a number or a name")
        if "n" in conversions(rest[0].value):
            reading.doubt("`%n` of `printf` sets a variable")


def conversions(template: str) -> set[str]:
    """Return the letters of the conversions in a format that take a number or a name."""
    return {found[-1] for found in EVALUATES.findall(template.replace("%%", ""))}


def sets_harmlessly(name: Argument) -> bool:
    """Say whether a variable's name is certain and changes nothing about other commands."""
    plain = name.unknown is None and NAME.fullmatch(name.value) is not None
    return plain and name.value not in COUNTERS and harmless(name.value, "")
