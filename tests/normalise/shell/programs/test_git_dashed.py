"""Tests of reading a git subcommand by the entry under its dashed name."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.told import told


def test_a_subcommand_is_named_as_people_write_it() -> None:
    """The reason names `git show`, and not the entry it stands in."""
    reading = classify([Argument("git"), Argument("show")])
    assert reading.classes == {"read": "`git show` only reads"}


def test_a_global_option_is_none_of_the_subcommand() -> None:
    """An option of git itself counts before the subcommand only."""
    assert {"read"} == told("git --no-pager --git-dir x log")
    assert {"unknown"} == told("git rev-list --namespace x HEAD")


def test_a_word_that_may_be_an_option_is_never_passed_over() -> None:
    """A value or a word behind `--` that would write, if it were an option, is not certain."""
    assert {"unknown"} == told("git log --grep --output=x")
    assert {"unknown"} == told("git branch --sort -d")
    assert {"unknown"} == told("git shortlog -- -x")
    assert {"read"} == told("git log --grep output -- src")


def test_a_word_that_is_not_certain_makes_the_command_so() -> None:
    """What a variable holds may be an option that writes."""
    words = [Argument("git"), Argument("log"), Argument("$X", "its value is not known")]
    assert classify(words).unknown == "its value is not known"
