"""Answers in words name their question."""

from __future__ import annotations

import pytest

from proctor.approval.channels.answering_words import (
    LONGEST_WORDS,
    Words,
    number_and_words,
    read_words,
    two_numbers,
)
from proctor.terms.reply import Answer
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
        (0, 0, ""),
        (12, 13, "you replied to question 13 but wrote 12: nothing was done"),
    ],
)
def test_it_must_be_certain_which_question_is_meant(number: int, replied: int, wrong: str) -> None:
    """By its number or by the message replied to; where both differ, by neither."""
    assert two_numbers(number, replied) == wrong


@each_row(
    ("text", "wanted"),
    [
        ("yes", Words(Answer.ALLOW)),
        ("Yes!", Words(Answer.ALLOW)),
        ("approve", Words(Answer.ALLOW)),
        ("approved.", Words(Answer.ALLOW)),
        ("OK", Words(Answer.ALLOW)),
        ("✅", Words(Answer.ALLOW)),
        ("allow", Words(Answer.ALLOW)),
        ("no", Words(Answer.DENY)),
        ("❌", Words(Answer.DENY)),
        ("no: use a branch", Words(Answer.DENY, words="use a branch")),
        ("deny: use a branch", Words(Answer.DENY, words="use a branch")),
        ("deny use a branch", Words(Answer.DENY, words="use a branch")),
        ("no, never", Words(Answer.DENY, words="never")),
        ("no problem", Words(None)),
        ("yes, but not on main", Words(None)),
        ("yes please", Words(None)),
        ("yesterday", Words(None)),
        ("okay?", Words(None)),
        ("not ok", Words(None)),
        ("yes\nno", Words(None)),
        ("allow@x", Words(None)),
        ("allow 12 more minutes", Words(None)),
        ("", None),
        ("/help", None),
    ],
)
def test_a_reply_is_an_answer_or_not_understood(text: str, wanted: Words | None) -> None:
    """A yes has nothing behind it; a no may have a reason. Outside of a reply they are talk."""
    assert read_words(text, replied=True) == wanted
    assert read_words(text, replied=False) is None


@each_row(
    ("text", "bare"),
    [("/allow", True), ("/deny", True), ("/deny use a branch", True), ("/allow it", False),
     ("/allow 12x", False), ("/allow 12", False), ("/deny 12", False)],
)  # fmt: skip
def test_a_bare_command_has_nothing_that_could_be_a_number(text: str, bare: bool) -> None:
    """A mistyped number never becomes the only question, where that would be a yes."""
    found = read_words(text, replied=False)
    assert found is not None
    assert found.bare is bare
