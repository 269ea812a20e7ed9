"""
Remove what is older or more than a home shall keep.

Records go from the old end of a chain, piece by piece. Before a piece goes, a
record at the new end tells which link was the last of it, so that the chain still
holds. Each owner sees to the chains of its own home only: nobody else may write
to them. The newest record of a chain always stays.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice
from math import ceil
from time import monotonic

from proctor.audit.chain import Chain
from proctor.audit.ids import new_uid
from proctor.audit.rows import Kept
from proctor.audit.store import Store
from proctor.audit.trail import Trail
from proctor.terms.record import Outcome, Record

# About so long may a piece take, in seconds, and so many records may it have.
GOAL = 0.02
SMALLEST, LARGEST, FIRST = 10, 500, 100
EVENTS_AT_ONCE = 500
DECIDER = "retention"


@dataclass
class Removed:
    """What was removed: records, in how many chains; and events, questions and grants."""

    records: int = 0
    chains: int = 0
    others: int = 0


def retain(
    store: Store, trail: Trail, *, older_than: str | None, larger_than: int | None, now: str
) -> Generator[Removed, None, Removed]:
    """
    Remove what is older than a time, then the oldest records while there is more than a size.

    Gives way after each piece, with what was removed so far; returns all of it.

    Args:
        store: from where.
        trail: what writes to the chains of this home.
        older_than: a time as in a record; None keeps everything, however old.
        larger_than: bytes; None keeps everything, however much it is.
        now: what time it is. A record from the future has no age of its own.

    Raises:
        StoreError: the store does not do it; what is removed by then is told of.

    """
    work = Retention(store, trail, now)
    if older_than is not None:
        yield from work.by_age(older_than)
        yield from work.others(older_than)
    if larger_than is not None and store.size() > larger_than:
        yield from work.by_size(larger_than)
    return work.removed


class Retention:
    """One round of removing."""

    def __init__(self, store: Store, trail: Trail, now: str) -> None:
        self.store = store
        self.trail = trail
        self.now = now
        self.removed = Removed()
        self._piece = FIRST
        self._touched: set[Chain] = set()
        # By place, as it was before this round: a record of ours behind it does not count.
        self._newest: dict[Chain, int] = {}

    def by_age(self, older_than: str) -> Iterator[Removed]:
        """Remove records that are older than a time, chain by chain."""
        for chain in self._ours():
            while self._remove(chain, older_than, self._piece):
                yield self.removed
            yield self.removed

    def by_size(self, most: int) -> Iterator[Removed]:
        """
        Remove the oldest records of this home: as large a share as there is too much of all.

        How many is reckoned once: a store does not have to become smaller at once.
        """
        too_much = 1 - most / self.store.size()
        number = 0
        oldest: list[tuple[str, Chain]] = []
        for chain in self._ours():
            for first in self._oldest(chain, 1):
                number += self.trail.head(chain[2]).seq - first.seq + 1
                oldest.append((first.record.timestamp, chain))
            yield self.removed
        left = ceil(number * too_much)
        heapify(oldest)
        while left > 0 and oldest:
            _, chain = heappop(oldest)
            gone = self._remove(chain, "", min(left, self._piece))
            left -= gone
            if gone:
                for first in self._oldest(chain, 1):
                    heappush(oldest, (first.record.timestamp, chain))
            yield self.removed

    def others(self, older_than: str) -> Iterator[Removed]:
        """Remove old events, closed questions and ended grants."""
        until = ""
        while until != older_than:
            stamps = sorted(event.timestamp for event in self.store.events(limit=EVENTS_AT_ONCE))
            many = len(stamps) == EVENTS_AT_ONCE and stamps[0] < stamps[-1] < older_than
            until = stamps[-1] if many else older_than
            self.removed.others += self.store.remove_events(before=until)
            yield self.removed

    def _ours(self) -> list[Chain]:
        """Return the chains of this home."""
        ours = (self.trail.identity.host, self.trail.identity.home)
        return [chain for chain in self.store.chains() if chain[:2] == ours]

    def _oldest(self, chain: Chain, number: int) -> list[Kept]:
        """Return the oldest records of a chain."""
        return list(islice(self.store.walk(chain), number))

    def _remove(self, chain: Chain, older_than: str, most: int) -> int:
        """Remove up to so many of the oldest records of a chain, and return how many they were."""
        begun = monotonic()
        newest = self._newest.setdefault(chain, self.trail.head(chain[2]).seq)
        rows = [row for row in self._oldest(chain, most) if row.seq < newest]
        rows = rows[: self._old(rows, older_than)] if older_than else rows
        if all(row.record.decision == Outcome.RETENTION for row in rows):
            return 0  # else each round would add one and remove one
        last = rows[-1]
        self.trail.keep([self._notice(last, len(rows))])
        gone = self.store.remove(chain, through=last.seq)
        self._touched.add(chain)
        self.removed.records += gone
        self.removed.chains = len(self._touched)
        self._adapt(monotonic() - begun)
        return gone

    def _old(self, rows: list[Kept], older_than: str) -> int:
        """
        Return how many rows, from the first on, are old.

        A clock that was wrong must not keep records for ever: what has a time
        still to come goes with an old one behind it.
        """
        old = 0
        for number, row in enumerate(rows, 1):
            stamp = row.record.timestamp
            if stamp < older_than:
                old = number
            elif stamp <= self.now:
                break
        return old

    def _notice(self, last: Kept, number: int) -> Record:
        """Return the record that tells of a removal; it is ours, and not redacted."""
        return Record(
            uid=new_uid(),
            timestamp=self.now,
            agent_name=last.record.agent_name,
            action_string="",
            decision=Outcome.RETENTION.value,
            detail=f"{number} records removed, up to {last.record.timestamp}",
            decider=DECIDER,
            input={"seq": last.seq, "hash": last.hash},
        )

    def _adapt(self, took: float) -> None:
        """Make the next piece larger or smaller, by how long this one took."""
        factor = 2 if took < GOAL / 2 else 0.5 if took > GOAL else 1
        self._piece = max(SMALLEST, min(LARGEST, int(self._piece * factor)))
