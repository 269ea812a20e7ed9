"""
Read `npm diff`, which compares two packages, or the project with one.

Two versions that the registry has are only looked at. The project itself is
packed first, and that runs its `prepare` script; another place is reached.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

# A number for the version: a word could be a file or a folder.
PUBLISHED = lazy(r"--diff=(?:@[\w-]+/)?\w[\w-]*@[\^~]?\d+(?:\.\d+){0,2}(?:-[a-z0-9]+(?:\.\d+)?)?")
SHOWS = frozenset(
    {"--diff-name-only", "--diff-ignore-all-space", "--diff-no-prefix", "--diff-text"}
)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take two published packages; everything else may run code or reach another place."""
    texts = [word.value for word in words[1:] if word.value not in SHOWS]
    certain = not any(word.unknown or word.wild for word in words)
    two = len(texts) == len(("one", "other")) and all(PUBLISHED.fullmatch(one) for one in texts)
    if not (certain and two):
        why = "it packs the project, which runs its `prepare` script, or reaches another place"
        reading.add(("code", "network"), why)
