"""Read the words of jq and yq, some of whose options take two values."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry, write_in_place
from proctor.normalise.shell.programs.wild_program import doubt_wild_program

# Options with a name and a value, and what the value is.
PAIRS = {"--arg": "x", "--argjson": "x", "--slurpfile": "r", "--rawfile": "r", "--argfile": "r"}
IN_PLACE = frozenset({"-i", "--inplace", "--in-place"})


class DataProgram(Work):
    """The words of jq or yq."""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Take the two values of an option that has two."""
        super().apply(name, ways, value)
        if name in PAIRS:
            self.use(self.next_value(name), "x")
            self.use(self.next_value(name), PAIRS[name])

    def conclude(self) -> None:
        """Take the files as written if they are changed in place."""
        doubt_wild_program(self)
        if self.given & IN_PLACE:
            write_in_place(self)
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of such a command by its own entry."""
    follow_entry(DataProgram, words, reading)
