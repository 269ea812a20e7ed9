"""For how long a question is open."""

from __future__ import annotations

import time

from proctor.approval.channels.open_time import USUAL_TIME, seconds_left
from proctor.audit.ids import timestamp
from tests.approval.asked_questions import question
from tests.tables import each_row


def test_it_is_the_time_until_its_end() -> None:
    """As its own times say."""
    now = time.time()
    asked = question(asked_at=timestamp(now - 3600), expires_at=timestamp(now + 3600))

    assert 0 < seconds_left(asked) <= 3600


def test_it_is_never_longer_than_was_meant() -> None:
    """Where the clocks of two machines differ, the question's own span counts."""
    now = time.time()
    asked = question(asked_at=timestamp(now + 7200), expires_at=timestamp(now + 7260))

    assert seconds_left(asked) == 60


def test_one_that_is_over_has_no_time_left() -> None:
    """Never less than none."""
    assert seconds_left(question()) == 0


@each_row(
    "changes",
    [
        {"expires_at": ""},
        {"asked_at": "soon"},
        {"expires_at": "2099-01-01T00:00:00"},
        {"asked_at": None},
        {"expires_at": 7},
    ],
    ids=str,
)
def test_times_that_cannot_be_read_are_the_usual_time(changes: dict[str, str]) -> None:
    """Something else than a time, or one without a zone: it is not open for ever."""
    assert seconds_left(question(**changes)) == USUAL_TIME
