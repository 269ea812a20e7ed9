"""Names and times of what is kept."""

from __future__ import annotations

import time

from proctor.audit.ids import new_uid, seconds, timestamp


def test_now_is_written_like_any_other_moment() -> None:
    """The quick way for now and the other one agree, to the millisecond."""
    before = timestamp(time.time())
    now = timestamp()
    after = timestamp(time.time() + 0.001)

    assert before <= now <= after
    assert timestamp(seconds(now) + 0.0005) == now


def test_names_are_in_the_order_of_time_and_never_the_same() -> None:
    """Of many made at once, no two are equal, and their times do not go back."""
    names = [new_uid() for _ in range(1_000)]

    assert len(set(names)) == 1_000
    assert [name[:12] for name in names] == sorted(name[:12] for name in names)
    assert {len(name) for name in names} == {32}
