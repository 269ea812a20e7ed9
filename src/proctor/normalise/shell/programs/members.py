"""
Read a command that shows what is in an archive: a member may be a secret.

`unzip -p a.zip .env` shows a file that holds passwords, `unzip -l a.zip .env`
only its name.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.normalise.shell.wild import secret_member
from proctor.terms.lazy_pattern import lazy

# Subcommands that show a member, and options of those that can do more.
SHOWING = frozenset({"e", "x", "p", "pv"})
OPTIONS = frozenset({"-p", "-c"})
# Where the members stand that zipgrep looks into: behind a pattern and the archive.
BEHIND = {"zipgrep": 2}
# Options of 7z and rar that take the names from a file: `-i@list`, `-ir0@list`.
LISTED = lazy(r"-[ainx][a-z]*[-0]?@")


class Members(Work):
    """The words of such a command."""

    def conclude(self) -> None:
        """Judge the members by their names, if their content is shown."""
        super().conclude()
        listed = next((w.value for w in self.words if LISTED.match(w.value)), None)
        if listed is not None:
            self.reading.doubt(f"`{listed}` names a file, of which names may be shown")
        name, _, verb = self.name.partition(" ")
        if verb in SHOWING or name in BEHIND or self.given & OPTIONS:
            for word in self.operands[BEHIND.get(name, 1) :]:
                judge_member(word, self.reading)


def judge_member(word: Argument, reading: Reading) -> None:
    """Add that a member of an archive is, or may be, a secret."""
    why = secret_member(word.value)
    if why:
        reading.add(("secret",), f"`{word.value}` in the archive: {why}")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry, members apart."""
    name = words[0].value.rpartition("/")[2]
    spec = spec_of(f"{name}.words")
    if spec is None:
        follow_entry(Members, words, reading)
        return
    work = Members(spec, words, reading)
    work.name = name
    work.follow()
