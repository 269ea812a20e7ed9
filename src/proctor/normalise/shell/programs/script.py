"""Read the words of `script`, which runs a command and writes down what it prints."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import Operand, spec_of
from proctor.normalise.shell.meaning.argument import Argument

SHOWS = ("-h", "-V")


class Script(Work):
    """The words of one such command."""

    def rest(self, role: Operand) -> None:
        """Take the command as both kinds of `script` do: as words, and as a text for a shell."""
        self.reading.inners.append(Inner(tuple(self.words[self.at - 1 :])))
        super().rest(role)

    def conclude(self) -> None:
        """Say that a shell opens where no command is given, and what is written anyway."""
        if "-p" in self.given and not self.reading.inners:
            # It only plays what was written down before.
            self.spec = self.spec.but(operands=(Operand("r"),))
            super().conclude()
            return
        if not self.reading.inners:
            self.reading.add(("code",), "`script` opens a shell")
            self.reading.hidden = "what is typed into the shell that `script` opens is not read"
        if not self.operands:
            self.reading.add(("write",), "`script` writes the file `typescript`")
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    spec = spec_of("script")
    if spec is None:
        reading.doubt("`script` is not in the tables of known commands")
    elif len(words[1:]) == 1 and words[1].value in SHOWS:
        reading.add(("read",), f"`script {words[1].value}` only shows text")
    else:
        Script(spec.but(special=""), words, reading).follow()
