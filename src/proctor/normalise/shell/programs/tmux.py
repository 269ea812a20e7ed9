"""Read the words of `tmux`, in whose formats and lists of commands others can stand."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work, guess
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the entry, and look for commands inside them."""
    spec = spec_of("tmux")
    if spec is None:
        reading.doubt("`tmux` is not in the tables of known commands")
        return
    for word in words[1:]:
        # `#(command)` runs where a format is shown; a semicolon begins the next command.
        if "#(" in word.value or word.value.endswith(";"):
            reading.add(("code",), "`tmux` runs a command that stands in its words")
            reading.doubt("what `tmux` runs besides is not read")
    # Without a word, or with one that is not known, it opens a terminal.
    opens = spec.but(special="", classes=("code",), why="it opens a terminal")
    work = Work(opens, words, reading)
    work.follow()
    if "@hides" in work.spec.directives and not work.shown:
        reading.hidden = work.spec.why
        guess(words, reading)
