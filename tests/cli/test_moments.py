"""Moments, as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from proctor.cli.moments import local_time, read_moment
from proctor.errors import UsageError
from tests.cli.zones import in_zone
from tests.tables import each_row

NOW = datetime(2026, 11, 16, 10, 20, 30, tzinfo=UTC)
# Two hours before UTC in summer, one in winter; a rule of its own, so that no data is needed.
BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"


@each_row(
    ("text", "moment"),
    [
        ("", ""),
        ("30s", "2026-11-16T10:20:00.000Z"),
        ("30m", "2026-11-16T09:50:30.000Z"),
        ("2h", "2026-11-16T08:20:30.000Z"),
        (" 2 H ", "2026-11-16T08:20:30.000Z"),
        ("3d", "2026-11-13T10:20:30.000Z"),
        ("1w", "2026-11-09T10:20:30.000Z"),
        ("now", "2026-11-16T10:20:30.000Z"),
        ("today", "2026-11-15T23:00:00.000Z"),
        ("Yesterday", "2026-11-14T23:00:00.000Z"),
        ("2026-11-01", "2026-10-31T23:00:00.000Z"),
        ("2026-11-01T10:00", "2026-11-01T09:00:00.000Z"),
        ("2026-11-01 10:00", "2026-11-01T09:00:00.000Z"),
        ("2026-07-01T10:00", "2026-07-01T08:00:00.000Z"),
        ("2026-11-01T10:00Z", "2026-11-01T10:00:00.000Z"),
        ("2026-11-01T10:00:00.250+05:30", "2026-11-01T04:30:00.250Z"),
    ],
)
def test_a_moment_is_read(text: str, moment: str) -> None:
    """Ago, a day by its name, or a date; without a zone it is this machine's, in each season."""
    with in_zone(BERLIN):
        assert read_moment(text, now=NOW) == moment


def test_a_day_begins_at_its_own_midnight_also_when_the_clock_was_put_back() -> None:
    """On the day after that, yesterday began in the summer's time."""
    after = datetime(2026, 10, 26, 12, tzinfo=UTC)
    with in_zone(BERLIN):
        days = [read_moment(word, now=after) for word in ("yesterday", "today")]

    assert days == ["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]


@each_row(
    "text", ["soon", "2x", "h", "-2h", "12h30", "2026-13-01", "2026", "9999999d", "999999w", "²h"]
)
def test_what_is_no_moment_is_refused_with_the_forms(text: str) -> None:
    """The help says how one is written."""
    with pytest.raises(UsageError) as caught:
        read_moment(text, now=NOW)

    assert caught.value.message == f"`{text}` is not a moment"
    assert "`2h`" in (caught.value.help or "")


@pytest.mark.parametrize(
    ("stamp", "shown"),
    [
        ("2026-11-16T10:20:30.999Z", "2026-11-16 11:20:30"),
        ("2026-07-16T10:20:30.000Z", "2026-07-16 12:20:30"),
        ("no time", "no time"),
        ("", ""),
    ],
)
def test_a_stamp_is_shown_by_the_clock_of_the_machine(stamp: str, shown: str) -> None:
    """What is no time is shown as it is."""
    with in_zone(BERLIN):
        assert local_time(stamp) == shown


@pytest.mark.parametrize("zone", ["UTC", BERLIN])
@pytest.mark.parametrize("stamp", ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])
def test_the_ends_of_time_are_no_reason_to_fall_over(zone: str, stamp: str) -> None:
    """A stamp that this clock cannot show is shown as it is, or as near as it gets."""
    with in_zone(zone):
        assert local_time(stamp)
