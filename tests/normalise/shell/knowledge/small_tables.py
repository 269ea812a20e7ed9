"""Read a command by an entry that stands in the test itself."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work, classify
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import entries, parse_block
from proctor.normalise.shell.meaning.argument import Argument

WHY = "it is the value of a variable"


def arguments(line: str) -> list[Argument]:
    """Return the words of a line; `$x` is one that nobody knows, `g:x` a pattern."""
    found: list[Argument] = []
    for word in shlex.split(line):
        if "$" in word:
            found.append(Argument(word, WHY))
        elif word.startswith("g:"):
            found.append(Argument(word[2:], wild=True))
        else:
            found.append(Argument(word))
    return found


def work(table: str, line: str) -> Work:
    """Read a line by the first entry of a table, and return all that was found on the way."""
    name, block = next(iter(entries(table.strip() + "\n").items()))
    made = Work(parse_block(block, name, None), arguments(line), Reading())
    made.follow()
    return made


def told(table: str, line: str) -> str:
    """Return in one text what a line does by an entry of its own."""
    return summary(work(table, line).reading)


def told_of(line: str) -> str:
    """Return in one text what a command does by the tables that there are."""
    return summary(classify(arguments(line)))


def summary(reading: Reading) -> str:
    """Return classes, `unknown`, the uses of paths, URLs, commands inside, and the folder."""
    words = [*sorted(reading.classes), *(["unknown"] if reading.unknown else [])]
    words += [f"{use.role}{'+' if use.deep else ''}:{use.path.value}" for use in reading.uses]
    words += [f"url:{url.value}" for url in reading.urls]
    for inner in reading.inners:
        given = [f"{name}={value.value}" for name, value in inner.assigned]
        words.append(
            f"sh({inner.text})" if inner.text is not None else f"run({line(inner.words, given)})"
        )
    words += [f"in:{reading.folder.value}"] if reading.folder else []
    return " ".join(words)


def line(words: Sequence[Argument], given: Sequence[str]) -> str:
    """Return a command inside as one line; `?` is a word that is not certain."""
    return " ".join([*given, *(f"{word.value}?" if word.unknown else word.value for word in words)])
