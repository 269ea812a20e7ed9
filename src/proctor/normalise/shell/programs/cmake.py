"""Read the words of `cmake`, which has small tools of its own behind `-E`: some run a command."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument

TOOLS = "-E"
# Tools that take words as another program does, which stands for them.
LIKE = {
    "env": ("env",),
    "time": ("time",),
    "rm": ("rm",),
    "remove": ("rm",),
    "remove_directory": ("rm", "-r"),
}
# The folder comes first.
IN_FOLDER = "chdir"


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the entry, and the command behind `-E` as what it is like."""
    spec = spec_of("cmake.words")
    if spec is None:
        reading.doubt("the words of `cmake` are not in the tables")
        return
    work = Work(spec, words, reading)
    work.name = "cmake"
    work.follow()
    if len(words) < 3 or words[1].value != TOOLS:  # noqa: PLR2004 - the option and a tool
        return
    tool, rest = words[2].value, tuple(words[3:])
    if tool in LIKE:
        reading.inners.append(Inner((*map(Argument, LIKE[tool]), *rest)))
    elif tool == IN_FOLDER:
        reading.doubt("where `cmake -E chdir` runs its command is not followed")
        reading.inners.append(Inner(rest[1:]))
