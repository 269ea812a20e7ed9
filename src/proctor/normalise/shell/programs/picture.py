"""
Read a command that looks at pictures, for which a file's name may be more than that.

ImageMagick and exiftool take `|` in a name for a program, a colon for a format or
a host, `@name` for a file of text, and `.msl` for a script.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.normalise.shell.programs.remote import REMOTE

SCRIPTS = (".msl", ".mvg")


class Picture(Work):
    """The words of such a command."""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Take `@file` in an option's value for the file that it is."""
        if value is not None and value.value.startswith("@"):
            self.uses.append((Argument(value.value[1:], value.unknown, value.wild), "r"))
        super().apply(name, ways, value)

    def use(self, word: Argument, role: str) -> None:
        """Look at a name that is more than the name of a file."""
        text = word.value
        if role == "r" and (text.startswith("|") or text.rstrip().endswith("|")):
            self.reading.add(("code",), f"`{text}` is taken for a program")
        elif role == "r" and text.lower().endswith(SCRIPTS):
            self.reading.add(("code",), f"`{text}` is a script")
        elif role == "r" and text.startswith("@"):
            self.reading.doubt(f"`{text}` stands for what is in a file")
        elif role == "r" and REMOTE.match(text):
            role = "url"
        super().use(word, role)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Picture, words, reading)
