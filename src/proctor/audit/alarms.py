"""Alarms that no person has acknowledged yet."""

from __future__ import annotations

import time

from proctor.audit.ids import timestamp
from proctor.audit.rows import Kept
from proctor.audit.store import Filter, Store
from proctor.terms.record import Outcome

DAY = 86_400.0
# Older ones are not counted any more.
SHOWN_FOR = 30 * DAY
# More than so many are not counted.
MOST = 1000
# The event of a person who has seen the alarms; its body names the last record that it covers.
ACKNOWLEDGED = "alarms-acknowledged"
THROUGH = "through"


def open_alarms(store: Store, now: float | None = None) -> list[Kept]:
    """
    Return the alarms that nobody has acknowledged, newest first.

    Raises:
        StoreError: they cannot be read.

    """
    since = timestamp((time.time() if now is None else now) - SHOWN_FOR)
    after = acknowledged_through(store)
    wanted = Filter(decision=Outcome.ALARM.value, since=since, after=after)
    return store.find(wanted, limit=MOST)


def acknowledged_through(store: Store) -> int:
    """
    Return the number of the last record whose alarm was acknowledged; 0 where none was.

    INVARIANT: an event that another process handed in acknowledges nothing: it may be an agent's.

    Raises:
        StoreError: it cannot be read.

    """
    covered = [
        event.body.get(THROUGH)
        for event in store.own_events(ACKNOWLEDGED, limit=MOST)
        if not event.spooled
    ]
    return max((each for each in covered if isinstance(each, int)), default=0)
