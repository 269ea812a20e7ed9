"""
Read a command whose files may be on other machines: `rsync a host:b`, `scp host:a b`.

A colon before the first slash makes an operand remote; a name with a slash
before it (`./a:b`) stays here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Operand, Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.normalise.shell.programs.ssh import option
from proctor.terms.lazy_pattern import lazy

REMOTE = lazy(r"[^/]*:")
# `repository::archive` is here, `host:repository::archive` is not.
REMOTE_BORG = lazy(r"[^/:]*:(?!:)")

# Texts that pandoc knows by their ending, and that can bring in others.
INCLUDES = lazy(r"\.(rst|tex|latex|ltx|org|typ|t2t|muse)$", re.IGNORECASE)
# Those that hand `-o` to ssh.
OF_SSH = frozenset({"scp", "sftp"})


class Remote(Work):
    """The words of such a command."""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Take a setting of ssh, which may be a command that it runs here."""
        if name == "-o" and value is not None and self.spec.name in OF_SSH:
            option("o", value, self.reading)
        super().apply(name, ways, value)

    def use(self, word: Argument, role: str) -> None:
        """Let a path on another machine count as a place that is contacted."""
        remote = REMOTE_BORG if self.spec.name.startswith("borg") else REMOTE
        if role in ("r", "w") and remote.match(word.value):
            role = "url"
        elif role == "r" and self.spec.name == "pandoc" and INCLUDES.search(word.value):
            self.reading.doubt(f"a text such as `{word.value}` can show other files")
        super().use(word, role)

    def conclude(self) -> None:
        """Take a single operand as one that is listed, not as the target."""
        if len(self.operands) == 1 and self.spec.name == "rsync":
            self.spec = self.spec.but(operands=(Operand("r"),))
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, remote operands apart."""
    follow_entry(Remote, words, reading)
