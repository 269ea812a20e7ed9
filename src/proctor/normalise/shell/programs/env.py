"""
Read the words of `env`: what `-S` is given is taken apart as GNU env does, and read on from there.

`env -S 'proctor approve' 12` runs `proctor approve 12`. The pieces take the place of the option,
so they may be options of `env` themselves, variables, or the command with its first words.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Option, spec_of
from proctor.normalise.shell.meaning.argument import Argument

SPLITS = frozenset({"-S", "--split-string"})
# A text may hold an option `-S` of its own; so many are followed.
MOST_SPLITS = 8
BLANKS = " \t\n\v\f\r"
ESCAPES = {"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
AS_IT_IS = "\"#$'\\"
# What a character can be besides text; none of these is one character.
PARTS, ENDS, FAILS = "parts", "ends", "fails"


class Env(Work):
    """The words of one such command."""

    splits = 0

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Put the pieces of a text in the place of the option that has it."""
        if name not in SPLITS or value is None:
            super().apply(name, ways, value)
            return
        self.splits += 1
        certain = not (value.unknown or value.wild) and self.splits <= MOST_SPLITS
        self.reading.scanned += len(value.value)
        pieces = split(value.value) if certain else None
        if pieces is None:
            why = value.unknown or f"how `env` takes `{value.value[:60]}` apart is not known"
            self.reading.doubt(why)
            self.reading.hide(why)
            return
        found = [Argument(piece) for piece in pieces]
        self.words = [self.words[0], *found, *self.words[self.at :]]
        self.at = 1


def split(text: str) -> list[str] | None:
    """Return the words that `env -S` makes of a text; None where it fails or uses a variable."""
    found: list[list[str]] = []
    quote, apart, at = "", True, 0
    while at < len(text):
        one = text[at]
        at += 1
        if one == "\\" and (quote != "'" or text[at : at + 1] in ("\\", "'")):
            one = escaped(text[at : at + 1], quote)
            at += 1
        elif one in "'\"" and quote in ("", one):
            quote, one = one if not quote else "", ""
        elif quote != "'" and one == "$":
            one = FAILS
        elif not quote and (one in BLANKS or (one == "#" and apart)):
            one = ENDS if one == "#" else PARTS
        if one == FAILS:
            return None
        if one == ENDS:
            break
        if one != PARTS:
            found += [[]] if apart else []
            found[-1].append(one)
        apart = one == PARTS
    return None if quote else ["".join(pieces) for pieces in found]


def escaped(one: str, quote: str) -> str:
    """Return what a character behind a backslash stands for."""
    if one in ("_", "c") and not quote:
        return PARTS if one == "_" else ENDS
    if one == "_":
        return " "
    return one if one and one in AS_IT_IS else ESCAPES.get(one, FAILS)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the entry `env.words`."""
    spec = spec_of("env.words")
    if spec is None:
        reading.doubt("the words of `env` are not in the tables")
        return
    work = Env(spec, words, reading)
    work.name = "env"
    work.follow()
