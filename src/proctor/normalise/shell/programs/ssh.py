"""ssh: the command that it hands to a shell on another machine, and what it runs here."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument

FLAGS = frozenset("46AaCfGgKkMNnqsTtVvXxYy")
VALUES = frozenset("BbcDEeFIiJLlmOopQRSWw")
FILES = {"F": "r", "i": "n", "E": "w"}


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Say what ssh runs, and where."""
    unknown = next((word.unknown for word in words if word.unknown), None)
    if unknown:
        reading.doubt(unknown)
        return
    index = options(words, reading)
    if index < len(words):
        reading.urls.append(words[index])
    rest = words[index + 1 :]
    if rest and rest[0].value.startswith("-"):
        reading.doubt("ssh has options behind its host")
    elif not rest:
        reading.takes_input = True
    else:
        text = " ".join(word.value for word in rest)
        reading.inners.append(Inner(text=text))


def options(words: Sequence[Argument], reading: Reading) -> int:
    """Take the options; return where the host stands."""
    index = 1
    while index < len(words) and words[index].value.startswith("-"):
        text = words[index].value
        index += 1
        if text == "--":
            break
        for at, letter in enumerate(text[1:], start=2):
            if letter in VALUES:
                value = Argument(text[at:]) if text[at:] else None
                if value is None and index < len(words):
                    value = words[index]
                    index += 1
                option(letter, value, reading)
                break
            if letter not in FLAGS:
                reading.doubt(f"`ssh` has the option `-{letter}`, which is not known")
                return len(words)
    return index


def option(letter: str, value: Argument | None, reading: Reading) -> None:
    """Take an option with its value; `-o ProxyCommand=…` and its kin run a command here."""
    if value is None:
        reading.doubt(f"`-{letter}` of `ssh` has no value")
    elif letter in FILES:
        reading.uses.append(Use(value, FILES[letter]))
    elif letter == "o" and "command" in value.value.lower():
        name, _, command = value.value.replace("=", " ", 1).partition(" ")
        reading.add(("code",), f"`{name}` of ssh runs a command here")
        reading.inners.append(Inner(text=command.strip()))
    elif letter in "LRDw":
        reading.add(("network",), "it opens a tunnel")
