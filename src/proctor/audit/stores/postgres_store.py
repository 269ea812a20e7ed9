"""
How records are found in PostgreSQL: block by block, each by the index of words.

Where two things are common and seldom meet, it would look at every record that has
one of them, and where they meet often, fetch all of those for the newest fifty. So
the index of words has also what is filtered by, as words that no text has: `_a` and
an agent, `_d` and a decision… And each word stands behind the number of a block of
some thousand records. In a block the index crosses its short lists at once; from
block to block it goes on until there are enough.

`spans` says which blocks a time is in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from proctor.audit.crossing import Sending
from proctor.audit.rows import Kept, name_of
from proctor.audit.store import Filter, Link
from proctor.audit.stores.database import Database, Row
from proctor.audit.stores.postgres_batch import KEEP, columns_of
from proctor.audit.stores.postgres_sql import (
    BLOCK_BITS,
    IN_THIS_ORDER,
    having,
    in_this_order,
    mark,
)
from proctor.audit.stores.spans import MEANT, SPAN_BITS, times_of
from proctor.audit.stores.sql_records import LETTERS, Source, conditions_of
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.stores.words import words_of

ANY_SPAN = "1 = 1"
# So many words are one lexeme; of more it does not say whether they follow each other.
TWO = 2
FORGET = "DELETE FROM spans WHERE span < (SELECT min(n) FROM records) >> ?"
# The question for the index: each part of it behind a quote and the number of the block.
ASKED = """lexemes @@ (
  chr(39) || block || ' ' || array_to_string(?::text[], ' & ' || chr(39) || block || ' ')
)::tsquery"""
# OFFSET 0 has each part run as it stands here: PostgreSQL knows too little to do better.
BLOCKS = """(
  SELECT DISTINCT span >> {bits} AS block FROM spans WHERE {meant} ORDER BY block {way} OFFSET 0
) AS blocks"""
OF_BLOCK = """CROSS JOIN LATERAL (
  SELECT * FROM records
  WHERE n = ANY (ARRAY(SELECT n FROM record_words WHERE {meant} OFFSET 0)) OFFSET 0
) AS records"""
# Written so that it is only compared, and no index is searched for it instead.
OF_SPANS = f"n >> {SPAN_BITS} IN (SELECT span FROM spans WHERE {{meant}})"  # noqa: S608 - ours
OF_SPAN = f"""CROSS JOIN LATERAL (
  SELECT * FROM records
  WHERE n >= block << {SPAN_BITS} AND n < (block + 1) << {SPAN_BITS} OFFSET 0
) AS records"""  # noqa: S608 - names of ours


class Postgres(Database, Protocol):
    """What PostgreSQL does besides what every database does."""

    channel: str
    numbering: tuple[int, int]

    def at_once(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement that is a transaction by itself, and return its rows."""

    def begin(self, sql: str, values: Sequence[object]) -> Sending | None:
        """Send a statement that is a transaction by itself; None where it has to be waited for."""


class PostgresStore(SqlStore):
    """The store in PostgreSQL; it differs only in how records are kept and found."""

    def __init__(self, database: Postgres) -> None:
        super().__init__(database)
        self._postgres = database

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, all of them or none."""
        if links:
            self._postgres.at_once(KEEP, self._values(links))

    def begin(self, links: Sequence[Link]) -> Sending | None:
        """Begin to keep rows without waiting; None where that is not possible now."""
        return self._postgres.begin(KEEP, self._values(links)) if links else None

    def _values(self, links: Sequence[Link]) -> list[object]:
        """Return what is sent of rows."""
        return [*self._postgres.numbering, *columns_of(links), self._postgres.channel]

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""
        source = source_of(wanted, newest=newest)
        source = source.narrowed(*conditions_of(wanted, source.n))
        return self._page(source, limit=limit, newest=newest)

    def _removed(self) -> None:
        self._database.rows(FORGET, [SPAN_BITS])

    def _source(self, wanted: Filter) -> Source:
        return source_of(wanted)


def source_of(wanted: Filter, *, newest: bool = True) -> Source:
    """Return where the records of a filter are, block by block, the newest or the oldest first."""
    words = words_of(wanted.text)
    if wanted.text and not words:
        return Source.nothing()
    asked = asked_for(wanted, words)
    if not (asked or wanted.since or wanted.until):
        return Source()
    way = "DESC" if newest else "ASC"
    meant, values = spans_of(wanted)
    if not asked:
        blocks = BLOCKS.format(bits=0, meant=meant, way=way)
        return Source(f"{blocks} {OF_SPAN}", values=values, order=("block", "n"))
    blocks = BLOCKS.format(bits=BLOCK_BITS - SPAN_BITS, meant=meant, way=way)
    conditions = [ASKED]
    values.append(asked)
    if len(words) > TWO:
        conditions.append(IN_THIS_ORDER)
        values.append(in_this_order(words))
    if meant != ANY_SPAN:
        conditions.append(OF_SPANS.format(meant=meant))
        values += spans_of(wanted)[1]
    of_block = OF_BLOCK.format(meant=" AND ".join(conditions))
    return Source(f"{blocks} {of_block}", values=values, order=("block", "n"))


def asked_for(wanted: Filter, words: Sequence[str]) -> list[str]:
    """Return what the index of words is asked for."""
    given = wanted._asdict()
    marks = [mark(it, name_of(given[name])) for name, it in LETTERS.items() if given[name]]
    return marks + (having(words) if words else [])


def spans_of(wanted: Filter) -> tuple[str, list[object]]:
    """Return the condition on spans that numbers and times of a filter make."""
    conditions: list[str] = []
    values: list[object] = []
    if wanted.since or wanted.until:
        conditions.append(MEANT)
        values += times_of(wanted.since, wanted.until)
    for condition, n in (("span <= ?", wanted.before), ("span >= ?", wanted.after)):
        if n is not None:
            conditions.append(condition)
            values.append(n >> SPAN_BITS)
    return " AND ".join(conditions) or ANY_SPAN, values
