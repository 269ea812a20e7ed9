"""Counting records for charts: which window, which columns, how many at most."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proctor.audit.store import Count, Filter
from proctor.server import audit_stats
from proctor.server.audit_stats import WholeCounts, most_of, summed, window_of
from tests.server.audit_rig import made
from tests.server.offices import opened, run
from tests.tables import each_row

NOW = datetime(2026, 6, 2, 12, 30, tzinfo=UTC)


def count(hour: str, number: int = 1, decision: str = "allow") -> Count:
    """Return how many records an hour has."""
    return Count(hour, decision, "Bash", "coder", "rule", number)


def names(counts: list[Count], **window: str) -> tuple[str, list[str]]:
    """Return what a window is divided into, and its columns."""
    found = summed(counts, Filter(**window), cut=False)  # type: ignore[arg-type] # times only
    return found.unit, [column.name for column in found.columns]


def test_without_a_time_the_window_is_a_day() -> None:
    """Places in the list do not count, filters do."""
    wanted = window_of(Filter(agent="a", before=3, after=1), now=NOW)

    assert wanted == Filter(agent="a", since="2026-06-01T12:30:00.000Z")
    assert window_of(Filter(until="2026"), now=NOW) == Filter(until="2026")


def test_fewer_are_counted_of_what_lies_all_over_the_store() -> None:
    """Along their numbers records are counted quickly; by an index they are not."""
    assert most_of(Filter(since="2026")) > most_of(Filter(since="2026", agent="a"))


def test_hours_of_a_window_without_gaps() -> None:
    """Each hour has a column, also an empty one; the end of the window is not in it."""
    counts = [count("2026-06-01T10", 2), count("2026-06-01T12", 3, "deny")]

    found = summed(counts, Filter(since="2026-06-01T09:59", until="2026-06-01T13"), cut=False)

    assert [(column.name[-2:], column.total) for column in found.columns] == [
        ("09", 0),
        ("10", 2),
        ("11", 0),
        ("12", 3),
    ]
    assert (found.columns[3].deny, found.number) == (3, 5)


@pytest.mark.parametrize(
    ("since", "until", "unit", "first", "last", "number"),
    [
        ("2026-06-01", "2026-06-04", "hour", "2026-06-01T00", "2026-06-03T23", 72),
        ("2026-06-01", "2026-06-04T01", "day", "2026-06-01", "2026-06-04", 4),
        ("2026-01-15", "2026-12-15", "month", "2026-01", "2026-12", 12),
        ("2026-06-02", "2026-06-01", "hour", None, None, 0),
    ],
    ids=["hours", "days", "months", "backwards"],
)
def test_a_window_is_divided_by_its_length(
    since: str, until: str, unit: str, first: str | None, last: str | None, number: int
) -> None:
    """Hours for three days, days for three months, then months."""
    divided, found = names([], since=since, until=until)

    assert (divided, len(found)) == (unit, number)
    assert ([found[0], found[-1]] if found else [None, None]) == [first, last]


@each_row("odd", ["1-01-01T00", "soon", "", "9999-12-31T23", "0001-01-01T00"])
def test_an_odd_clock_draws_no_endless_line(odd: str) -> None:
    """Whatever stands where a time belongs, there are a few columns, and all is counted."""
    for window in ({}, {"since": "2026-06-01"}, {"until": "0001-01-01"}, {"until": odd}):
        found = summed([count(odd), count("2026-06-01T10")], Filter(**window), cut=False)  # type: ignore[arg-type] # times only
        assert found.number == 2
        assert len(found.columns) <= 92


def test_a_count_that_was_cut_begins_where_it_begins() -> None:
    """What is before its oldest record is not drawn as if nothing had been there."""
    wanted = Filter(since="2026-06-01", until="2026-06-02")

    found = summed([count("2026-06-01T20")], wanted, cut=True)

    assert [column.name[-2:] for column in found.columns] == ["20", "21", "22", "23"]


def test_values_are_ranked() -> None:
    """The most frequent comes first, then by name; bytes are shown as what they are."""
    counts = [
        count("2026-06-01T10", n)._replace(tool=tool) for n, tool in ((1, "b"), (1, "a"), (5, "c"))
    ]
    odd = count("2026-06-01T10")._replace(tool=b"\xff")  # type: ignore[arg-type] # somebody wrote it

    assert summed([*counts, odd], Filter(), cut=False).tools == [
        ("c", 5),
        ("a", 1),
        ("b", 1),
        (r"b'\xff'", 1),
    ]


def test_all_who_want_the_same_share_one_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole count is made once for all who ask at a time, and is good for a while."""
    looks: list[Filter] = []
    look = WholeCounts.look

    def watched(self: WholeCounts, wanted: Filter) -> list[Count]:
        looks.append(wanted)
        return look(self, wanted)

    monkeypatch.setattr(WholeCounts, "look", watched)

    async def work() -> None:
        async with opened(tmp_path / "home") as office:
            await office.append(made("a"))
            await office.append(made("b"))
            asked = [audit_stats.stats(office, Filter(agent="a"), whole=True) for _ in range(5)]
            found = await asyncio.gather(*asked)
            again = await audit_stats.stats(office, Filter(agent="a"), whole=True)
            other = await audit_stats.stats(office, Filter(), whole=True)
            assert [one.number for one in (*found, again, other)] == [1] * 6 + [2]

    run(work())

    assert [one.agent for one in looks] == ["a", ""]


def test_too_many_counts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for one too many is told to wait, and the others get theirs."""
    monkeypatch.setattr(audit_stats, "MOST_AT_ONCE", 2)

    async def work() -> list[object]:
        async with opened(tmp_path / "home") as office:
            asked = [audit_stats.stats(office, Filter(agent=name), whole=True) for name in "abc"]
            return [
                type(one).__name__ for one in await asyncio.gather(*asked, return_exceptions=True)
            ]

    assert run(work()) == ["Stats", "Stats", "Busy"]
