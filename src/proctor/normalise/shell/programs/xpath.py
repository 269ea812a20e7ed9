"""Read `xmlstarlet sel`: an expression can open another file, or evaluate a text that does."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import command_spec
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

# The functions that do it; a prefix may be bound to any namespace, a name cannot be written
# otherwise.
OPENS = lazy(r"document|evaluate")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the entry, and doubt expressions that open files."""
    family = command_spec("xmlstarlet")
    spec = next(family.children(words[0].value), None) if family else None
    if spec is None:
        reading.doubt("the words of `xmlstarlet sel` are not in the tables")
        return
    Work(spec.but(special=""), words, reading).follow()
    for word in words[1:]:
        if OPENS.search(word.value):
            reading.doubt(f"`{word.value[:60]}` may show another file")
