"""`dd`: what it reads and what it writes."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.dd import read
from tests.tables import each_row


def dd(*words: Argument | str) -> Reading:
    """Return what is read of a call of dd."""
    reading = Reading()
    read([Argument("dd"), *(w if isinstance(w, Argument) else Argument(w) for w in words)], reading)
    return reading


def test_input_is_read_and_output_is_written() -> None:
    """`if=` and `of=` are paths with their roles."""
    reading = dd("if=a", "of=/dev/sda", "bs=1M")
    assert [Use(Argument("a"), "r"), Use(Argument("/dev/sda"), "w")] == reading.uses
    assert {"write"} == set(reading.classes)


@pytest.mark.parametrize("word", ["of=/dev/null", "of=/dev/stdout", "status=none", "--help"])
def test_what_writes_nothing_is_no_writing(word: str) -> None:
    """An output that goes nowhere is none."""
    assert Reading() == dd(word)


@each_row("word", ["frob=1", "frob", "--frob", "OF=/dev/sda", "=x"])
def test_a_word_that_is_not_known_is_doubted(word: str) -> None:
    """Only the names that dd has are taken."""
    assert dd(word).unknown is not None


def test_an_output_that_is_not_certain_is_written_and_doubted() -> None:
    """An unknown path counts as one."""
    reading = dd(Argument("of=$x", "not known"))
    assert ("not known", {"write"}) == (reading.unknown, set(reading.classes))
