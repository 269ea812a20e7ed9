"""What agents say is kept as harmless text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.errors import MoveRefused
from proctor.workflows.wording import named, one_line, same_name, short_text
from tests.tables import each_row

ANY = st.text(st.characters(exclude_categories=[]), max_size=5000)


@given(ANY)
def test_a_line_is_one_printable_line(text: str) -> None:
    """Whatever was said, it is short and has nothing that a terminal obeys."""
    line = one_line(text)

    assert line.isprintable()
    assert (line, len(line) <= 80) == (line.strip(), True)
    assert one_line(line) == line


@given(ANY)
def test_a_text_keeps_its_lines_and_nothing_else_unseen(text: str) -> None:
    """It is cut in the middle where it is long."""
    kept = short_text(text)

    assert kept.replace("\n", "").isprintable()
    assert len(kept) <= 2003


@given(ANY)
def test_a_name_is_taken_as_it_is_or_not_at_all(text: str) -> None:
    """No name is made of another by cutting something off."""
    try:
        assert named(text) == text
    except MoveRefused:
        assert not text or text != text.strip() or len(text) > 200 or not text.isprintable()


@each_row(
    ("one", "other", "same"),
    [
        ("ada", "ada", True),
        ("ada", "ADA", True),
        ("stra\u00dfe", "STRASSE", True),
        ("\u00e9", "e\u0301", True),
        ("\uff41da", "ada", True),
        ("ada", "ada-2", False),
    ],
)
def test_names_that_may_be_one_are_one(one: str, other: str, same: bool) -> None:
    """Case, width and the spelling of accents tell nobody apart."""
    assert same is same_name(one, other) is same_name(other, one)
