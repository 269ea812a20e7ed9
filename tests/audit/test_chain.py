"""The chain: whatever is done to a row is found."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.audit.chain import (
    CHANGED,
    MISNUMBERED,
    STRANGE,
    UNNUMBERED,
    Break,
    Head,
    breaks,
    rehash,
)
from proctor.terms.record import Record
from tests.audit.chain_rows import CHAIN, chain_of, found, some, with_value
from tests.contracts.samples import ODD, RECORD, record


class TestWhole:
    """Chains in which nothing is wrong."""

    def test_an_empty_chain_holds(self) -> None:
        """Where nothing is, nothing is wrong."""
        assert list(breaks([])) == []

    @pytest.mark.parametrize("count", [1, 2, 100])
    def test_a_chain_as_it_was_written_holds(self, count: int) -> None:
        """Rows that were not touched have no break, for whoever goes along them once."""
        assert list(breaks(iter(some(count)))) == []

    def test_odd_texts_hold(self) -> None:
        """Whatever stands in a record, its hash is the same when it is read again."""
        rows = chain_of(
            [
                record(f"u-{n}", detail=text, input={text: text})
                for n, text in enumerate(ODD.values())
            ]
        )

        assert list(breaks(rows)) == []

    def test_a_break_says_where(self) -> None:
        """A break names chain, place, number and what is wrong."""
        rows = some()
        rows[2] = rows[2]._replace(record=rows[2].record._replace(why="other"))

        assert list(breaks(rows)) == [Break(CHAIN, 3, 3, CHANGED)]


def other(value: object) -> object:
    """Return a value that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else {"other": True}


class TestChanged:
    """One row is changed, moved, missing or too many."""

    @pytest.mark.parametrize("place", [0, 2, 5], ids=["first", "middle", "last"])
    @pytest.mark.parametrize("column", [name for name in Record._fields if name != "agent_name"])
    def test_a_changed_column_is_found(self, column: str, place: int) -> None:
        """Another value in any column of any row is found at that row."""
        rows = some()
        value = other(getattr(rows[place].record, column))
        rows[place] = with_value(rows[place], column, value)

        assert found(rows) == [(place + 1, CHANGED)]

    @pytest.mark.parametrize("place", [0, 2, 5], ids=["first", "middle", "last"])
    @pytest.mark.parametrize("column", ["host", "home"])
    def test_a_row_of_another_place_is_found(self, column: str, place: int) -> None:
        """Host and home of a row belong to its chain."""
        rows = some()
        rows[place] = with_value(rows[place], column, "elsewhere")

        assert place + 1 in [seq for seq, _ in found(rows, chain=CHAIN)]
        assert STRANGE in [what for _, what in found(rows)]

    def test_a_renamed_agent_is_found(self) -> None:
        """A row under another agent's name belongs to no chain of that name."""
        rows = some()
        moved = rows[5]._replace(record=rows[5].record._replace(agent_name="coder-2"))

        assert found([*rows[:5], moved]) == [(6, STRANGE)]
        assert found([moved]) == [(6, "5 before it are missing")]

    @pytest.mark.parametrize("column", ["host", "home"])
    def test_a_chain_of_one_is_not_moved_either(self, column: str) -> None:
        """The only row of a chain, given to another host or home, is found there."""
        (row,) = some(1)

        assert found([with_value(row, column, "elsewhere")]) == [(1, CHANGED)]

    def test_a_whole_chain_is_not_renamed(self) -> None:
        """All rows given to another host do not fit their hashes."""
        rows = [row._replace(host="elsewhere") for row in some(3)]

        assert found(rows) == [(2, CHANGED), (3, CHANGED), (1, CHANGED)]

    def test_another_hash_is_found(self) -> None:
        """A changed hash is found at its row and behind it."""
        rows = some()
        rows[2] = rows[2]._replace(hash="0" * 64)

        assert found(rows) == [(3, CHANGED), (4, CHANGED)]

    def test_a_missing_first_row_is_found(self) -> None:
        """A chain begins with its first row."""
        assert found(some()[1:]) == [(2, "1 before it is missing")]
        assert found(some()[4:]) == [(5, "4 before it are missing")]

    def test_a_missing_row_is_found(self) -> None:
        """A hole in the middle is found behind it."""
        rows = some()

        assert found(rows[:2] + rows[3:]) == [(4, "1 before it is missing")]
        assert found(rows[:1] + rows[4:]) == [(5, "3 before it are missing")]

    def test_a_closed_gap_is_found(self) -> None:
        """Giving those behind a hole the places before it hides nothing."""
        rows = some()
        moved = [row._replace(seq=row.seq - 1) for row in rows[3:]]

        assert found(rows[:2] + moved) == [(3, CHANGED), (4, CHANGED), (5, CHANGED)]

    def test_swapped_rows_are_found(self) -> None:
        """Two rows in the wrong order, or with each other's place, are found."""
        rows = some()
        swapped = [*rows[:2], rows[3], rows[2], *rows[4:]]
        renamed = [*rows[:2], rows[3]._replace(seq=3), rows[2]._replace(seq=4), *rows[4:]]

        assert [seq for seq, _ in found(swapped)] >= [3, 4]
        assert found(swapped)[1] == (3, "it stands behind record 4 of its chain")
        assert found(renamed)[:2] == [(3, CHANGED), (4, CHANGED)]

    def test_a_place_twice_is_found(self) -> None:
        """Two rows in one place are found, the same one and another."""
        rows = some()
        forged = rows[2]._replace(n=99, record=record("u-forged"))

        assert found([*rows[:3], rows[2], *rows[3:]]) == [
            (3, "it stands behind record 3 of its chain")
        ]
        assert (3, "it stands behind record 3 of its chain") in found(
            [*rows[:3], forged, *rows[3:]]
        )

    def test_a_row_too_many_is_found(self) -> None:
        """A forged row in between makes what is behind it wrong."""
        rows = some()
        forged = chain_of([record("u-forged")], head=Head(3, rows[2].hash), n=4)
        behind = [row._replace(seq=row.seq + 1, n=row.n + 1) for row in rows[3:]]

        assert found(rows[:3] + forged + behind) == [(5, CHANGED), (6, CHANGED), (7, CHANGED)]

    def test_numbers_of_the_store_go_along(self) -> None:
        """Rows are not put into another order for whoever lists them by number."""
        rows = some()
        rows[1], rows[3] = rows[1]._replace(n=rows[3].n), rows[3]._replace(n=rows[1].n)

        assert found(rows) == [(3, MISNUMBERED), (4, MISNUMBERED)]

    @pytest.mark.parametrize("place", [0, 2])
    def test_what_is_no_text_is_found(self, place: int) -> None:
        """Bytes where a text or a number was are found, and break nothing else."""
        rows = some()
        strange: Any = b"\xff"
        rows[place] = rows[place]._replace(record=rows[place].record._replace(detail=strange))
        unplaced = some()
        unplaced[place] = unplaced[place]._replace(seq=strange)

        assert found(rows) == [(place + 1, CHANGED)]
        assert [strange, UNNUMBERED] in [list(each) for each in found(unplaced)]

    @pytest.mark.parametrize("seq", [0, -1])
    def test_no_row_stands_before_the_first(self, seq: int) -> None:
        """A row with a place before one is no beginning."""
        (row,) = chain_of([RECORD], head=Head(seq - 1, ""))

        assert found([row]) == [(seq, "it stands behind record 0 of its chain")]


VALUES = st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.floats()


class TestAnyMutation:
    """Whatever is done to one row is found."""

    @given(data=st.data(), count=st.integers(1, 6))
    def test_any_other_value_in_any_place_is_found(self, data: st.DataObject, count: int) -> None:
        """A row whose record, place or hash is not the same in any way is found."""
        rows = some(count)
        at = data.draw(st.integers(0, count - 1))
        row = rows[at]
        column = data.draw(
            st.sampled_from([*Record._fields, "host", "home", "seq", "format", "hash"])
        )
        value = data.draw(VALUES)
        changed = with_value(row, column, value)
        rows[at] = changed

        try:
            same = (changed.host, changed.home, changed.seq, changed.format, changed.hash) == (
                row.host, row.home, row.seq, row.format, row.hash
            ) and rehash(changed, "") == rehash(row, "")  # fmt: skip
        except (TypeError, ValueError):
            same = False
        assert bool(found(rows, chain=CHAIN)) is not same

    @given(data=st.data(), count=st.integers(2, 8))
    def test_any_other_order_is_found(self, data: st.DataObject, count: int) -> None:
        """Rows in another order, doubled or left out anywhere but at the end, are found."""
        rows = some(count)
        order = data.draw(st.lists(st.sampled_from(rows), max_size=count + 2))

        assert (found(order) == []) is (order == rows[: len(order)])
