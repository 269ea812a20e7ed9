"""
Read less's words: one that begins with a plus is typed into it as commands.

`!` and `v` start programs and `s` writes a file, so only plain moves are known.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.terms.lazy_pattern import lazy

MOVES = lazy(r"\+{1,2}(?:\d*[gGpF%]?|[/?][^\n]*)")


class Less(Work):
    """The words of one less command."""

    def operand(self, word: Argument) -> bool:
        """Take a file, or commands that are typed into the pager."""
        if word.value.startswith("+") and not self.ended and word.unknown is None:
            if not MOVES.fullmatch(word.value):
                why = f"`{word.value}` is typed into less as commands"
                self.reading.add(("code", "hides"), why)
            return False
        return super().operand(word)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of a less command."""
    follow_entry(Less, words, reading)
