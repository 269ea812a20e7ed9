"""What PostgreSQL says in its own way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from proctor.audit.stores.words import APART

# What an index of words takes: two neighbours of two kilobytes, a megabyte of them in all.
LONGEST_WORD, MOST_BYTES = 200, 250_000
HAS_TABLE = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
# Until the end of a transaction.
LOCK = "SELECT pg_advisory_xact_lock(?, ?)"
# Whoever reads a stream may take its time.
NO_HURRY = "SELECT set_config('idle_in_transaction_session_timeout', '0', false)"
# What is read on behind the last number that was seen, besides records.
NUMBERED = "INSERT INTO events"
ADD_WORDS = """
INSERT INTO record_words (n, words, lexemes)
SELECT n, words, array_to_tsvector(string_to_array(lexemes, chr(10)))
FROM json_to_recordset(?) AS new (n bigint, words text, lexemes text)
"""
REMOVE_WORDS = "DELETE FROM record_words WHERE n = ANY(?::bigint[])"
HAVE_LEXEMES = "SELECT n FROM record_words WHERE lexemes @@ ?::tsquery"
IN_THIS_ORDER = " AND strpos(' ' || words, ?) > 0"
# Says that all are wanted, so that walking along until there are a few is no way to do it.
ALL_OF_THEM = " OFFSET 0"
# Of a thousand rows; 700 bytes take the indexes and words of one, measured on a million.
SIZE = """SELECT (count(*) * (700 + coalesce((
  SELECT avg(pg_column_size(a_few.*))
  FROM ((SELECT * FROM records ORDER BY n DESC LIMIT 500)
        UNION ALL (SELECT * FROM records ORDER BY n LIMIT 500)) AS a_few
), 0)))::bigint FROM records"""


def found_words(words: Sequence[str], *, by_index: bool = False) -> tuple[str, list[object]]:
    """
    Return a condition on `records`: these words follow each other, the last may be begun.

    The index finds who has all neighbours; where there are several of them, the
    text says whether they meet. PostgreSQL is free not to use the index, unless
    it is told to: it takes every word that may be only begun for a common one.
    """
    short = [word[:LONGEST_WORD] for word in words]
    wanted = [f"'{one} {other}'" for one, other in pairwise(short)] or [f"'{short[0]}'"]
    condition, values = HAVE_LEXEMES, [" & ".join(wanted) + ":*"]
    if len(wanted) > 1:
        condition += IN_THIS_ORDER
        values.append(f" {' '.join(short)}")
    return f"n IN ({condition}{ALL_OF_THEM if by_index else ''})", [*values]


def lexemes(words: str) -> str:
    """Return the words of a text and each two neighbours, as lines."""
    lines = words.split(" ")
    for part in words.split(f" {APART} "):
        lines += map(" ".join, pairwise(part.split(" ")))
    return "\n".join(lines)


def words_as_json(rows: Sequence[tuple[int, str]]) -> str:
    """Return numbers and words for ADD_WORDS."""
    found = ((n, within_limits(words)) for n, words in rows)
    return json.dumps([{"n": n, "words": words, "lexemes": lexemes(words)} for n, words in found])


@lru_cache(maxsize=1000)
def translated(sql: str) -> str:
    """Return a statement with PostgreSQL's sign for a value; there is none in its strings."""
    strings = sql.split("'")[1::2]
    assert "%" not in sql  # noqa: S101 - our own statements
    assert not any("?" in string for string in strings)  # noqa: S101 - likewise
    return sql.replace("?", "%s")


def within_limits(text: str) -> str:
    """Return a text of words as the index takes it: no word and no text too long."""
    if len(text) <= LONGEST_WORD:
        return text
    words = text.encode()[:MOST_BYTES].decode(errors="ignore").split()
    return " ".join(word[:LONGEST_WORD] for word in words)


def comparable(value: object) -> object:
    """Return what is looked for so that PostgreSQL takes it, in the order where it belongs."""
    if not isinstance(value, str) or (value.isascii() and "\0" not in value):
        return value
    return value.replace("\0", "\1").encode(errors="backslashreplace").decode()
