"""
How records are found in SQLite: by its index of words, and by the time of their neighbours.

Two filters at once are slow with an index for each: SQLite uses one of them, and
looks at every record that it gives. Its index of words crosses long lists with
each other. So what is filtered by stands there as words that no text has: `_a`
and a digest for an agent, `_d` for a decision…

Records come in about the order of time. `spans` says of each thousand of them
which times they have, so that only those are looked at which may be meant.

Both are dear for one record and cheap for many. So the newest records wait,
until there are some hundred; as long they are looked at one by one. `indexed`
has the number of the last one before them.

Whoever waits for one record waits for one statement: where it comes alone and need
not be indexed now, it is inserted by itself, without a transaction around it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Protocol

from proctor.audit.rows import COLUMNS, Kept, Values, name_of
from proctor.audit.store import Count, Filter, Link
from proctor.audit.stores.database import Database, Row
from proctor.audit.stores.spans import MEANT, SPAN_BITS, WIDEN, times_of
from proctor.audit.stores.sql_records import (
    ACTION,
    DETAIL,
    FILTERED,
    HOUR,
    LETTERS,
    READ,
    START_OF_RECORD,
    WRITTEN,
    Source,
    conditions_of,
    to_kept,
    to_row,
)
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.stores.words import findable, found_by, words_of

MARKED = {COLUMNS.index(column): LETTERS[name] for name, column in FILTERED if column in COLUMNS}
MARKS = (LETTERS["host"], *MARKED.values())
marked_values = itemgetter(*MARKED)
TIME = COLUMNS.index("timestamp")
HOST = 1
MARK_BYTES = 6
# How many records may wait for being indexed.
LATE = 256
ADD_SPAN = f"INSERT INTO spans (span, oldest, newest) VALUES (?, ?, ?) {WIDEN}"  # noqa: S608 - ours
IN_SPANS = Source(
    f"spans CROSS JOIN records ON records.n >= spans.span << {SPAN_BITS} "
    f"AND records.n < (spans.span + 1) << {SPAN_BITS}",
    # With the sign it is only compared: where the spans begin and end, they say.
    "+records.n",
    order=("spans.span", "records.n"),
)


class OneByOne(Database, Protocol):
    """A database in which one statement is a transaction, and says which number it has given."""

    def insert_one(self, table: str, columns: Sequence[str], row: Row) -> int:
        """Insert a row, outside a transaction, and return its number."""


class SqliteStore(SqlStore):
    """The store in SQLite; it differs in how records are found, and in how one alone is kept."""

    late = LATE

    def __init__(self, database: OneByOne) -> None:
        super().__init__(database)
        self._alone = database
        # By their hash, so that they need not be read again; what is not there is read.
        self._waiting: dict[str, Link] = {}
        # Up to which number records may come alone, without a look at what is indexed.
        self._alone_until = 0
        self._last = 0

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, all of them or none."""
        if len(links) != 1 or self._last >= self._alone_until:
            super().insert(links)
            return
        (one,) = links
        self._last = self._alone.insert_one("records", WRITTEN, to_row(one))
        self._waiting[one.hash] = one

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""
        early, late = self._divided(wanted)
        if newest:
            found = self._find_late(late, limit=limit, newest=True)
            return found + super().find(early, limit=limit - len(found))
        found = super().find(early, limit=limit, newest=False)
        return found + self._find_late(late, limit=limit - len(found), newest=False)

    def count(self, wanted: Filter, *, most: int | None = None) -> list[Count]:
        """Count records by hour, decision, tool, role and decider; all, or the newest so many."""
        early, late = self._divided(wanted)
        newest = self._find_late(late, limit=sys.maxsize if most is None else most)
        left = None if most is None else most - len(newest)
        counted = Counter({count[:-1]: count.number for count in super().count(early, most=left)})
        counted.update(
            (r.timestamp[:HOUR], r.decision, r.tool, r.role, r.decider)
            for r in (kept.record for kept in newest)
        )
        return [Count(*same, number) for same, number in sorted(counted.items())]

    def _divided(self, wanted: Filter) -> tuple[Filter, Filter]:
        """Return what is wanted of the records that are indexed, and of the others."""
        indexed = self._indexed()
        before = indexed + 1 if wanted.before is None else min(wanted.before, indexed + 1)
        after = indexed if wanted.after is None else max(wanted.after, indexed)
        return wanted._replace(before=before), wanted._replace(after=after)

    def _find_late(self, wanted: Filter, *, limit: int, newest: bool = True) -> list[Kept]:
        """Return records that are not indexed: there are few, so each is looked at."""
        source = Source().narrowed(*conditions_of(wanted, "n"))
        order = f"ORDER BY n {'DESC' if newest else 'ASC'}"
        rows = self._database.rows(f"SELECT {READ} {source.sql} {order}", source.values)
        if wanted.text:
            words = words_of(wanted.text)
            rows = [row for row in rows if found_by(text_of(row[START_OF_RECORD:]), words)]
        return [to_kept(row) for row in rows[: max(limit, 0)]]

    def _indexed(self) -> int:
        return int(self._database.rows("SELECT coalesce(max(n), 0) FROM indexed")[0][0])

    def _index(self, links: Sequence[Link], last: int) -> None:
        if len(self._waiting) > self.late:
            # Left from batches that came to nothing, or others have indexed them.
            self._waiting.clear()
        self._waiting.update((one.hash, one) for one in links)
        indexed = self._indexed()
        self._last, self._alone_until = last, indexed + self.late - 1
        if last - indexed < self.late:
            return
        rows = self._behind(indexed)
        self._database.index_words([(n, index_text(host, values)) for n, host, values in rows])
        spans: dict[int, list[str]] = {}
        for n, _, values in rows:
            spans.setdefault(n >> SPAN_BITS, []).append(values[TIME])
        for span, times in spans.items():
            self._database.rows(ADD_SPAN, [span, min(times), max(times)])
        self._database.rows("DELETE FROM indexed")
        self._database.rows("INSERT INTO indexed (n) VALUES (?)", [last])

    def _behind(self, indexed: int) -> list[tuple[int, str, Values]]:
        """
        Return number, host and values of the records that are not indexed.

        Which they are is read, since others may have added and removed some.
        """
        waiting, self._waiting = self._waiting, {}
        behind = "FROM records WHERE n > ?"
        found = self._database.rows(f"SELECT n, hash {behind}", [indexed])
        try:
            links = [(n, waiting[sealed]) for n, sealed in found]
        except KeyError:
            rows = self._database.rows(f"SELECT {READ} {behind}", [indexed])
            return [(row[0], row[HOST], row[START_OF_RECORD:]) for row in rows]
        return [(n, one.host, one.values) for n, one in links]

    def _forget(self, rows: Sequence[Row]) -> None:
        indexed = self._indexed()
        self._database.forget_words(
            [
                (row[0], index_text(row[HOST], row[START_OF_RECORD:]))
                for row in rows
                if row[0] <= indexed
            ]
        )

    def _removed(self) -> None:
        first = "SELECT coalesce(min(n), 0) FROM records"
        self._database.rows(f"DELETE FROM spans WHERE span < ({first}) >> {SPAN_BITS}")  # noqa: S608 - ours

    def _source(self, wanted: Filter) -> Source:
        source = marked(wanted)
        if not (wanted.since or wanted.until):
            return source
        times = times_of(wanted.since, wanted.until)
        if source == Source():
            ends = [("spans.span >= ?", wanted.after), ("spans.span <= ?", wanted.before)]
            given = [(condition, n >> SPAN_BITS) for condition, n in ends if n is not None]
            conditions = [MEANT, *(condition for condition, _ in given)]
            return IN_SPANS.narrowed(conditions, [*times, *(span for _, span in given)])
        spans = f"FROM spans WHERE {MEANT}"
        first, last = self._database.rows(f"SELECT min(span), max(span) {spans}", times)[0]
        if first is None:
            return Source.nothing()
        n = source.n
        return source.narrowed(
            [f"{n} >= ?", f"{n} < ?", f"{n} >> {SPAN_BITS} IN (SELECT span {spans})"],
            [first << SPAN_BITS, (last + 1) << SPAN_BITS, *times],
        )


def marked(wanted: Filter) -> Source:
    """Return where the index of words has the records of a filter, but for their time."""
    given = wanted._asdict()
    terms = [
        f'"{mark(letter, name_of(given[name]))}"' for name, letter in LETTERS.items() if given[name]
    ]
    if wanted.text:
        words = words_of(wanted.text)
        if not words:
            return Source.nothing()
        terms.append(phrase(words))
    if not terms:
        return Source()
    return Source(
        "record_words CROSS JOIN records ON records.n = record_words.rowid",
        "record_words.rowid",
        ["record_words MATCH ?"],
        [" AND ".join(terms)],
    )


def phrase(words: Sequence[str]) -> str:
    """Return the question for words that follow each other, of which the last may be begun."""
    return f'"{" ".join(words)}" *'


def index_text(host: str, values: Values) -> str:
    """Return the words by which a record is found."""
    return f"{marks(host, *marked_values(values))}{text_of(values)}"


def text_of(values: Values) -> str:
    """Return the words of a record's own texts."""
    return findable(str(values[ACTION]), str(values[DETAIL]))


@lru_cache(10_000, typed=True)
def marks(*values: object) -> str:
    """Return the words for what a record is filtered by, each with a blank behind it."""
    pairs = zip(MARKS, values, strict=True)
    return "".join([f"{mark(letter, str(value))} " for letter, value in pairs if value])


@lru_cache(10_000)
def mark(letter: str, value: str) -> str:
    """Return the word for something that is filtered by; the record itself is looked at, too."""
    return f"_{letter}{blake2b(value.encode(), digest_size=MARK_BYTES).hexdigest()}"
