"""`source`: a file that this very shell runs."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.shell import STREAMS


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take the file; what comes from a stream cannot be looked at."""
    if len(words) < 2:  # noqa: PLR2004 - the name alone
        reading.doubt("`source` has no file")
        return
    script = words[1]
    if script.unknown or script.wild or script.value.startswith(STREAMS):
        reading.doubt(script.unknown or "it takes commands from a stream")
        reading.hidden = reading.unknown
    reading.uses.append(Use(script, "r"))
