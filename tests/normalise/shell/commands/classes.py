"""What the tests on command tables share."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument


def classes(command: str) -> set[str]:
    """Return the classes of a command, and `unknown` if it is not known for certain."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    return set(reading.classes) | ({"unknown"} if reading.unknown else set())


def table(*rows: tuple[str, str]) -> list[tuple[str, set[str]]]:
    """Return pairs of a command and its classes, which are written as one text."""
    return [(command, set(expected.split())) for command, expected in rows]
