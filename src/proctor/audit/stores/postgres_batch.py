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
from proctor.audit.stores.postgres_sql import lexemes, within_limits
from proctor.audit.stores.sql_records import ACTION, DETAIL, WRITTEN
from proctor.audit.stores.words import findable
from proctor.errors import StoreError

# Of a number of a record, what is left of these bits is the number of its span.
SPAN_BITS = 10
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
  SELECT kept.n, given.words, array_to_tsvector(string_to_array(given.lexemes, chr(10)))
  FROM kept JOIN given ON given.uid = kept.uid
),
widened AS (
  INSERT INTO spans (span, oldest, newest)
  SELECT n >> {SPAN_BITS}, min(timestamp), max(timestamp) FROM kept GROUP BY 1
  ON CONFLICT (span) DO UPDATE SET
    oldest = least(spans.oldest, excluded.oldest), newest = greatest(spans.newest, excluded.newest)
)
SELECT pg_notify(?, 'record ' || max(n)) FROM kept
"""  # noqa: S608 - names of ours


def columns_of(links: Sequence[Link]) -> list[str]:
    """
    Return what is given of a batch, column by column.

    Raises:
        StoreError: something in it is not what its column takes.

    """
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
