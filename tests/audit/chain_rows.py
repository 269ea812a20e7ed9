"""Rows of a chain, made by hand, and what can be done to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proctor.audit.chain import Head, breaks, link
from proctor.audit.rows import FORMAT, Kept, to_record, to_values
from proctor.terms.record import Outcome, Record
from tests.contracts.samples import HOME, HOST, record

CHAIN = (HOST, HOME, "coder-1")


BEGINNING = Head()


def chain_of(records: Sequence[Record], *, head: Head = BEGINNING, n: int = 1) -> list[Kept]:
    """Return records as rows of one chain behind a head."""
    rows = []
    for number, each in enumerate(records, n):
        values = to_values(each)
        head = Head(head.seq + 1, link(head.hash, HOST, HOME, head.seq + 1, values))
        rows.append(Kept(number, HOST, HOME, head.seq, FORMAT, head.hash, to_record(values)))
    return rows


def some(count: int = 6) -> list[Kept]:
    """Return a chain of so many rows."""
    return chain_of([record(f"u-{n}", duration_us=n) for n in range(1, count + 1)])


def retention(seq: object, last: object, **changes: Any) -> Record:
    """Return the owner's word that the records up to a place were removed."""
    fields = {"decision": Outcome.RETENTION, "spooled": False, "input": {"seq": seq, "hash": last}}
    return record("u-kept", **(fields | changes))


def aged(*, through: int = 3, count: int = 6) -> list[Kept]:
    """Return a chain with a record of a removal at its end; nothing is removed yet."""
    rows = some(count)
    told = retention(through, rows[through - 1].hash)
    return rows + chain_of([told], head=Head(count, rows[-1].hash), n=count + 1)


def found(rows: Sequence[Kept], **more: Any) -> list[tuple[int, str]]:
    """Return the breaks by place and word."""
    return [(each.seq, each.what) for each in breaks(rows, **more)]


def with_value(row: Kept, column: str, value: Any) -> Kept:
    """Return a row with another value, in its record or around it."""
    changed = {column: value}
    if column in Record._fields:
        return row._replace(record=row.record._replace(**changed))
    return row._replace(**changed)
