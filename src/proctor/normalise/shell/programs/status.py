"""
Read `exit`, `return`, `shift` and their like, whose number some shells evaluate.

There `exit 'a[$(reboot)]'` runs a command.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Doubt a word with an index; every other is a number or nothing."""
    reading.tame = True
    for word in words[1:]:
        if word.unknown is None and set(word.value) & set("[`"):
            reading.doubt(f"`{words[0].value}` takes a word with an index as a number")
