"""
How records are found in PostgreSQL where it would not find a quick way by itself.

Records come in about the order of time, which PostgreSQL does not know: for those
before a day it would look at everything behind it. `spans` says of each thousand
of records which times they have, so that only those are looked at.

Common words are found soonest by looking at the nearest records, rare ones by the
index. Which they are PostgreSQL cannot tell, so both are tried in this order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from proctor.audit.rows import Kept
from proctor.audit.store import Filter, Link
from proctor.audit.stores.database import Database, Row
from proctor.audit.stores.postgres_batch import KEEP, SPAN_BITS, columns_of
from proctor.audit.stores.postgres_sql import found_words
from proctor.audit.stores.sql_records import EQUAL, Source
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.stores.words import words_of

FIRST_AND_LAST = "SELECT min(span), max(span) FROM spans WHERE newest >= ? AND (oldest < ? OR ?)"
FORGET = "DELETE FROM spans WHERE span < (SELECT min(n) FROM records) >> ?"
ENDS = "SELECT coalesce(min(n), 0) - 1, coalesce(max(n), 0) + 1 FROM records"
A_PAGE = 1_000


class Postgres(Database, Protocol):
    """What PostgreSQL does besides what every database does."""

    channel: str
    numbering: tuple[int, int]

    def at_once(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement that is a transaction by itself, and return its rows."""


class PostgresStore(SqlStore):
    """The store in PostgreSQL; it differs only in how records are kept and found."""

    # So many records are looked at one by one, for a page at most.
    near = 10_000

    def __init__(self, database: Postgres) -> None:
        super().__init__(database)
        self._postgres = database

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, all of them or none."""
        if links:
            postgres = self._postgres
            values = [*postgres.numbering, *columns_of(links), postgres.channel]
            postgres.at_once(KEEP, values)

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""
        if wanted.text and 0 < limit <= A_PAGE:
            found = super().find(self._near(wanted, newest=newest), limit=limit, newest=newest)
            if len(found) == limit:
                return found
        return super().find(wanted, limit=limit, newest=newest)

    def _near(self, wanted: Filter, *, newest: bool) -> Filter:
        """Return a filter for the first records only that may be meant."""
        first, last = self._database.rows(ENDS)[0]
        after = first if wanted.after is None else max(first, wanted.after)
        before = last if wanted.before is None else min(last, wanted.before)
        if times := self._numbers(wanted):
            after, before = max(after, times[0] - 1), min(before, times[1])
        if newest:
            return wanted._replace(after=max(after, before - self.near), before=before)
        return wanted._replace(after=after, before=min(before, after + self.near))

    def _removed(self) -> None:
        self._database.rows(FORGET, [SPAN_BITS])

    def _source(self, wanted: Filter) -> Source:
        source = self._by_index(wanted) if only_words(wanted) else super()._source(wanted)
        if not (wanted.since or wanted.until):
            return source
        times = self._numbers(wanted)
        if times is None:
            return Source.nothing()
        return source.narrowed([f"{source.n} >= ?", f"{source.n} < ?"], times)

    def _numbers(self, wanted: Filter) -> tuple[int, int] | None:
        """Return between which numbers the times of a filter are, the second not included."""
        times = [wanted.since, wanted.until, not wanted.until]
        first, last = self._database.rows(FIRST_AND_LAST, times)[0]
        return None if first is None else (first << SPAN_BITS, (last + 1) << SPAN_BITS)

    @staticmethod
    def _by_index(wanted: Filter) -> Source:
        condition, values = found_words(words_of(wanted.text), by_index=True)
        return Source(conditions=[condition], values=values)


def only_words(wanted: Filter) -> bool:
    """Say whether nothing but words narrows a search down."""
    given = wanted._asdict()
    few = None not in {wanted.before, wanted.after}
    return bool(words_of(wanted.text)) and not (
        few or wanted.person or any(given[name] for name in EQUAL)
    )
