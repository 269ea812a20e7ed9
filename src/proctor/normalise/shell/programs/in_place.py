"""
Read a command that rewrites its files, unless an option says that it only shows them.

`gzip a` replaces `a`, `gzip -c a` reads it: the same operand is written or read.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry

# The last of these wins over `-t` and `-l`, but not over what goes to the standard output.
MODES = ("-d", "-z", "--decompress", "--uncompress", "--compress")
STDOUT = frozenset({"-c", "--stdout", "--to-stdout"})
# Here `-t` and `-l` win whatever else is given.
STEADY = frozenset({"gzip", "pigz", "gunzip", "unpigz", "hunspell"})


class InPlace(Work):
    """The words of such a command; its entry says what they are when it writes."""

    def conclude(self) -> None:
        """Take what would be written as read, if the command only shows it."""
        if self.spec.name not in STEADY and self.other_mode():
            self.instead = ()
        if self.instead == ("read",):
            operands = tuple(
                operand._replace(role="r") if operand.role in ("w", "d") else operand
                for operand in self.spec.operands
            )
            self.spec = self.spec.but(operands=operands)
        super().conclude()

    def other_mode(self) -> bool:
        """Say whether a mode was given that may win over one that only shows."""
        if self.given & STDOUT:
            return False
        return any(
            mode == name or (name.startswith("--") and mode.startswith(name))
            for mode in MODES
            for name in self.given
        )


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, whose operands depend on its options."""
    follow_entry(InPlace, words, reading)
