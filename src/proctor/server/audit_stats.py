"""
What the records of some filters are: over time, by decision, tool, role and decider.

Counting reads every record that is meant, and a store may hold millions. So a page counts
the newest of them only, and says so; all of them are counted when somebody asks for it, on
a connection of its own, once for all who ask at the same time.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from weakref import WeakKeyDictionary, proxy

from proctor.audit.ids import timestamp
from proctor.audit.store import Count, Filter, Store
from proctor.keepers import open_store
from proctor.server.answers import Busy
from proctor.server.office import Office
from proctor.terms.keeping import MEMORY
from proctor.terms.record import EFFECTS, Outcome

# The newest so many are counted for a page. Along the numbers that is quick; what an index
# gives lies all over the store.
MOST, MOST_PICKED = 10_000, 5_000
WINDOW = timedelta(hours=24)
# So long a whole count is good enough for others, in seconds; so many of them are remembered.
FRESH, REMEMBERED = 30.0, 16
MOST_AT_ONCE = 8
MOST_COLUMNS = 92
HOURS_SHOWN, DAYS_SHOWN = 72, 92
# How much of a timestamp names an hour, a day, a month.
UNITS = {"hour": 13, "day": 10, "month": 7}
# Of a record that tells how a dialog ended, it is asked; an alarm or a removal is something else.
SHOWN_AS = {
    **EFFECTS,
    Outcome.DIALOG_APPROVED.value: "ask",
    Outcome.DIALOG_UNKNOWN.value: "ask",
}


class Column(NamedTuple):
    """How many records an hour, a day or a month has; `name` is in UTC."""

    name: str
    allow: int = 0
    ask: int = 0
    deny: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """Return how many there were."""
        return self.allow + self.ask + self.deny + self.other


class Stats(NamedTuple):
    """
    What was counted.

    `cut` says that only the newest records were: there are more. `since` is where the
    window begins, as a timestamp; empty where it has no beginning.
    """

    number: int
    cut: bool
    since: str
    until: str
    unit: str
    columns: list[Column]
    decisions: list[tuple[str, int]]
    tools: list[tuple[str, int]]
    roles: list[tuple[str, int]]
    deciders: list[tuple[str, int]]


def window_of(wanted: Filter, *, now: datetime | None = None) -> Filter:
    """Return the filter that is counted: without a time, the last day."""
    if not (wanted.since or wanted.until):
        start = (now or datetime.now(UTC)) - WINDOW
        wanted = wanted._replace(since=timestamp(start.timestamp()))
    return wanted._replace(before=None, after=None)


def most_of(wanted: Filter) -> int:
    """Return how many records of a filter are counted for a page."""
    plain = Filter(since=wanted.since, until=wanted.until)
    return MOST if wanted == plain else MOST_PICKED


async def stats(office: Office, wanted: Filter, *, whole: bool = False) -> Stats:
    """
    Count the records of a filter, the newest of them or, with `whole`, all.

    Raises:
        StoreError: the store cannot be read.
        Busy: too many others have asked for other ones.

    """
    meant = window_of(wanted)
    if whole:
        counts = await WHOLE.setdefault(office, WholeCounts(office)).count(meant)
        return await asyncio.to_thread(summed, counts, meant, cut=False)
    return await asyncio.to_thread(newest, office.keepers.reader, meant, most_of(meant))


def newest(store: Store, wanted: Filter, most: int) -> Stats:
    """Count the newest records of a filter."""
    counts = store.count(wanted, most=most)
    return summed(counts, wanted, cut=sum(count.number for count in counts) >= most)


class WholeCounts:
    """Counts everything, one filter at a time: it takes seconds, and reads the whole store."""

    def __init__(self, office: Office) -> None:
        # What is kept for an office must not keep it.
        self.office: Office = proxy(office)
        self.alone = asyncio.Lock()
        self.known: dict[Filter, tuple[float, list[Count]]] = {}
        self.current: dict[Filter, asyncio.Task[list[Count]]] = {}

    async def count(self, wanted: Filter) -> list[Count]:
        """Return what is counted, or was just now."""
        # The window of the last day moves on with every look: to the minute it is the same.
        key = wanted._replace(since=wanted.since[:16], until=wanted.until[:16])
        at, counts = self.known.get(key, (0.0, []))
        if at and time.monotonic() - at < FRESH:
            return counts
        if key not in self.current:
            if len(self.current) >= MOST_AT_ONCE:
                raise Busy(
                    "others are counting already", help="wait until they are done, and try again"
                )
            self.current[key] = asyncio.create_task(self.all_of(key, wanted))
        # Who goes away does not take it from the others.
        return await asyncio.shield(self.current[key])

    async def all_of(self, key: Filter, wanted: Filter) -> list[Count]:
        """Count, and remember it for a while."""
        try:
            async with self.alone:
                counts = await asyncio.to_thread(self.look, wanted)
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[key] = (time.monotonic(), counts)
            return counts
        finally:
            del self.current[key]

    def look(self, wanted: Filter) -> list[Count]:
        """Count on a connection of our own, so that nobody else waits for it."""
        keepers = self.office.keepers
        if keepers.keeping.store == MEMORY:
            return keepers.reader.count(wanted)
        with closing(open_store(self.office.home, keepers.keeping, reads=True)) as store:
            return store.count(wanted)


WHOLE: WeakKeyDictionary[Office, WholeCounts] = WeakKeyDictionary()


def summed(counts: Sequence[Count], wanted: Filter, *, cut: bool) -> Stats:
    """Return what counts say."""
    by_hour: Counter[tuple[str, str]] = Counter()
    decisions: Counter[str] = Counter()
    tools: Counter[str] = Counter()
    roles: Counter[str] = Counter()
    deciders: Counter[str] = Counter()
    for hour, decision, tool, role, decider, number in counts:
        by_hour[hour, decision] += number
        decisions[decision] += number
        tools[tool] += number
        roles[role] += number
        deciders[decider] += number
    unit, names = columns_of([str(hour) for hour, _ in by_hour], wanted, cut=cut)
    return Stats(
        number=decisions.total(),
        cut=cut,
        since=wanted.since,
        until=wanted.until,
        unit=unit,
        columns=filled(by_hour, unit, names),
        decisions=ranked(decisions),
        tools=ranked(tools),
        roles=ranked(roles),
        deciders=ranked(deciders),
    )


def ranked(found: Counter[str]) -> list[tuple[str, int]]:
    """Return values with their numbers, the most frequent first."""
    # Somebody may have put bytes where a text belongs.
    named = ((one if isinstance(one, str) else repr(one), n) for one, n in found.items())
    return sorted(named, key=lambda one: (-one[1], one[0]))


def columns_of(hours: Collection[str], wanted: Filter, *, cut: bool) -> tuple[str, list[str]]:
    """
    Return what a window is divided into, and its hours, days or months, oldest first.

    Empty ones are among them, and only the last so many: a clock that was wrong once must
    not draw a line of a hundred years.
    """
    # Of a count that was cut, what is before its oldest record is not known to be empty.
    begins = min(hours, default="") if cut or not wanted.since else wanted.since
    ends = wanted.until or max([timestamp(), *hours])
    names: list[str] = []
    try:
        first, last = moment_of(begins), moment_of(ends)
        if wanted.until:
            # It is not included itself.
            last -= timedelta(microseconds=1)
        unit = unit_of(last - first)
        length = UNITS[unit]
        oldest = first.isoformat()[:length]
        while (name := last.isoformat()[:length]) >= oldest and len(names) < MOST_COLUMNS:
            names.append(name)
            last = before(last, unit)
    except (ValueError, OverflowError):
        return "hour", sorted(set(hours))[-MOST_COLUMNS:]
    return unit, names[::-1]


def filled(by_hour: Counter[tuple[str, str]], unit: str, names: Sequence[str]) -> list[Column]:
    """Return the columns of these names."""
    found: Counter[tuple[str, str]] = Counter()
    for (hour, decision), number in by_hour.items():
        found[str(hour)[: UNITS[unit]], SHOWN_AS.get(decision, "other")] += number
    effects = ("allow", "ask", "deny", "other")
    return [Column(name, *(found[name, effect] for effect in effects)) for name in names]


def unit_of(span: timedelta) -> str:
    """Return what a window is divided into."""
    if span <= timedelta(hours=HOURS_SHOWN):
        return "hour"
    return "day" if span <= timedelta(days=DAYS_SHOWN) else "month"


def before(moment: datetime, unit: str) -> datetime:
    """Return the same moment of the hour or day before; of a month, its last day."""
    if unit == "month":
        return moment.replace(day=1) - timedelta(days=1)
    return moment - (timedelta(hours=1) if unit == "hour" else timedelta(days=1))


def moment_of(stamp: str) -> datetime:
    """
    Return a moment, or an hour, of a record, in UTC.

    Raises:
        ValueError: it is none.

    """
    found = datetime.fromisoformat(stamp)
    return (found if found.tzinfo is None else found.astimezone(UTC)).replace(tzinfo=None)
