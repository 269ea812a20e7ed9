"""
Read `fish -c` with plain words, which mean to fish what they mean to any shell.

Everything else of its language is not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

PLAIN = lazy(r"[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_./@%+,:-]+)*")
# Commands that fish has itself, and reads in a way of its own.
OWN = frozenset(
    "abbr alias and begin bind block break builtin case command complete continue contains emit "
    "end eval exec fish_config for function functions funced funcsave history if not or random "
    "read return set set_color source status string switch test time trap while".split()
)
SHOWN = ("--version", "-v", "--help", "-h")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Take the words behind `-c` if they are plain."""
    texts = [word.value for word in words[1:]]
    if any(word.unknown or word.wild for word in words):
        texts = []
    if len(texts) == 1 and texts[0] in SHOWN:
        return
    plain = texts[:1] == ["-c"] and len(texts) == len(("-c", "text")) and PLAIN.fullmatch(texts[1])
    if plain and texts[1].split()[0] not in OWN:
        reading.inners.append(Inner(text=texts[1]))
    else:
        reading.add(("code", "hides"), "the language of fish is not read")
