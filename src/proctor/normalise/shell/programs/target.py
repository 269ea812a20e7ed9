"""
Read a command whose last operand is its output, where `-` is the standard output.

`pdftotext a.pdf` writes `a.txt`, `pdftotext a.pdf -` only shows the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Operand
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry


class Target(Work):
    """The words of such a command."""

    def conclude(self) -> None:
        """Take the last operand as written, unless it is the standard output."""
        count = len(self.operands)
        if count > 1 and self.operands[-1].value == "-" and self.operands[-1].unknown is None:
            self.spec = self.spec.but(operands=(self.spec.operands[0], Operand("x")))
        elif count == 1 and not self.instead:
            self.reading.add(("write",), f"`{self.spec.name}` writes a file beside its own")
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, the target apart."""
    follow_entry(Target, words, reading)
