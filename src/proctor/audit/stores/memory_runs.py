"""Runs of workflows in the store in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from proctor.audit.rows import storable
from proctor.audit.stores.memory_changes import MemoryShared
from proctor.audit.stores.memory_rows import fresh, newest_of, plain
from proctor.terms.kept_run import KeptRun


class MemoryRuns(MemoryShared):
    """Runs, by their id."""

    def __init__(self) -> None:
        super().__init__()
        self._runs: dict[str, KeptRun] = {}
        self._run_numbers: Counter[str] = Counter()

    def put_run(self, run: KeptRun) -> KeptRun | None:
        """Keep a run over the version that it was made of; None where there is another by now."""
        with self._open():
            given = plain(run)
            known = self._runs.get(given.id)
            if given.version != (known.version if known else 0):
                return None
            if known is None:
                kept = given._replace(n=self._next("run"), version=1)
            else:
                kept = known._replace(
                    status=given.status,
                    updated_at=given.updated_at,
                    body=given.body,
                    version=known.version + 1,
                )
            self._runs[kept.id] = kept
            self._tell("run", kept.n)
            return fresh(kept)

    def run(self, run_id: str) -> KeptRun | None:
        """Return a run by its id."""
        with self._open():
            run = self._runs.get(storable(run_id))
            return fresh(run) if run else None

    def runs(self, statuses: Collection[str] = (), *, limit: int = 1000) -> list[KeptRun]:
        """Return runs of these statuses, or all, oldest first; the newest `limit` of them."""
        with self._open():
            found = [r for r in self._runs.values() if not statuses or r.status in statuses]
            return [fresh(run) for run in newest_of(found, limit)]

    def next_run_number(self, day: str) -> int:
        """Return a number that no run of the day has had, and never gives it again."""
        with self._open():
            self._run_numbers[storable(day)] += 1
            return self._run_numbers[storable(day)]
