"""Only so much is remembered."""

from __future__ import annotations

from proctor.approval.channels.newest import MOST, forget_oldest


def test_the_oldest_are_forgotten() -> None:
    """What came last is kept, whatever its number."""
    kept = {number: str(number) for number in range(MOST + 2, -1, -1)}
    forget_oldest(kept)

    assert list(kept) == list(range(MOST - 1, -1, -1))


def test_what_is_not_too_much_stays() -> None:
    """To the last one."""
    kept = dict.fromkeys(range(MOST))
    forget_oldest(kept)

    assert len(kept) == MOST
