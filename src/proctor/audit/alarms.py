"""How many alarms there were lately, for whoever asks how things are."""

from __future__ import annotations

import time

from proctor.audit.ids import timestamp
from proctor.audit.store import Filter, Store
from proctor.terms.record import Outcome

A_DAY = 86_400.0
# More than so many are not counted.
MOST = 1000


def alarms_of_a_day(store: Store, now: float | None = None) -> int:
    """
    Return how many alarms were raised within a day.

    Raises:
        StoreError: they cannot be read.

    """
    since = timestamp((time.time() if now is None else now) - A_DAY)
    return len(store.find(Filter(decision=Outcome.ALARM.value, since=since), limit=MOST))
