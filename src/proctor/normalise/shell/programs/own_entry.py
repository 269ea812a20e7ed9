"""Readers that know more than a table can say, and use the command's own entry for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument


@lru_cache(maxsize=256)
def own_spec(name: str) -> Spec | None:
    """Return a command's entry without the reader that it names: that reader asks for it."""
    spec = spec_of(name)
    return spec.but(special="") if spec else None


def follow_entry(kind: type[Work], words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of a command by its own entry, in the manner of a reader."""
    spec = own_spec(words[0].value.rpartition("/")[2])
    if spec is None:
        reading.doubt(f"`{words[0].value}` is not in the tables of known commands")
        return
    kind(spec, words, reading).follow()


def write_in_place(work: Work) -> None:
    """Take the files that a command reads as files that it writes."""
    operands = tuple(
        operand._replace(role="w") if operand.role == "r" else operand
        for operand in work.spec.operands
    )
    work.spec = work.spec.but(operands=operands)
