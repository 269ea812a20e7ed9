"""The chain: told removals, noted heads, and what the rows alone cannot show."""

from __future__ import annotations

import pytest

from proctor.audit.chain import CHANGED, GONE, NOT_NOTED, NOTED_GONE, UNTOLD, Break, Head, breaks
from tests.audit.chain_rows import CHAIN, aged, chain_of, found, retention, some
from tests.contracts.samples import record


class TestRemoved:
    """Records that were removed because of their age."""

    def test_a_told_removal_is_a_beginning(self) -> None:
        """A chain may begin behind the link that the record of a removal names."""
        assert found(aged(through=3)[3:]) == []
        assert found(aged(through=6)[6:]) == []

    def test_before_the_removal_all_is_there(self) -> None:
        """Where the record was written and the removal is still to come, the chain holds."""
        assert found(aged(through=3)) == []

    def test_part_of_a_removal_is_none(self) -> None:
        """A first row of which no predecessor is known could be anything."""
        assert found(aged(through=3)[1:]) == [(2, "1 before it is missing")]

    def test_removals_follow_each_other(self) -> None:
        """Of several removals the last that was carried out says where the chain begins."""
        rows = aged(through=3)
        rows += chain_of([retention(5, rows[4].hash)], head=Head(7, rows[6].hash), n=8)

        assert [found(rows[start:]) for start in (0, 3, 5)] == [[], [], []]
        assert found(rows[4:]) == [(5, "1 before it is missing")]

    def test_more_is_missing_than_was_told(self) -> None:
        """A removal that goes further than its record is found."""
        assert found(aged(through=3)[4:]) == [(5, "1 before it is missing")]

    def test_the_first_that_is_left_is_what_was_written(self) -> None:
        """The first row behind a removal is checked against the link that the record names."""
        rows = aged(through=3)[3:]
        rows[0] = rows[0]._replace(record=rows[0].record._replace(decision="allow"))

        assert found(rows) == [(4, CHANGED)]

    def test_another_hash_in_the_record_is_found(self) -> None:
        """A record of a removal that names another link does not fit what is left."""
        rows = some()
        rows += chain_of([retention(3, "0" * 64)], head=Head(6, rows[-1].hash), n=7)

        assert found(rows[3:]) == [(4, CHANGED)]

    def test_a_changed_record_of_a_removal_is_found(self) -> None:
        """Whoever makes a record say more than it did breaks the chain there."""
        rows = aged(through=3)
        rows[6] = rows[6]._replace(record=retention(5, rows[4].hash))

        assert found(rows[5:]) == [(7, CHANGED)]

    def test_what_was_handed_in_tells_of_no_removal(self) -> None:
        """An agent that hands in a record of a removal cannot make a beginning of it."""
        rows = some()
        forged = retention(3, rows[2].hash, spooled=True)
        rows += chain_of([forged], head=Head(6, rows[-1].hash), n=7)

        assert found(rows) == []
        assert found(rows[3:]) == [(4, "3 before it are missing")]

    @pytest.mark.parametrize(
        ("seq", "last"),
        [(True, "h"), (0, "h"), (-1, "h"), (7, "h"), (99, "h"), ("3", "h"), (3.0, "h"), (3, None)],
    )
    def test_a_removal_that_cannot_be_is_found(self, seq: object, last: object) -> None:
        """A place that is none, its own, or behind it was not removed before it."""
        rows = some()
        rows += chain_of([retention(seq, last)], head=Head(6, rows[-1].hash), n=7)

        assert found(rows) == [(7, UNTOLD)]

    @pytest.mark.parametrize("said", [None, [], "3", {}, {"seq": 3}, {"hash": "h"}])
    def test_a_removal_without_words_is_found(self, said: object) -> None:
        """A record of a removal says which one."""
        rows = some()
        told = retention(3, "h", input=said)
        rows += chain_of([told], head=Head(6, rows[-1].hash), n=7)

        assert found(rows) == [(7, UNTOLD)]


class TestNoted:
    """Heads that were noted elsewhere."""

    @pytest.mark.parametrize("seq", [1, 3, 6])
    def test_a_chain_leads_through_a_noted_head(self, seq: int) -> None:
        """What was noted is still there."""
        rows = some()

        assert found(rows, noted=Head(seq, rows[seq - 1].hash)) == []
        assert found(rows, noted=Head()) == []

    def test_a_cut_tail_is_found(self) -> None:
        """A chain that ends before the noted head was cut."""
        rows = some()

        assert found(rows[:4], noted=Head(6, rows[5].hash)) == [(4, "2 behind it are missing")]

    def test_a_chain_that_is_gone_is_found(self) -> None:
        """A chain of which nothing is left is told by its name."""
        asked = [Break(CHAIN, 6, 0, GONE)]

        assert asked == list(breaks([], chain=CHAIN, noted=Head(6, "h")))

    def test_a_chain_written_anew_is_found(self) -> None:
        """New rows with new hashes do not lead through the noted head."""
        rows = some()
        anew = chain_of([record(f"v-{n}") for n in range(6)])

        assert found(anew, noted=Head(6, rows[5].hash)) == [(6, NOT_NOTED)]

    def test_the_last_removed_may_be_the_noted_one(self) -> None:
        """A noted head that was the last removed is shown by the record of it."""
        rows = aged(through=3)

        assert found(rows[3:], noted=Head(3, rows[2].hash)) == []
        assert found(rows[3:], noted=Head(3, "0" * 64)) == [(4, NOTED_GONE)]

    def test_a_removed_noted_head_shows_nothing(self) -> None:
        """Who forges a removal of what was noted is told of it."""
        rows = aged(through=3)

        assert found(rows[3:], noted=Head(2, rows[1].hash)) == [(4, NOTED_GONE)]


class TestLimits:
    """What the rows alone cannot show; the page about the trail says so."""

    def test_a_cut_tail_is_not_seen_without_a_note(self) -> None:
        """The last rows leave no trace in those before them."""
        assert found(some()[:4]) == []

    def test_a_chain_written_anew_is_not_seen_without_a_note(self) -> None:
        """There is no key: who can write rows can count hashes."""
        anew = chain_of([record(f"v-{n}", decision="deny") for n in range(6)])

        assert found(anew) == []

    def test_a_forged_removal_at_the_end_is_not_seen_without_a_note(self) -> None:
        """Who can add a row at the end can tell of a removal, and then remove."""
        rows = aged(through=5)

        assert found(rows[5:]) == []
        assert found(rows[5:], noted=Head(4, rows[3].hash)) != []
