"""
Take in what was spooled: the owner's side of the spool.

Whoever can write the spool's file can write anything into it. A line is taken if
it is a row of ours; else it goes to the damaged ones, and an event tells of it.
Nothing that is handed in this way can tell of removed records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from hashlib import blake2b
from typing import Any, NamedTuple

from proctor.audit.ids import seconds
from proctor.audit.prepare import plain
from proctor.audit.rows import COLUMNS, NO_TEXTS
from proctor.audit.spool import DAMAGED, VERSION, Spool
from proctor.audit.trail import Trail
from proctor.terms.event import Event
from proctor.terms.record import Outcome, Record

SPOOL_DAMAGED = "spool-damaged"
UID_COLUMN = COLUMNS.index("uid")
KEYS = {"v", "kind", "row"}
UID = re.compile(r"[0-9A-Za-z._-]{8,64}")
STAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
# What only the owner itself writes.
OURS = frozenset({Outcome.RETENTION, Outcome.STORE_REPLACED})
OUTCOMES = frozenset(outcome.value for outcome in Outcome if outcome not in OURS)
NOT_TEXTS = NO_TEXTS | {"body", "n"}
NEEDED = {
    Record: {"uid", "timestamp", "agent_name", "action_string", "decision"},
    Event: {"uid", "timestamp", "kind"},
}


class Taken(NamedTuple):
    """How many lines were taken in, and which records of them are new."""

    lines: int
    records: list[Record]


def take_in(spool: Spool, trail: Trail) -> Generator[Taken, None, None]:
    """
    Take in what was spooled, batch by batch, and return what each had.

    Between two of them the owner may do other things. Where it ends early, the
    rest, and the last batch, come again the next time.

    Raises:
        StoreError: the spool cannot be read, or the store does not take them.

    """
    for name, lines in spool.take():
        records: list[Record] = []
        events: list[Event] = []
        damaged: list[bytes] = []
        for line in lines:
            row = read(line)
            if isinstance(row, Record):
                records.append(row)
            elif row is not None:
                events.append(row)
            else:
                damaged.append(line)
        links = trail.append(records, spooled=True)
        trail.put_events(events, spooled=True)
        if damaged:
            set_aside(spool, trail, name, damaged)
        by_uid = {record.uid: record for record in records}
        yield Taken(len(lines), [by_uid[link.values[UID_COLUMN]] for link in links])


def set_aside(spool: Spool, trail: Trail, name: str, lines: list[bytes]) -> None:
    """Keep lines that cannot be read, and tell of them once, however often they come."""
    kept = spool.put_damaged(lines)
    where = f"{spool.folder}/{DAMAGED}" if kept else ""
    event = Event(
        uid=blake2b(name.encode(), digest_size=16).hexdigest(),
        timestamp=trail.clock(),
        host=trail.identity.host,
        home=trail.identity.home,
        kind=SPOOL_DAMAGED,
        body={"lines": len(lines), "file": where},
    )
    trail.put_events([event])


def read(line: bytes) -> Record | Event | None:
    """Return the row of a line; None if it has none."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or set(said) != KEYS or said["v"] != VERSION:
        return None
    row = said["row"]
    if not isinstance(row, dict) or not named_and_dated(row):
        return None
    if said["kind"] == "record":
        return record_of(row)
    return event_of(row) if said["kind"] == "event" else None


def named_and_dated(row: dict[str, Any]) -> bool:
    """Say whether a row has a uid and a time that can be believed to be such."""
    uid, stamp = row.get("uid"), row.get("timestamp")
    if not isinstance(uid, str) or not UID.fullmatch(uid):
        return False
    if not isinstance(stamp, str) or not STAMP.fullmatch(stamp):
        return False
    try:
        seconds(stamp)
    except (ValueError, OverflowError):
        return False
    return True


def record_of(row: dict[str, Any]) -> Record | None:
    """Return the record of a row; what is no text where one belongs becomes one."""
    if not NEEDED[Record] <= set(row) <= set(Record._fields):
        return None
    if not isinstance(row["decision"], str) or row["decision"] not in OUTCOMES:
        return None
    return Record(**texts(row))


def event_of(row: dict[str, Any]) -> Event | None:
    """Return the event of a row."""
    if not NEEDED[Event] <= set(row) <= set(Event._fields) or not row["kind"]:
        return None
    body = row.get("body", {})
    named = {"host": "", "home": "", **texts(row)}
    return Event(**{**named, "body": body if isinstance(body, dict) else {"value": body}, "n": 0})


def texts(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose texts are texts."""
    return {key: value if key in NOT_TEXTS else plain(value) for key, value in row.items()}
