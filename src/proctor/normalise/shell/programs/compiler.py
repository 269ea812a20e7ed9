"""Read how a compiler is called: `@file` brings more options, which may load a plug-in."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the entry that all compilers share."""
    spec = spec_of("compiler.words")
    if spec is None:
        reading.doubt("the options of compilers are not in the tables")
        return
    for word in words[1:]:
        if word.value.startswith("@"):
            reading.doubt(f"`{word.value}` may bring options from a file")
        if word.value == "-":
            reading.doubt("what it is fed may include any file")
    Work(spec, words, reading).follow()
