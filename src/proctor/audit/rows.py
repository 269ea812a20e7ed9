"""
A record as a row of a table.

The order of COLUMNS is that of the tables, of the hash and of the export: it is
written once, here. A new column goes to the end and gets a new FORMAT, so that
the hashes of what is there already stay what they are.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from proctor.terms.record import Record

FORMAT = 1
COLUMNS = Record._fields
INPUT, SPOOLED = COLUMNS.index("input"), COLUMNS.index("spooled")
Values = tuple[Any, ...]


class Kept(NamedTuple):
    """
    A record where it is kept.

    `n` is its number in the store. `host` and `home` say where it was made;
    together with the agent's name they name its chain, in which it is number
    `seq`. `format` says how `hash` was made.
    """

    n: int
    host: str
    home: str
    seq: int
    format: int
    hash: str
    record: Record

    @property
    def chain(self) -> tuple[str, str, str]:
        """Return the name of the chain that the record belongs to."""
        return (self.host, self.home, self.record.agent_name)


def to_values(record: Record) -> Values:
    """Return a record as values for a row; its input becomes JSON, a switch 0 or 1."""
    values = list(record)
    values[INPUT] = compact(record.input)
    values[SPOOLED] = int(record.spooled)
    return tuple(values)


def to_record(values: Values) -> Record:
    """Return the record of a row."""
    row = list(values)
    row[INPUT] = json.loads(row[INPUT]) if row[INPUT] else None
    row[SPOOLED] = bool(row[SPOOLED])
    return Record._make(row)


def compact(value: object) -> str:
    """Return a value as JSON in ASCII, without blanks, in the order it came."""
    return json.dumps(value, separators=(",", ":"), default=repr)
