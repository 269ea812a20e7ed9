"""What a docstring says of a tool."""

from __future__ import annotations

import pytest

from proctor.tools.docstrings import read_docstring

LONG = """
    Order a product.

    It comes the next day.

    Args:
        product (str): what to order,
            by its name

        count: how many: at least one
    Returns:
        words: that are not a parameter
    """


def test_a_description_ends_where_the_sections_begin() -> None:
    """Paragraphs stay; what is said of parameters goes to them, and the rest is not told."""
    assert read_docstring(LONG) == (
        "Order a product.\n\nIt comes the next day.",
        {"product": "what to order, by its name", "count": "how many: at least one"},
    )


@pytest.mark.parametrize("text", [None, "", "   \n  ", "\n    Args:\n        x: y\n"])
def test_no_description_is_empty(text: str | None) -> None:
    """A docstring that does not say what a tool is for has no description."""
    assert read_docstring(text)[0] == ""


def test_a_word_with_a_colon_is_no_section() -> None:
    """Only the known headings, on a line of their own, begin a section."""
    text = "Read a page.\n\nCareful: it is slow.\nArgs: are described elsewhere."

    assert read_docstring(text) == (text, {})


@pytest.mark.parametrize("heading", ["Args", "Arguments", "Parameters"])
def test_parameters_are_described_under_any_usual_heading(heading: str) -> None:
    """The three headings that people write mean the same."""
    assert read_docstring(f"X.\n\n{heading}:\n    a: b") == ("X.", {"a": "b"})


def test_a_line_that_begins_no_entry_goes_on_with_the_last() -> None:
    """Text before the first entry is nobody's."""
    text = "X.\n\nArgs:\n    all of them\n    a: b\n    and c"

    assert read_docstring(text) == ("X.", {"a": "b and c"})
