"""A record as a row: every text can be kept, and what was read again is the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.audit.rows import COLUMNS, LONGEST_NAME, NAMES, name_of, storable, to_record, to_values
from tests.contracts.samples import RECORD, record
from tests.tables import each_row

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))
TEXTS = [
    name for name, value in RECORD._asdict().items() if isinstance(value, str) and name != "uid"
]


@given(ANY_TEXT)
def test_a_text_becomes_storable_once(text: str) -> None:
    """No NUL and no half of a pair is left, and what is storable stays as it is."""
    kept = storable(text)

    assert "\0" not in kept
    assert kept == kept.encode().decode() == storable(kept)


@each_row(
    ("text", "kept"),
    [
        ("plain", "plain"),
        ("é and 🦊", "é and 🦊"),
        ("a\0b", r"a\x00b"),
        ("é\0", r"é\x00"),
        ("\ud83d", r"\ud83d"),
        (r"a\x00b", r"a\x00b"),
    ],
)
def test_what_cannot_be_kept_stands_there_as_python_writes_it(text: str, kept: str) -> None:
    """A reader sees that something was there, and what."""
    assert kept == storable(text)


@given(st.dictionaries(st.sampled_from(TEXTS), ANY_TEXT), st.text(max_size=3).map("long".join))
def test_the_values_of_a_record_that_was_read_are_the_same(
    texts: dict[str, str], tail: str
) -> None:
    """The hash of a record is made of its values again: they must not change on the way."""
    values = to_values(record("u-1", **{name: text + tail * 300 for name, text in texts.items()}))

    assert values == to_values(to_record(values))


@given(ANY_TEXT, st.integers(LONGEST_NAME, 400))
def test_a_long_name_is_cut_and_stays_apart(start: str, length: int) -> None:
    """An index takes it, names that differ only at the end stay two, and it is cut only once."""
    one, other = name_of(f"{start}{'x' * length}1"), name_of(f"{start}{'x' * length}2")

    assert max(len(one), len(other)) <= LONGEST_NAME
    assert one != other
    assert one == name_of(one)


def test_all_that_is_looked_up_by_an_index_is_cut() -> None:
    """However long what an agent says of itself is, its record can be kept."""
    long = dict.fromkeys((COLUMNS[column] for column in NAMES), "x" * 5_000)
    values = to_values(record("u-1", **long))

    assert {name_of("x" * 5_000)} == {values[column] for column in NAMES}
