"""Errors in the user's words."""

from __future__ import annotations

import traceback

import pytest

from proctor.errors import (
    ConfigProblems,
    FileProblems,
    NotFound,
    Problem,
    ProctorError,
    RoleProblems,
    RuleError,
    UsageError,
    WrongWord,
    did_you_mean,
)
from proctor.terms.place import Place
from tests.tables import each_row


def test_a_problem_points_at_its_place() -> None:
    """A problem has a line for machines and a caret for people."""
    problem = Problem(
        code="unknown-key",
        message="`alow` is not a key",
        place=Place("coder.yaml", 3, 5),
        help="did you mean `allow`?",
        line_text="    alow: []",
        length=4,
    )

    assert problem.line() == "coder.yaml:3:5: unknown-key: `alow` is not a key"
    assert problem.render() == (
        "coder.yaml:3:5: unknown-key: `alow` is not a key\n"
        "    3 |     alow: []\n"
        "      |     ^^^^\n"
        "      help: did you mean `allow`?"
    )


def test_a_warning_says_that_it_is_one() -> None:
    """A warning's line has the word before its code; an error's has not."""
    problem = Problem(code="x", message="y", place=Place("a", 1), warning=True)

    assert problem.line() == "a:1:1: warning: x: y"


def test_a_problem_without_a_line_is_its_line() -> None:
    """Without text and help there is nothing to draw."""
    problem = Problem(code="x", message="y", place=Place("a", 1))

    assert problem.render() == "a:1:1: x: y"


def test_all_problems_of_files_come_at_once_sorted() -> None:
    """They are sorted by file, line and column."""
    places = [Place("b", 1), Place("a", 2, 2), Place("a", 2, 1), Place("a", 10)]
    error = RoleProblems(Problem(code="x", message="y", place=place) for place in places)

    assert [str(p.place) for p in error.problems] == ["a:2", "a:2", "a:10", "b:1"]
    assert [p.place.column for p in error.problems] == [1, 2, 1, 1]
    assert error.render().count("\n") == 3


@each_row(
    ("error", "status"),
    [
        (ProctorError("x"), 2),
        (UsageError("x"), 2),
        (NotFound("x"), 2),
        (RuleError("code", "x"), 1),
        (FileProblems([]), 1),
        (ConfigProblems([]), 1),
    ],
)
def test_every_error_is_ours_and_has_a_status(error: ProctorError, status: int) -> None:
    """Whoever catches the root catches everything, and knows how the process ends."""
    assert isinstance(error, ProctorError)
    assert error.exit_code == status


def test_an_error_shows_its_help() -> None:
    """What to do stands under what is wrong."""
    assert ProctorError("wrong", help="do this").render() == "wrong\nhelp: do this"
    assert ProctorError("wrong").render() == "wrong"


@each_row(
    ("word", "help_text"),
    [
        ("alow", "did you mean `allow`?"), ("ALLOW", "did you mean `allow`?"),
        ("bahs", "did you mean `Bash`?"), ("dny", "did you mean `deny`?"), ("zzz", None),
        ("", None), ("shba", None), ("allowance", None), ("allowed", "did you mean `allow`?"),
    ],
)  # fmt: skip
def test_the_nearest_word_is_named(word: str, help_text: str | None) -> None:
    """A near miss gets a suggestion, in the spelling that is known."""
    assert did_you_mean(word, ["allow", "deny", "Bash"]) == help_text


@pytest.mark.parametrize("word", ["nope", "opal", "penned"])
def test_nobody_is_led_to_something_more_permissive(word: str) -> None:
    """A word that only shares letters with another is not taken for it."""
    assert did_you_mean(word, ["open", "ops", "locked"]) is None
    assert did_you_mean("opne", ["open", "ops", "locked"]) == "did you mean `open`?"


def test_only_slips_can_be_wanted() -> None:
    """Where a wrong guess costs more, what is merely alike is not named."""
    assert did_you_mean("Reader", ["Read"]) == "did you mean `Read`?"
    assert did_you_mean("Reader", ["Read"], only_slips=True) is None
    assert did_you_mean("Raed", ["Read"], only_slips=True) == "did you mean `Read`?"


def test_a_wrong_word_is_a_value_error_too() -> None:
    """Whoever catches Python's own error catches ours."""
    assert isinstance(WrongWord("x"), UsageError)
    assert isinstance(WrongWord("x"), ValueError)


def shown(error: Exception) -> str:
    """Return what Python shows of an error that nobody catches, below its frames."""
    return "".join(traceback.format_exception_only(error))


def test_a_traceback_has_the_help() -> None:
    """Whoever calls us from Python reads what to do; the words of the error stay as they are."""
    error = NotFound("there is no role `clrk`", help="did you mean `clerk`?")

    assert shown(error) == (
        "proctor.errors.NotFound: there is no role `clrk`\nhelp: did you mean `clerk`?\n"
    )
    assert str(error) == error.message == "there is no role `clrk`"
    assert error.render() == "there is no role `clrk`\nhelp: did you mean `clerk`?"
    assert shown(NotFound("gone")) == "proctor.errors.NotFound: gone\n"


def test_a_traceback_has_the_help_as_it_is_now() -> None:
    """A help that is put in the place of another is shown once; the notes of others stay."""
    error = NotFound("gone", help="look elsewhere")
    error.add_note("while the shop was opened")
    error.help = "ask ada"
    assert shown(error).splitlines()[1:] == ["while the shop was opened", "help: ask ada"]

    error.help = None
    assert (error.help, shown(error).splitlines()[1:]) == (None, ["while the shop was opened"])


def test_a_traceback_has_the_help_of_every_problem_once() -> None:
    """What is wrong in files says in Python, too, what to do."""
    problems = [
        Problem(code="x", message=f"y{line}", place=Place("a", line), help=help_)
        for line, help_ in ((1, "declare it"), (2, None), (3, "declare it"), (4, "spell it out"))
    ]
    error = RoleProblems(problems)

    assert shown(error).splitlines()[-2:] == ["help: declare it", "help: spell it out"]
    assert str(error) == "a:1:1: x: y1\na:2:1: x: y2\na:3:1: x: y3\na:4:1: x: y4"
    assert error.help is None
    error.help = "both"
    assert shown(error).splitlines()[-2:] == ["a:4:1: x: y4", "help: both"]
