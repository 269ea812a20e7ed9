"""What `su` and `runuser` are given to run."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def read(command: str) -> Reading:
    """Return what is found out about a command of plain words."""
    return classify([Argument(word) for word in command.split()])


@each_row("command", ["su", "su -", "su - bob", "su bob", "runuser bob"])
def test_without_a_command_a_shell_takes_its_input(command: str) -> None:
    """What is typed into it runs with other rights."""
    reading = read(command)

    assert (True, "privileged" in reading.classes) == (reading.takes_input, True)


@pytest.mark.parametrize("command", ["su -c id", "su bob -c id", "su - bob --command=id"])
def test_a_text_is_looked_into(command: str) -> None:
    """It is for a shell."""
    assert [Inner(text="id")] == read(command).inners


def test_words_behind_a_named_user_are_a_command() -> None:
    """`runuser -u` starts it without a shell."""
    words = (Argument("rm"), Argument("-rf"), Argument("x"))

    assert [Inner(words)] == read("runuser -u bob -- rm -rf x").inners


def test_words_for_the_shell_hide_a_command() -> None:
    """Behind the user they are options of a shell."""
    assert read("su bob -- -c id").hidden is not None
