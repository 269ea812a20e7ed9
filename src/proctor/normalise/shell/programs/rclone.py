"""
Read rclone's words: an operand may make up a remote place of its own.

`:sftp,host=x:` and `name,ssh=…:` are such; they name a host or a program.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

MADE_UP = lazy(r":|[^/:]*,[^/]*:")


class Rclone(Work):
    """The words of one rclone command."""

    def use(self, word: Argument, role: str) -> None:
        """Look whether a word makes up a remote place."""
        if MADE_UP.match(word.value):
            self.reading.add(("network", "code"), f"`{word.value}` says itself where to connect")
        super().use(word, role)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by rclone's entry, made up places apart."""
    spec = spec_of("rclone")
    if spec is None:
        reading.doubt("`rclone` is not in the tables of known commands")
        return
    Rclone(spec.but(special=""), words, reading).follow()
