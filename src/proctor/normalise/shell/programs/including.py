"""
Read a command whose text can show other files, as `.so /etc/passwd` does for groff.

A text from the standard input may have been written in the same line, so only
one that lies in a file counts as certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument

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
    spec = spec_of(words[0].value.rpartition("/")[2])
    if spec is None:
        reading.doubt(f"`{words[0].value}` is not in the tables of known commands")
        return
    Including(replace(spec, special=""), words, reading).follow()
