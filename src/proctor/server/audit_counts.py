"""How many decisions there were lately, and which calls were refused last: for the overview."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from proctor.audit.as_json import kept_json
from proctor.audit.ids import timestamp
from proctor.audit.store import Count, Filter, Store
from proctor.server.office import Office
from proctor.terms.record import EFFECTS, Outcome

HOUR = len("2026-06-01T12")
REFUSED = (Outcome.DENY, Outcome.ASK_DENIED, Outcome.ASK_TIMEOUT)


class HourCount(NamedTuple):
    """How many decisions of an hour were allowed, asked about and denied; `hour` is in UTC."""

    hour: str
    allow: int = 0
    ask: int = 0
    deny: int = 0

    @property
    def total(self) -> int:
        """Return how many there were."""
        return self.allow + self.ask + self.deny


class Lately:
    """
    The decisions of the last hours, counted once: each look adds what has come since.

    A number that was seen never comes again, and none appears behind a later one. So
    records that came late, from a spool or another machine, are counted as well. What
    retention removes of the last day stays counted until its hour is over.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = Lock()
        self.first = ""
        self.seen = 0
        self.found: Counter[tuple[str, str]] = Counter()

    def look(self, first: str) -> Counter[tuple[str, str]]:
        """Return how many decisions there were from an hour on, by hour and effect."""
        with self.lock:
            if not self.first or first < self.first:
                self.seen, self.found = 0, Counter()
            self.first = first
            newest = self.store.find(Filter(), limit=1)
            last = newest[0].n if newest else 0
            if last > self.seen:
                # A question that was answered beside a dialog has two records, and is one.
                wanted = Filter(
                    since=f"{first}:00:00.000Z", after=self.seen, before=last + 1, about=""
                )
                self.found.update(by_effect(self.store.count(wanted)))
                self.seen = last
            for key in [key for key in self.found if key[0] < first]:
                del self.found[key]
            return Counter(self.found)


LATELY: WeakKeyDictionary[Office, Lately] = WeakKeyDictionary()


async def decisions_by_hour(
    office: Office, *, hours: int = 24, now: datetime | None = None
) -> list[HourCount]:
    """Return the last hours, oldest first, this one included, also those without a decision."""
    until = now or datetime.now(UTC)
    names = [hour_of(until - timedelta(hours=back)) for back in range(hours)][::-1]
    lately = LATELY.setdefault(office, Lately(office.keepers.reader))
    found = await asyncio.to_thread(lately.look, names[0])
    return [
        HourCount(name, found[name, "allow"], found[name, "ask"], found[name, "deny"])
        for name in names
    ]


async def recent_denials(office: Office, *, limit: int = 10) -> list[dict[str, Any]]:
    """Return the last records of calls that were refused, newest first, as `office.records`."""

    def look() -> list[dict[str, Any]]:
        reader = office.keepers.reader
        found = [
            kept
            for decision in REFUSED
            for kept in reader.find(Filter(decision=decision.value), limit=limit)
        ]
        return [kept_json(kept) for kept in nlargest(limit, found, key=lambda kept: kept.n)]

    return await asyncio.to_thread(look)


def by_effect(counts: Iterable[Count]) -> Counter[tuple[str, str]]:
    """Return how many decisions there were, by hour and effect."""
    found: Counter[tuple[str, str]] = Counter()
    for count in counts:
        if effect := EFFECTS.get(count.decision):
            found[count.hour, effect] += count.number
    return found


def hour_of(moment: datetime) -> str:
    """Return the hour of a moment as records have it."""
    return timestamp(moment.timestamp())[:HOUR]
