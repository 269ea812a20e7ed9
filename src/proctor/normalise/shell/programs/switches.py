"""
Read a program whose switches take a following `no` or `false` for their value.

`apt-get install -s no x` installs, and so does `npm install --help false x`. With
such a word among the others it is not known what a switch is set to, so the
command is doubted. The rest is read with the entry `<name>.words`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

# What programs take for "no": words, and any way to write the number zero.
NO = lazy(r"no|false|off|without|disable|null|undefined|[+-]?0[0x]*", re.IGNORECASE)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the program's entry; doubt those that may switch an option off."""
    name = words[0].value.rpartition("/")[2]
    spec = spec_of(f"{name}.words")
    if spec is None:
        reading.doubt(f"the words of `{name}` are not in the tables")
        return
    work = Work(spec, words, reading)
    work.name = name
    work.follow()
    for before, word in pairwise(words):
        # `--depth 0`: an option that always has a value is no switch.
        valued = any(way.value == "=" for way in work.spec.options.get(before.value, ()))
        if before.value.startswith("-") and not valued and NO.fullmatch(word.value.strip()):
            reading.doubt(f"`{word.value}` may switch `{before.value}` off")
