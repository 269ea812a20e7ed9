"""
A batch of records for PostgreSQL, kept by one statement.

Each exchange with the server costs more than a row. So everything that belongs to
a batch is one statement, which is a transaction by itself: the lock under which
numbers are given, the records, their words, their times, and the word to whoever
listens. Nothing gets a number before the lock is held, since a row is inserted
only where both of what it is joined from are there.

Each column is an array, written here as PostgreSQL reads it: far quicker than the
driver, and than JSON.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.audit.rows import COLUMNS, FORMAT, NUL
from proctor.audit.store import Link
from proctor.audit.stores.postgres_sql import FOUND_BY, lexemes, within_limits
from proctor.audit.stores.spans import SPAN_BITS, WIDEN
from proctor.audit.stores.sql_records import ACTION, DETAIL, WRITTEN
from proctor.audit.stores.words import findable
from proctor.errors import StoreError

# Records are told of on a channel of their own: they are many, and seldom does anybody care.
RECORDS = "_records"
NUMBERS = {"seq", "question", "duration_us", "spooled"}
GIVEN = (*(name for name in WRITTEN if name != "format"), "words", "lexemes")
KEEP = f"""
WITH locked AS (SELECT pg_advisory_xact_lock(?, ?)),
given AS (
  SELECT * FROM unnest({", ".join(f"?::{'bigint' if it in NUMBERS else 'text'}[]" for it in GIVEN)})
  AS given ({", ".join(GIVEN)})
),
kept AS (
  INSERT INTO records ({", ".join(WRITTEN)})
  SELECT {", ".join(str(FORMAT) if it == "format" else it for it in WRITTEN)}
  FROM locked CROSS JOIN given
  RETURNING n, uid, timestamp
),
findable AS (
  INSERT INTO record_words (n, words, lexemes)
  SELECT n, words, {FOUND_BY}
  FROM kept JOIN given ON given.uid = kept.uid
),
widened AS (
  INSERT INTO spans (span, oldest, newest)
  SELECT n >> {SPAN_BITS}, min(timestamp), max(timestamp) FROM kept GROUP BY 1
  {WIDEN}
)
SELECT pg_notify(? || '{RECORDS}', 'record ' || max(n)) FROM kept
"""  # noqa: S608 - names of ours


class Packed(list[Link]):
    """
    A batch with its columns.

    Whoever hands it in makes them, so that the thread that waits for PostgreSQL does
    nothing else: two threads that both compute cost more than one that does it all.
    """

    def __init__(self, links: Sequence[Link]) -> None:
        super().__init__(links)
        self.columns = columns_of(links)


def columns_of(links: Sequence[Link]) -> list[str]:
    """
    Return what is given of a batch, column by column.

    Raises:
        StoreError: something in it is not what its column takes.

    """
    if isinstance(links, Packed):
        return links.columns
    hosts, homes, places, hashes, rows = zip(*links, strict=True)
    words = [within_limits(findable(row[ACTION], row[DETAIL])) for row in rows]
    try:
        return [
            texts(hosts),
            texts(homes),
            numbers(places),
            texts(hashes),
            *(
                numbers(column) if name in NUMBERS else texts(column)
                for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True)
            ),
            texts(words),
            texts([lexemes(text) for text in words]),
        ]
    except (TypeError, ValueError) as error:
        raise StoreError(
            f"a record cannot be kept in PostgreSQL: {type(error).__name__}"
        ) from error


def texts(values: Sequence[str]) -> str:
    """Return texts as PostgreSQL writes an array of them; between them stands what none has."""
    joined = NUL.join(values)
    if joined.count(NUL) != len(values) - 1:
        raise ValueError(NUL)
    if "\\" in joined:
        joined = joined.replace("\\", r"\\")
    quoted = joined.replace('"', r"\"").replace(NUL, '","')
    return f'{{"{quoted}"}}'


def numbers(values: Sequence[int | None]) -> str:
    """Return numbers as PostgreSQL writes an array of them."""
    return f"{{{','.join(['NULL' if value is None else f'{value:d}' for value in values])}}}"
