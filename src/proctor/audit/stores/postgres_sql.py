"""What PostgreSQL says in its own way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from proctor.audit.stores.sql_records import FILTERED, LETTERS
from proctor.audit.stores.words import APART

# What an index of words takes: two neighbours of two kilobytes, a megabyte of them in all.
LONGEST_WORD, MOST_BYTES = 200, 200_000
HAS_TABLE = "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
# Until the end of a transaction.
LOCK = "SELECT pg_advisory_xact_lock(?, ?)"
# Whoever reads a stream may take its time.
NO_HURRY = "SELECT set_config('idle_in_transaction_session_timeout', '0', false)"
# What is read on behind the last number that was seen, besides records.
NUMBERED = "INSERT INTO events"
# Of a number of a record, what is left of these bits is the number of its block.
BLOCK_BITS = 12
MARKS = [
    f"'_{LETTERS[name]}' || nullif(left({column}, {LONGEST_WORD}), '')" for name, column in FILTERED
]
# What a record is found by: the lines of `lexemes`, and what it is filtered by, each behind the
# number of its block. See postgres_store.py.
FOUND_BY = f"""array_to_tsvector(ARRAY(
  SELECT (n >> {BLOCK_BITS}) || ' ' || lexeme FROM unnest(
    string_to_array(lexemes, chr(10))
    || ARRAY[{", ".join(MARKS)}]
  ) AS lexeme WHERE lexeme IS NOT NULL
))"""  # noqa: S608 - names of ours
ADD_WORDS = f"""
INSERT INTO record_words (n, words, lexemes)
SELECT n, words, {FOUND_BY}
FROM json_to_recordset(?) AS new (n bigint, words text, lexemes text) JOIN records USING (n)
"""  # noqa: S608 - likewise
REMOVE_WORDS = "DELETE FROM record_words WHERE n = ANY(?::bigint[])"
# Of `record_words`.
IN_THIS_ORDER = "strpos(' ' || words, ?) > 0"
# Of a thousand rows; 630 bytes take the indexes and words of one, measured on a million.
SIZE = """SELECT (count(*) * (630 + coalesce((
  SELECT avg(pg_column_size(a_few.*))
  FROM ((SELECT * FROM records ORDER BY n DESC LIMIT 500)
        UNION ALL (SELECT * FROM records ORDER BY n LIMIT 500)) AS a_few
), 0)))::bigint FROM records"""


def found_words(words: Sequence[str]) -> tuple[str, list[object]]:
    """Return a condition on `records`: these words follow each other, the last may be begun."""
    condition = f"n IN (SELECT n FROM record_words WHERE {IN_THIS_ORDER})"  # noqa: S608 - ours
    return condition, [in_this_order(words)]


def in_this_order(words: Sequence[str]) -> str:
    """Return the value of IN_THIS_ORDER."""
    return f" {' '.join(word[:LONGEST_WORD] for word in words)}"


def mark(letter: str, name: str) -> str:
    """Return a part of a question for `lexemes`: who has this agent, role or such."""
    return quoted(f"_{letter}{name[:LONGEST_WORD]}")


def having(words: Sequence[str]) -> list[str]:
    """Return parts of a question for `lexemes`: who has all neighbours, the last perhaps begun."""
    short = [word[:LONGEST_WORD] for word in words]
    pairs = list(map(" ".join, pairwise(short))) or short
    return [*map(quoted, pairs[:-1]), f"{quoted(pairs[-1])}:*"]


def quoted(lexeme: str) -> str:
    """Return a lexeme as it ends in a question for some; the number of a block stands before it."""
    return lexeme.replace("\\", r"\\").replace("'", "''") + "'"


def lexemes(words: str) -> str:
    """Return each two neighbours of a text, and the last word, as lines: each word begins one."""
    lines: list[str] = []
    for part in words.split(f" {APART} "):
        of_it = part.split(" ")
        lines += map(" ".join, pairwise(of_it))
        lines.append(of_it[-1])
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


@lru_cache(maxsize=1000)
def numbered(sql: str) -> str:
    """Return a statement with its values numbered, as PostgreSQL itself has them."""
    first, *others = translated(sql).split("%s")
    return first + "".join(f"${at}{text}" for at, text in enumerate(others, start=1))


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
