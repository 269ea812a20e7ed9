"""A table of cases fails for every wrong row, by name."""

from __future__ import annotations

import pytest

from tests.tables import each_row

SEVEN = 7


def outcome(test: object) -> str:
    """Run a test made of a table, and return what its failure says."""
    assert callable(test)
    with pytest.raises(pytest.fail.Exception) as failed:
        test()
    return str(failed.value)


def test_every_wrong_row_is_named() -> None:
    """The failure counts the wrong rows and shows each with its values."""

    @each_row(("number", "double"), [(1, 2), (2, 5), (3, 6), (SEVEN, 0)])
    def doubled(number: int, double: int) -> None:
        assert number * 2 == double

    said = outcome(doubled)

    assert said.startswith("2 of 4 rows are wrong:\n\n2  5\n")
    assert "\n\n7  0\n" in said
    assert "assert (2 * 2) == 5" in said


def test_rows_can_have_names() -> None:
    """A name given for a row stands in the failure."""

    @each_row("number", [1, 2], ids=["one", "two"])
    def small(number: int) -> None:
        assert number < 2

    @each_row("number", [1, 2], ids=lambda number: f"n{number}")
    def smaller(number: int) -> None:
        assert number < 2

    assert "wrong:\n\ntwo\n" in outcome(small)
    assert "wrong:\n\nn2\n" in outcome(smaller)


def test_any_exception_counts_as_wrong() -> None:
    """A row that raises is wrong, and the other rows are still tried."""

    @each_row("number", [0, 1, 2])
    def divided(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            assert 1 / number

    @each_row("number", [0, 1])
    def inverse(number: int) -> None:
        assert 1 / number

    assert outcome(divided).startswith("2 of 3 rows are wrong:")
    assert "ZeroDivisionError: division by zero" in outcome(inverse)


def test_empty_table_is_refused() -> None:
    """A table without rows cannot pass."""
    with pytest.raises(ValueError, match="without rows"):
        each_row("number", [])
    with pytest.raises(ValueError, match="1 names for 2 rows"):
        each_row("number", [1, 2], ids=["one"])


@pytest.fixture
def three() -> int:
    """Return a number."""
    return 3


@each_row("factor", [1, 2])
@each_row("number", [3, 6])
def test_tables_multiply_and_take_fixtures(factor: int, number: int, three: int) -> None:
    """Two tables give every pair of their rows; fixtures are asked for as usual."""
    assert factor * number % three == 0
