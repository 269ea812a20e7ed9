"""Read `dd`, whose words are all `name=value`."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument

HARMLESS = frozenset(
    "bs ibs obs cbs count skip seek iseek oseek conv status iflag oflag files fillchar"
    " speed msgfmt".split()
)
# Writing there changes nothing.
NOWHERE = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "-"})


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take `if=` as a file that is read, `of=` as one that is written."""
    for word in words[1:]:
        name, equals, value = word.value.partition("=")
        if name in ("--help", "--version") and not equals:
            continue
        if not equals or name not in HARMLESS | {"if", "of"}:
            reading.doubt(word.unknown or f"`dd` has the word `{word.value}`, which is not known")
            continue
        if word.unknown is not None:
            reading.doubt(word.unknown)
        if name == "if":
            reading.uses.append(Use(Argument(value, word.unknown, word.wild), "r"))
        elif name == "of" and (word.unknown is not None or value not in NOWHERE):
            reading.uses.append(Use(Argument(value, word.unknown, word.wild), "w"))
            reading.add(("write",), f"`dd` writes `{value}`")
