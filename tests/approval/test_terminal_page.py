"""How a question is laid out, whatever the size of the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.approval.channels.terminal_dialog import Dialog
from proctor.approval.channels.terminal_page import (
    Page,
    Place,
    Shown,
    Size,
    cells,
    empty_page,
    page_of,
    time_left,
    wrapped,
)
from proctor.terms.question import Question
from tests.approval.asked_questions import BODY, FORGED, QUESTIONS, question
from tests.tables import each_row

USUAL, POPUP, SMALL = Size(80, 24), Size(70, 19), Size(70, 15)
LONG = question(
    body={
        **BODY,
        "always": "makes a role `coder` in your home (roles/coder.yaml) that extends the project's",
        "category": "bash",
        "why": "it publishes",
    }
)


def page(asked: Question, size: Size, **place: Any) -> Page:
    """Lay a question out while keys count."""
    dialog = Dialog(asked)
    shown = Shown(asked, dialog.choices, dialog.selected, dialog.hint(ready=True))
    return page_of(shown, Place(**{"which": 1, "of": 1, "seconds": 54, **place}), size)


def labels(laid: Page) -> list[str]:
    """Return the labels of the rows that are shown."""
    lines = [line.text for line in laid.lines if not line.text.startswith(" ")]
    return [text.partition(":")[0] for text in lines[1:]]


@pytest.mark.parametrize(
    ("place", "title"),
    [
        ({}, "Question 12 of agent coder-1, 54 s left"),
        ({"which": 2, "of": 3}, "Question 12 of agent coder-1 (2 of 3, ← →), 54 s left"),
        ({"another": True}, "Question 12 of another agent, coder-1, 54 s left"),
        ({"seconds": 0}, "Question 12 of agent coder-1, its time is over"),
    ],
)
def test_the_first_line_says_whose_question_it_is(place: dict[str, Any], title: str) -> None:
    """And whether that is another agent than the one that somebody wanted to answer."""
    assert page(question(), USUAL, **place).lines[0].text == title


def test_a_name_is_not_taken_for_the_words_around_it() -> None:
    """One that has other characters than names have stands in quotes."""
    forged = question(agent="a3, 54 s left")

    assert page(forged, USUAL).lines[0].text == 'Question 12 of agent "a3, 54 s left", 54 s left'


@each_row("size", [USUAL, POPUP, SMALL, Size(30, 40)])
@each_row("name", ["coder-1", "x" * 64])
def test_the_agent_is_never_cut(size: Size, name: str) -> None:
    """However narrow or low the window is, its whole name stands in the title."""
    laid = page(LONG._replace(agent=name), size)
    title = [line.text.strip() for line in laid.lines if line.style == "bold"]

    assert name in "".join(title)


def test_where_there_is_room_everything_is_shown() -> None:
    """Each row once, and what each choice would do in full."""
    laid = page(LONG, Size(120, 40))

    assert labels(laid) == [
        "Tool", "Action", "Part", "Part", "Why", "Rule", "Role", "Agent", "Session", "Folder",
    ]  # fmt: skip
    assert not any("…" in line.text for line in laid.lines)


def test_what_is_said_twice_goes_first() -> None:
    """The agent stands in the title, the reason beside its part: nothing is lost by that."""
    laid = page(LONG, POPUP)

    assert labels(laid) == ["Tool", "Action", "Part", "Part", "Rule", "Role", "Session", "Folder"]
    assert not any("more lines" in line.text for line in laid.lines)


def test_a_reason_of_its_own_is_not_said_twice() -> None:
    """It stays while less useful rows go; the folder is what stays longest."""
    laid = page(question(), SMALL)

    assert labels(laid) == ["Tool", "Action", "Part", "Part", "Why", "Folder"]
    assert "  [… 3 more lines …]" in [line.text for line in laid.lines]


def test_what_is_asked_stays_longer_than_what_is_not() -> None:
    """Of many parts those go first that nobody has to answer for."""
    texts = [line.text for line in page(QUESTIONS["many-parts"], POPUP).lines]

    assert [text.split(":")[1].strip() for text in texts if text.startswith("Part")] == [
        "ask", "ask", "ask", "ask", "allow",
    ]  # fmt: skip
    assert "Folder:    /home/ada/shop" in texts


@each_row("name", QUESTIONS)
@each_row("size", [USUAL, POPUP, SMALL, Size(30, 24), Size(12, 9)])
def test_nothing_is_wider_or_higher_than_the_window(name: str, size: Size) -> None:
    """And no line but the title and ours begins at the left edge with what an agent said."""
    laid = page(QUESTIONS[name], size)
    every = [*laid.lines, *laid.hint]

    assert all(sum(map(cells, line.text)) < size.columns for line in every)
    assert not laid.whole or len(every) < size.rows
    assert not any(line.text.startswith(FORGED[:2]) for line in every)


@each_row("width", [20, 30, 40, 50, 60, 69])
def test_the_hint_breaks_between_words(width: int) -> None:
    """Whatever the width, its words are whole, and none is lost."""
    hint = Dialog(question()).hint(ready=True)
    lines = wrapped(hint, width, 2)

    assert " ".join(line.strip() for line in lines) == hint
    assert all(len(line) <= width for line in lines)


def test_a_word_that_is_too_long_breaks_all_the_same() -> None:
    """Blanks before a text stay, and wide characters count twice."""
    assert wrapped("  [a] xxxxxxxxxxxx y", 10, 4) == ["  [a]", "    xxxxxx", "    xxxxxx", "    y"]
    assert wrapped("漢字漢字 x", 6, 2) == ["漢字漢", "  字 x"]
    assert (wrapped("", 5, 2), wrapped("ab: ", 5, 2)) == ([""], ["ab: "])


def test_where_nothing_waits_what_is_said_fits() -> None:
    """The hint is seen, however much is said before it."""
    laid = empty_page(["agent a is blocked in its own dialog"] * 9, "q leaves", Size(30, 6))

    assert [line.text for line in [*laid.lines, *laid.hint]] == [
        "agent a is blocked in its own", "  dialog",
        "agent a is blocked in its own", "  dialog", "q leaves",
    ]  # fmt: skip


def test_the_time_that_is_left_is_said_as_people_count_it() -> None:
    """To the second for minutes, not for hours."""
    said = [time_left(each) for each in (0.5, 59, 119, 3599.9, 3600, 86_398)]

    assert said == [
        "its time is over",
        "59 s left",
        "1 min 59 s left",
        "59 min 59 s left",
        "1 h 0 min left",
        "23 h 59 min left",
    ]
