"""What `env` runs: `-S` takes a text apart as GNU env does."""

from __future__ import annotations

import random
import shlex
import subprocess

import pytest

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs import env
from tests.amounts import amount
from tests.tables import each_row

# `M` keeps what is before from running into it, `Z` is a word of the command line.
PRINTS = "printf '%s\\0' M "
ALPHABET = "ab_cnv \t\n\v\r'\"\\\\#$-={}"


def inner(command: str) -> list[str] | None:
    """Return the words of the command that is run; None where that cannot be read."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    if reading.hidden or not reading.inners:
        return None
    return [word.value for word in reading.inners[0].words]


def really(text: str) -> list[str] | None:
    """Return the words that the system's own env makes of a text; None where it fails."""
    ran = subprocess.run(["env", "-S", PRINTS + text, "Z"], capture_output=True, check=False)
    return None if ran.returncode else [one.decode() for one in ran.stdout.split(b"\0")[:-1]]


def test_text_is_taken_apart_as_the_program_does() -> None:
    """Where a text is split at all, the words are those that the real program runs."""
    chance = random.Random(7)  # noqa: S311 - no secret
    wrong = {}
    for _ in range(amount(300, 5000)):
        text = "".join(chance.choices(ALPHABET, k=chance.randint(0, 9)))
        pieces = env.split(PRINTS + text)
        real = really(text)
        if pieces is None:
            fails = "$" not in text and real is not None
        else:
            fails = real != [*pieces[2:], "Z"]
        if fails:
            wrong[text] = (pieces, real)

    assert wrong == {}


@each_row(
    ("command", "expected"),
    [
        ("env -S 'proctor approve' 12", "proctor approve 12"),
        ("env -S'proctor approve' 12", "proctor approve 12"),
        ("env '-S proctor approve 12'", "proctor approve 12"),
        ("env --split-string='proctor approve' 12", "proctor approve 12"),
        ("env --split-string 'proctor approve' 12", "proctor approve 12"),
        ("env --sp='proctor approve' 12", "proctor approve 12"),
        ("env -vS 'proctor approve 12'", "proctor approve 12"),
        ("env -i -vS '-u X A=1 proctor' approve 12", "proctor approve 12"),
        ("env -S '-S proctor' approve 12", "proctor approve 12"),
        ("env -S 'bash x.sh # rest' y", "bash x.sh y"),
        ("env -S 'ls' -S", "ls -S"),
    ],
)
def test_command_in_a_text_is_found(command: str, expected: str) -> None:
    """The pieces stand where the option stood, before the words behind it."""
    assert inner(command) == expected.split()


@pytest.mark.parametrize(
    "text", ["ls ${HOME}", "ls $X", "ls 'a", "ls \\q", "ls \\", '"\\c"', "-S " * 9 + "ls"]
)
def test_text_that_cannot_be_taken_apart_is_unread(text: str) -> None:
    """A variable, an error and texts within texts hide the command."""
    reading = classify([Argument("env"), Argument("-S"), Argument(text), Argument("x")])
    assert reading.hidden is not None
