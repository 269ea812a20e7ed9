"""The page about tools leaves out nothing that can be said, given or refused."""

from __future__ import annotations

from dataclasses import fields

from proctor import Context
from proctor.tools.arguments import DEEPEST, MOST_BITS, MOST_CHARACTERS, MOST_VALUES
from proctor.tools.claims import Said
from tests.pages import ROOT, prose, table, words

PAGE = ROOT / "docs" / "tools.md"


def test_every_word_of_a_declaration_is_on_the_page() -> None:
    """The table of what a tool says of itself has just the words that there are."""
    listed = [word for row in table(PAGE, "word", "says") for word in words(row[0])]

    assert sorted(listed) == sorted(Said.__annotations__)


def test_every_field_of_the_context_is_on_the_page() -> None:
    """The table of the context has just the fields that there are."""
    listed = [word for row in table(PAGE, "field", "what it is") for word in words(row[0])]

    assert listed == [field.name for field in fields(Context)]


def test_the_limits_of_an_input_are_those_of_the_code() -> None:
    """The numbers that the page gives are the ones that count."""
    said = (
        f"over {MOST_CHARACTERS:,} characters, {MOST_VALUES:,} values, {DEEPEST} levels "
        f"or numbers of {MOST_BITS:,} bits"
    )

    assert said in prose(PAGE)
