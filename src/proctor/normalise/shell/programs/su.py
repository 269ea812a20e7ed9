"""
Read `su` and `runuser`, which open a shell unless they are given a command.

What stands on the input is for that shell, and further words are its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry

# With one of these, `runuser` takes its operands for the command itself.
NAMED = frozenset({"-u", "--user"})


class Su(Work):
    """The words of such a command."""

    def operand(self, word: Argument) -> bool:
        """Take the user, or the command behind `runuser -u`."""
        if self.name == "runuser" and self.given & NAMED and not self.operands:
            self.reading.inners.append(Inner(tuple(self.words[self.at - 1 :])))
            self.conclude()
            return True
        return super().operand(word)

    def conclude(self) -> None:
        """Say what the shell is given to run."""
        self.reading.add(("privileged",), f"`{self.name}` becomes another user")
        if self.reading.inners:
            self.has_program = True
        elif self.operands[1:]:
            self.reading.hide(f"`{self.name}` hands further words to a shell")
        else:
            self.reading.takes_input = True
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Su, words, reading)
