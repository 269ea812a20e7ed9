"""
Read a command whose first option says what it does: `pacman -Qi`, `rpm -qa`, `brew --prefix`.

The words are handed to the entry `<name>.operation`, in which that option is a
subcommand named `op-Qi`; a word that is no such option stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the entry that knows the operations."""
    name = words[0].value.rpartition("/")[2]
    spec = spec_of(f"{name}.operation")
    if spec is None:
        reading.doubt(f"the operations of `{name}` are not in the tables")
        return
    renamed = list(words)
    if len(words) > 1 and words[1].unknown is None:
        operation = f"op{words[1].value}"
        if words[1].value.startswith("-") and next(spec.children(operation), None):
            renamed[1] = Argument(operation, None, words[1].wild)
    work = Work(spec, renamed, reading)
    work.name = name
    work.follow()
    told = f"{name} op-", f"{name} -"
    reading.classes = {one: why.replace(*told) for one, why in reading.classes.items()}
    reading.unknown = reading.unknown and reading.unknown.replace(*told)
