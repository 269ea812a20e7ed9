"""docker: groups of subcommands that are described in another place of the tables."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument

# `docker container ls` is `docker ls`; the plug-in compose is the program docker-compose.
ENTRIES = {"container": "docker", "compose": "docker-compose"}


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words behind the group's name as those of the entry that describes it."""
    name = words[0].value
    spec = spec_of(ENTRIES.get(name, ""))
    again = len(words) > 1 and words[1].value in ENTRIES
    if spec is None or again:
        reading.doubt(f"`docker {name}` is not understood")
        return
    Work(spec, words, reading).follow()
