"""What a whole command touches, in one text, for the tests on readers of words."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument


def touched(command: str) -> str:
    """Return the paths with their roles (`+` means all below), URLs and inner commands."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    words = [f"{use.role}:{use.path.value}{'+' if use.deep else ''}" for use in reading.uses]
    words += [f"url:{url.value}" for url in reading.urls]
    words += [f"runs:{inner.text}" for inner in reading.inners]
    return " ".join(words)


def doubted(first: str, *, unknown: str) -> str | None:
    """Return why a command is not certain if a word behind it is not known."""
    words = [Argument(word) for word in shlex.split(first)]
    return classify([*words, Argument(unknown, "not known")]).unknown
