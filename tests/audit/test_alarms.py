"""Alarms are open until a person acknowledges them."""

from __future__ import annotations

import time
from pathlib import Path

from proctor.audit.alarms import ACKNOWLEDGED, SHOWN_FOR, THROUGH, open_alarms
from proctor.audit.ids import new_uid, timestamp
from proctor.terms.event import Event
from tests.audit.homes import a_record, a_trail


def test_open_alarms_are_those_of_the_last_month(tmp_path: Path) -> None:
    """What was allowed or denied is none."""
    now = time.time()
    moments = (now, now - SHOWN_FOR / 2, now - SHOWN_FOR - 60)
    kept = [a_record(decision="alarm", timestamp=timestamp(at)) for at in moments]
    with a_trail(tmp_path) as trail:
        trail.append([*kept, a_record(), a_record(decision="deny")])
        found = [len(open_alarms(trail.store, at)) for at in (None, now + 2 * SHOWN_FOR)]

    assert found == [2, 0]


def test_acknowledged_alarms_are_not_open(tmp_path: Path) -> None:
    """Those up to a number; what another process handed in acknowledges nothing."""
    with a_trail(tmp_path) as trail:
        trail.append([a_record(decision="alarm") for _ in range(4)])
        through = open_alarms(trail.store)[2].n
        event = Event(new_uid(), timestamp(), "h", "/", ACKNOWLEDGED, body={THROUGH: through})
        trail.put_events([event._replace(uid="forged")], spooled=True)
        before = len(open_alarms(trail.store))
        trail.put_events([event])
        after = len(open_alarms(trail.store))

    assert (before, after) == (4, 2)
