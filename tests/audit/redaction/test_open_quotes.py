"""A quote that never closes is read once, whatever number of values stands in it."""

from __future__ import annotations

import random

from proctor.audit.redaction.secret_ends import IN_DOUBLE, IN_SINGLE, inside_end, last_inside
from tests.amounts import amount

PIECES = ("a", " ", "\n", "'", '"', "\\", "\\'", "'\\''", "'\"'\"'", "token: ", ";")


def test_inside_of_a_quote_ends_where_reading_it_anew_would() -> None:
    """What is remembered of a text never moves the end of a value."""
    chance = random.Random(5)  # noqa: S311 - the same texts in every run
    for _ in range(amount(300, 5000)):
        text = "".join(chance.choices(PIECES, k=40))
        for quote, reader in (("'", IN_SINGLE), ('"', IN_DOUBLE)):
            for inner in range(len(text)):
                found = reader.match(text, inner)
                assert found is not None
                assert inside_end(text, inner, quote, None) == found.end(), (text, inner, quote)


def test_values_in_an_open_quote_are_read_once() -> None:
    """The first value reads to the end of the text, the others take what it found."""
    text = "x '" + "token: a \n" * 1000
    first = inside_end(text, 3, "'", None)

    assert (first, last_inside(text, "'")) == (len(text), [3, len(text)])
    for inner in range(10, len(text), 10):
        assert inside_end(text, inner, "'", None) == len(text)
    assert last_inside(text, "'") == [3, len(text)]
