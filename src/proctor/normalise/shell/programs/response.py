"""Read a command that takes `@file` for the words that stand in that file."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry


class Response(Work):
    """The words of such a command."""

    def operand(self, word: Argument) -> bool:
        """Doubt a file of more words, which may be options; its words may be shown, too."""
        if word.value.startswith("@"):
            self.reading.doubt(f"`{word.value}` stands for words that are in a file")
        return super().operand(word)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Response, words, reading)
