"""Waits before a new start."""

from __future__ import annotations

from proctor.gateway.backoff import Backoff


def test_waits_double_up_to_a_minute() -> None:
    """Each is at most a fifth shorter than its measure, and they never end."""
    backoff = Backoff()
    waits = [backoff.failed(well=1) for _ in range(2000)]
    measures = [0.5, 1, 2, 4, 8, 16, 32, *[60.0] * 1993]

    assert all(0.8 * m <= wait <= m for wait, m in zip(waits, measures, strict=True))


def test_a_minute_without_failure_begins_anew() -> None:
    """One that was well for long enough is started again soon."""
    backoff = Backoff()
    for _ in range(10):
        backoff.failed(well=59)

    assert backoff.failed(well=60) <= 0.5
    assert 0.8 <= backoff.failed(well=0) <= 1
