"""The page about the record is complete."""

from __future__ import annotations

from proctor.audit.export import FIELDS
from proctor.audit.prepare import KEPT, MOST_KEPT
from proctor.audit.redaction.redact import Redactor
from proctor.server.accepted_calls import TELEMETRY
from proctor.terms.decision import Source
from proctor.terms.record import Outcome
from proctor.terms.reply import Decider
from tests.pages import ROOT, prose, table, words

PAGE = ROOT / "docs" / "audit.md"


def test_every_column_is_explained() -> None:
    """The table of columns has those of an export, and no other."""
    named = [word for row in table(PAGE, "column", "what it is") for word in words(row[0])]

    assert sorted(named) == sorted(FIELDS)


def test_every_decision_is_explained() -> None:
    """The table of decisions has every word that a record can have there."""
    named = [
        word for row in table(PAGE, "decision", "what became of the call") for word in words(row[0])
    ]

    assert sorted(named) == sorted(Outcome)


def test_the_numbers_are_those_of_the_code() -> None:
    """How much of a text and of an input is kept."""
    said = f"Of a text at most {KEPT:,} characters are kept, of an input {MOST_KEPT:,} as JSON"

    assert said in prose(PAGE)


def test_the_deciders_are_those_of_the_code() -> None:
    """Whatever the page names as a decider is one."""
    (row,) = (row for row in table(PAGE, "column", "what it is") if row[0] == "`decider`")

    assert set(words(row[1])) <= {*(source.value for source in Source), *Decider, TELEMETRY}


def test_what_is_redacted_is_as_the_table_says() -> None:
    """Each example is kept as its row has it."""
    rows = [(words(row[0])[0], words(row[1])[0]) for row in table(PAGE, "said", "kept")]
    redactor = Redactor()

    assert [(said, redactor.text(said)) for said, _ in rows] == rows
    assert len(rows) > 5
