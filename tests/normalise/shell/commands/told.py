"""What a table says that a command does, written as lines of text."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes


def told(command: str) -> set[str]:
    """Return the classes of a command; `read` is left out beside what does more."""
    found = classes(command)
    return found - {"read"} if len(found) > 1 else found


def cases(text: str) -> list[tuple[str, set[str]]]:
    """Return the lines `classes: command` of a text as pairs."""
    pairs = [line.strip().partition(": ") for line in text.strip().splitlines() if line.strip()]
    return [(command.strip(), set(expected.split())) for expected, _, command in pairs]
