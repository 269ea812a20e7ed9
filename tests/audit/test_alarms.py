"""How many alarms there were lately."""

from __future__ import annotations

import time
from pathlib import Path

from proctor.audit.alarms import A_DAY, alarms_of_a_day
from proctor.audit.ids import timestamp
from tests.audit.homes import a_record, a_trail


def test_only_alarms_of_the_last_day_count(tmp_path: Path) -> None:
    """An old one was seen before, and what was allowed or denied is none."""
    now = time.time()
    moments = (now, now - A_DAY / 2, now - A_DAY - 60)
    kept = [a_record(decision="alarm", timestamp=timestamp(at)) for at in moments]
    with a_trail(tmp_path) as trail:
        trail.append([*kept, a_record(), a_record(decision="deny")])
        found = [alarms_of_a_day(trail.store, at) for at in (None, now + 2 * A_DAY)]

    assert found == [2, 0]
