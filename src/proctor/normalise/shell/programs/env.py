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
    found: list[str] = []
    quote, apart, at = "", True, 0
    while at < len(text):
        one = text[at]
        at += 1
        if one in "'\"" and quote in ("", one):
            quote = "" if quote else one
            one = ""
        elif one in BLANKS and not quote:
            apart = True
            continue
        elif one == "#" and apart and not quote:
            break
        elif one == "$" and quote != "'":
            return None
        elif one == "\\" and (quote != "'" or text[at : at + 1] in ("\\", "'")):
            after = text[at : at + 1]
            at += 1
            if after == "_" and not quote:
                apart = True
                continue
            if after == "c" and not quote:
                break
            one = " " if after == "_" else after if after in AS_IT_IS else ESCAPES.get(after, "")
            if not after or not one:
                return None
        if apart:
            found.append("")
            apart = False
        found[-1] += one
    return None if quote else found


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the entry `env.words`."""
    spec = spec_of("env.words")
    if spec is None:
        reading.doubt("the words of `env` are not in the tables")
        return
    work = Env(spec, words, reading)
    work.name = "env"
    work.follow()
