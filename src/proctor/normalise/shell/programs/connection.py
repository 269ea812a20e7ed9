"""
Read a command that may be told in one word to which server it goes.

`psql postgresql://host/shop` and `psql "host=db.example dbname=shop"` name a
server where `psql shop` names a database of the one that is in use already.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.terms.lazy_pattern import lazy

ADDRESS = lazy(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# A service is a server that a file of settings names.
NAMED = lazy(r"\b(?:host|hostaddr|service|servicefile)\s*=\s*'?([^'\s]*)", re.IGNORECASE)


class Connection(Work):
    """The words of such a command."""

    def use(self, word: Argument, role: str) -> None:
        """Let a word that names a server count as one."""
        if role == "x" and ADDRESS.match(word.value):
            super().use(word, "server")
        elif role == "x" and "=" in word.value:
            for server in NAMED.findall(word.value):
                super().use(Argument(server), "server")
        super().use(word, role)

    def conclude(self) -> None:
        """Say that it takes commands from its input where none are in its words."""
        silent = not (self.has_program or self.instead or self.shown)
        if silent and "@program" in self.spec.directives:
            self.reading.add(("code",), f"`{self.name}` takes commands from its input")
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, servers apart."""
    follow_entry(Connection, words, reading)
