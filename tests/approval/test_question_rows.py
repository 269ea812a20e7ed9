"""A question as rows of text: our labels, and one line each."""

from __future__ import annotations

from proctor.approval.channels.question_rows import Row, choice_rows, end_row, rows_of
from proctor.approval.message import choices_of, message_of
from tests.approval.asked_questions import BODY, QUESTIONS, question
from tests.tables import each_row

LABELS = [
    "Tool", "Action", "Changes", "Part", "Why", "Rule", "Review", "Role", "Agent", "Sub-agent",
    "For", "Session", "Folder",
]  # fmt: skip


def test_the_rows_of_a_question() -> None:
    """What is asked, why, for whom and where; what is asked comes before what is not."""
    asked = question(body={**BODY, "subagent": "explorer", "requester": "ada"})

    assert list(rows_of(message_of(asked))) == [
        Row("Tool", "Bash"),
        Row("Action", "git fetch origin && git push origin main"),
        Row("Part", "ask: git push origin main (it publishes)"),
        Row("Part", "allow: git fetch origin (it reads)"),
        Row("Why", "no rule allows it"),
        Row("Rule", "Bash(git push *)"),
        Row("Role", "coder"),
        Row("Agent", "coder-1"),
        Row("Sub-agent", "explorer"),
        Row("For", "ada"),
        Row("Session", "abc123"),
        Row("Folder", "/home/ada/shop"),
    ]


def test_what_is_not_said_has_no_row() -> None:
    """Only names that are always there have a dash."""
    assert list(rows_of(message_of(QUESTIONS["bare"]))) == [
        Row("Tool", "Read"), Row("Action", ".env"), Row("Role", "-"), Row("Agent", "-"),
        Row("Session", "-"), Row("Folder", "-"),
    ]  # fmt: skip


def test_parts_that_are_not_shown_are_counted() -> None:
    """The row behind the last says how many more there are."""
    message = message_of(question())._replace(more_pieces=7)

    assert [row.text for row in rows_of(message) if row.label == "Part"][-1] == "… and 7 more"


@each_row("name", QUESTIONS)
def test_nothing_that_an_agent_wrote_makes_a_row(name: str) -> None:
    """Every label is ours and in its place, and every row is one printable line."""
    asked = QUESTIONS[name]
    rows = list(rows_of(message_of(asked)))
    labels = [row.label for row in rows]

    assert sorted(labels, key=LABELS.index) == labels
    assert all(row.text.isprintable() for row in [*rows, *choice_rows(choices_of(asked))])
    assert end_row(message_of(asked)).isprintable()


def test_each_choice_says_what_it_would_do() -> None:
    """By its key; the wide one is there where there is one, before Deny."""
    rows = list(choice_rows(choices_of(question(body={**BODY, "category": "bash"}))))

    assert [row.label for row in rows] == ["a", "s", "t", "w", "c", "d"]
    assert rows[0].text == "Allow: remembers nothing: only this call"
    assert rows[4].text == (
        "Allow every bash call for this session: remembers every bash call, whatever it does, "
        "for this agent's session"
    )


def test_the_end_of_a_question() -> None:
    """Its number, what became of it, by whom and through what."""
    assert end_row(message_of(QUESTIONS["denied-with-words"])) == (
        "Question 12: Denied by grace through inbox: use a branch"
    )
