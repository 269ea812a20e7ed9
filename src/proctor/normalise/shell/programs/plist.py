"""Read the words of PlistBuddy and plutil, which show property lists or change them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Operand, Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.terms.lazy_pattern import lazy

SHOWS = lazy(r"\s*(?:print|help|exit)(?![a-z])", re.IGNORECASE)
CHANGES = frozenset("-convert -extract -create -insert -replace -remove".split())


class Plist(Work):
    """The words of one such command; the entry says what they are when it only shows."""

    changes = False
    output = ""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Look whether an option changes the file, or sends the change elsewhere."""
        if name == "-c" and value is not None and not SHOWS.match(value.value):
            self.changes = True
        elif name == "-o" and value is not None:
            self.output = value.value
        self.changes |= name in CHANGES
        super().apply(name, ways, value)

    def conclude(self) -> None:
        """Take the files as written, unless they are only shown."""
        changes = self.changes or (self.spec.name == "PlistBuddy" and "-c" not in self.given)
        # `plutil -extract key raw file` prints what it finds.
        raw = self.given & CHANGES == {"-extract"} and self.operands[:1] == [Argument("raw")]
        if changes and not raw and self.output not in ("-", "/dev/stdout"):
            self.spec = self.spec.but(operands=(Operand("w", many=True),))
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Plist, words, reading)
