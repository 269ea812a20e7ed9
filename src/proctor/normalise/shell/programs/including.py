"""
Read a command whose text can show other files, as `.so /etc/passwd` does for groff.

A text from the standard input may have been written in the same line, so only
one that lies in a file counts as certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry

STREAMS = ("-", "/dev/stdin", "/dev/fd/", "/proc/")


class Including(Work):
    """The words of such a command."""

    def conclude(self) -> None:
        """Doubt a text that is not in a file."""
        texts = [word.value for word in self.operands]
        if not texts or any(text.startswith(STREAMS) for text in texts):
            self.reading.doubt(f"a text for `{self.spec.name}` can show other files")
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Including, words, reading)
