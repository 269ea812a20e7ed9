"""Read a command for which every word is plain text, whatever it looks like (`echo`)."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take all words as they are: no option and no operand of it does anything else."""
    del words
    reading.tame = True
