"""Lines that are words and nothing else, which are read without the grammar."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.normalise.shell.meaning.run import Run
from proctor.normalise.shell.meaning.walk import walked
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

HERE = Folders(("/home/ada/shop",))


@each_row(
    "line",
    [
        "git status",
        "  ls   -la  src/app.py ",
        "make",
        "pytest -q tests/test_a.py::test_b",
        "npm run build -- --mode=fast",
        "ssh ada@example.org uptime",
        "dd if=a of=b",
        "env A=b make",
        "./run.sh +x 50% a,b",
    ],
)
def test_a_plain_line_is_what_the_grammar_would_make_of_it(line: str, around: Surroundings) -> None:
    """The short way and the long one lead to the same command."""
    assert walked(line, around, HERE, Budget()) == runs_of(line, around, HERE, Budget())


def test_a_plain_line_is_one_command(around: Surroundings) -> None:
    """Its words are certain, and nothing stands in front of it or behind it."""
    words = (Argument("git"), Argument("log"), Argument("-3"))

    found = runs_of(" git log -3 ", around, HERE, Budget())

    assert [Run(words, (), (), HERE, "git log -3")] == found


@each_row("line", ["cd src", "A=b", "A=b make", "echo x", "x; y", "a $b", "a\nb"])
def test_what_the_shell_reads_in_its_own_way_is_walked(line: str, around: Surroundings) -> None:
    """A builtin, an assignment, an operator or an expansion is no line of plain words."""
    assert walked(line, around, HERE, Budget()) == runs_of(line, around, HERE, Budget())


def test_a_keyword_alone_cannot_be_read(around: Surroundings) -> None:
    """Nor is it taken for the name of a program."""
    with pytest.raises(Unreadable):
        runs_of("if", around, HERE, Budget())
