"""Tests of commands whose first option says what they do."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.told import told


def test_the_first_option_is_the_operation() -> None:
    """The same letters mean another thing in another operation."""
    assert {"read"} == told("pacman -Qi bash")
    assert {"write", "network", "code"} == told("pacman -Syu")
    assert {"write", "code"} == told("pacman -Rs bash")


def test_an_operation_counts_in_the_first_place_only() -> None:
    """An option that shows a folder, behind a command that installs, makes nothing harmless."""
    assert {"read"} == told("brew --prefix openssl")
    assert {"write", "network", "code", "unknown"} == told("brew install openssl --prefix")
    assert {"code"} == told("ruby -w app.rb -v")


def test_a_path_to_the_program_changes_nothing() -> None:
    """The program is known by its name, wherever it lies."""
    assert {"read"} == told("/usr/bin/rpm -qa")
    assert {"code"} == told("/usr/bin/rpm --eval x")


def test_reasons_name_the_operation_as_people_write_it() -> None:
    """The reason names `rpm -qa`, and not the entry it stands in."""
    reading = classify([Argument("rpm"), Argument("-qa")])
    assert reading.classes == {"read": "`rpm -qa` only reads"}


def test_an_operation_that_is_not_certain_is_none() -> None:
    """What a variable holds may be another operation."""
    reading = classify([Argument("pacman"), Argument("-Q$X", "its value is not known")])
    assert reading.unknown is not None
