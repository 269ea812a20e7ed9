"""Answers in words name their question."""

from __future__ import annotations

import pytest

from proctor.approval.channels.answering_words import (
    LONGEST_WORDS,
    number_and_words,
    wrong_number,
)
from tests.tables import each_row


@each_row(
    ("rest", "number", "words"),
    [
        ("12", 12, ""),
        ("#12", 12, ""),
        ("  12  ", 12, ""),
        ("12 use a branch", 12, "use a branch"),
        ("12\nuse a\nbranch", 12, "use a\nbranch"),
        ("12 13", 12, "13"),
        ("", 0, ""),
        ("   ", 0, ""),
        ("use branch 12", 0, "use branch 12"),
        ("12.", 0, "12."),
        ("12,13", 0, "12,13"),
        ("012", 0, "012"),
        ("0", 0, "0"),
        ("-12", 0, "-12"),
        ("+12", 0, "+12"),
        ("1e3", 0, "1e3"),
        ("##12", 0, "##12"),
        ("# 12", 0, "# 12"),
        ("\u0661\u0662", 0, "\u0661\u0662"),
        ("9" * 19, 0, "9" * 19),
    ],
)
def test_the_number_comes_first(rest: str, number: int, words: str) -> None:
    """What is not plainly a number is none: no question is guessed."""
    assert number_and_words(rest) == (number, words)


@pytest.mark.parametrize("start", ["", "12 "])
def test_words_have_an_end(start: str) -> None:
    """What goes to an agent is cut, with a number before it or without."""
    assert len(number_and_words(start + "x" * 5000)[1]) == LONGEST_WORDS


@each_row(
    ("number", "replied", "wrong"),
    [
        (12, 0, ""),
        (0, 12, ""),
        (12, 12, ""),
        (0, 0, "which question? Write its number: /allow 12"),
        (12, 13, "you replied to question 13 but wrote 12: nothing was done"),
    ],
)
def test_it_must_be_certain_which_question_is_meant(number: int, replied: int, wrong: str) -> None:
    """By its number or by the message replied to; where both differ, by neither."""
    assert wrong_number("allow", number, replied) == wrong
