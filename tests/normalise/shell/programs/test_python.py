"""Tests of how Python is started."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.told import told
from tests.tables import each_row


@each_row("start", ["-I -m pip", "-I -mpip", "-Im pip", "-P -u -B -m pip", "-I -W error -m pip"])
def test_a_module_is_found_however_it_is_given(start: str) -> None:
    """The module is read as the program of its name."""
    assert {"read"} == told(f"python3 {start} list")
    assert {"write"} == told(f"python3 {start} uninstall shop")


@pytest.mark.parametrize("start", ["-m pip", "-mpip", "-u -B -m pip", "-W error -m pip"])
def test_a_module_may_lie_in_the_working_folder(start: str) -> None:
    """Python looks there first unless it is told not to, so a file there would be run."""
    assert {"code"} == told(f"python3 {start} list")
    assert {"code", "write"} == told(f"python3 {start} uninstall shop")


@pytest.mark.parametrize("start", ["-i -m pip", "-c pip -m pip", "app.py -m pip", "-m ./pip"])
def test_what_is_not_a_known_module_is_code(start: str) -> None:
    """A script, a text or an open prompt is never read as a module."""
    assert "code" in told(f"python3 {start} list")


def test_python_without_words_is_code() -> None:
    """An open prompt, or a script from elsewhere, may do anything."""
    assert {"code"} == told("python")
    assert {"code"} == told("python -")


def test_a_module_without_a_name_is_code() -> None:
    """A module that is missing makes the command neither harmless nor an error."""
    assert {"code", "unknown"} == told("python -m")


def test_a_module_that_is_not_certain_is_code() -> None:
    """What a variable holds may be any module."""
    reading = classify([Argument("python"), Argument("-m"), Argument("$X", "not known")])
    assert "code" in reading.classes
    assert reading.unknown == "not known"


def test_reasons_name_the_module() -> None:
    """The reason names the module as people write it."""
    reading = classify([Argument(word) for word in ("python", "-I", "-m", "site")])
    assert reading.classes == {"read": "`python -m site` only reads"}
