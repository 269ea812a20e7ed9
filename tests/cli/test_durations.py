"""For how long something shall hold, as people write it."""

from __future__ import annotations

import pytest

from proctor.cli.durations import LONGEST, read_duration, rough_duration, shown_duration
from proctor.errors import UsageError
from proctor.server.requests import LONGEST_SECONDS
from tests.tables import each_row


@each_row(
    ("text", "seconds"),
    [("90s", 90), ("10m", 600), ("2h", 7200), ("1d", 86_400), (" 5 M ", 300), ("1s", 1)],
)
def test_a_number_and_a_unit_are_a_duration(text: str, seconds: int) -> None:
    """Seconds, minutes, hours and days are known."""
    assert read_duration(text) == seconds


@each_row(
    "text",
    ["", "10", "m", "0s", "0d", "2d", "25h", "-5m", "1.5h", "10 min", "999999d", "1w", "10m5s"],
)
def test_what_is_no_duration_is_an_error_that_helps(text: str) -> None:
    """Nothing at all, more than a day and what cannot be read are refused, with the forms."""
    with pytest.raises(UsageError) as refused:
        read_duration(text)

    assert f"`{text}` " in refused.value.message
    assert "`10m`" in str(refused.value.help)


def test_the_longest_is_what_the_server_takes() -> None:
    """What is accepted here is not refused there."""
    assert LONGEST == LONGEST_SECONDS


@each_row(
    ("seconds", "text"),
    [
        (1, "1 second"),
        (90, "90 seconds"),
        (600, "10 minutes"),
        (7200, "2 hours"),
        (86_400, "1 day"),
    ],
)
def test_a_duration_is_said_in_words(seconds: int, text: str) -> None:
    """The largest unit that fits is taken."""
    assert shown_duration(seconds) == text


def test_a_time_is_said_as_exactly_as_people_want_it() -> None:
    """Seconds only where few are left."""
    said = [rough_duration(each) for each in (0.9, 119.9, 120, 3599, 3600, 86_398.2, 90_000)]

    assert said == ["0 s", "119 s", "2 min", "59 min", "1 h", "23 h 59 min", "25 h"]
