"""
What every Store must do, by theme; `tests/audit/stores/test_store_contract.py` runs it for each.

    store_records.py          what goes in comes out, all or nothing
    store_chains.py           chains, heads, walking and removing
    store_find.py             filters, words, pages, counting
    store_questions.py        asked, answered once, expired, cancelled
    store_grants.py           used once, expired, revoked
    store_agents_events.py    agents and events
    store_runs.py             workflow runs: kept by whoever saw the last version
    store_changes.py          waking, being the only one, closing

Each theme is a class of tests that ask for two fixtures: `place`, where a store
is, and `store`, opened there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Protocol, TypeVar

from proctor.audit.store import Store
from tests.contracts.samples import HANGS

Result = TypeVar("Result")


class Place(Protocol):
    """Where a store is: it can be opened there any number of times, also at once."""

    def open(self) -> Store:
        """Open the store; every time another connection to the same."""

    def leave(self, store: Store) -> None:
        """Close what was opened."""


def all_at_once(place: Place, jobs: Sequence[Callable[[Store], Result]]) -> list[Result]:
    """Do each job in a thread of its own with a store of its own, all at the same moment."""
    barrier = Barrier(len(jobs), timeout=HANGS)
    results: dict[int, Result] = {}

    def work(number: int, job: Callable[[Store], Result]) -> None:
        store = place.open()
        try:
            barrier.wait()
            results[number] = job(store)
        finally:
            place.leave(store)

    threads = [Thread(target=work, args=each) for each in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * HANGS)
    return [results[number] for number in range(len(jobs))]
