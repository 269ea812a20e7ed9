"""What the tests on programs inside arguments share."""

from __future__ import annotations

from collections.abc import Callable

from proctor.normalise.shell.knowledge.reading import Reading

ReadProgram = Callable[[str, Reading], None]


def told(read_program: ReadProgram, text: str) -> str:
    """Return in one text what is told of a program: classes, `unknown`, paths, commands."""
    reading = Reading()
    read_program(text, reading)
    words = [*reading.classes, *(["unknown"] if reading.unknown else [])]
    words += [f"{use.role}:{use.path.value}" for use in reading.uses]
    words += [f"runs:{inner.text}" for inner in reading.inners]
    return " ".join(words)
