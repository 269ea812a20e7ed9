"""A home with a trail in it, and records to put there, for the tests of what writes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proctor.audit.chain import Break, breaks
from proctor.audit.identity import load_identity
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.redaction.redact import Redactor
from proctor.audit.rows import Kept
from proctor.audit.store import Filter, Store
from proctor.audit.stores.sqlite import open_sqlite
from proctor.audit.trail import Trail
from proctor.terms.event import Event
from proctor.terms.record import Record

DATABASE = "proctor.db"
EVERYTHING = 1_000_000


def a_record(agent: str = "arch-1", **fields: Any) -> Record:
    """Return a record of a harmless command."""
    given = {
        "uid": new_uid(),
        "timestamp": timestamp(),
        "agent_name": agent,
        "action_string": "tool:bash:make test",
        "decision": "allow",
        "tool": "Bash",
        "cwd": "/home/ada/shop",
        "input": {"command": "make test"},
    }
    return Record(**{**given, **fields})


def an_event(**fields: Any) -> Event:
    """Return an event of an agent."""
    given = {
        "uid": new_uid(),
        "timestamp": timestamp(),
        "host": "anvil",
        "home": "0a0b0c0d",
        "kind": "Stop",
        "agent": "arch-1",
        "body": {"reason": "done"},
    }
    return Event(**{**given, **fields})


@contextmanager
def a_trail(home: Path) -> Iterator[Trail]:
    """Open the trail of a home over SQLite."""
    store = open_sqlite(home / DATABASE)
    try:
        yield trail_over(store, home)
    finally:
        store.close()


def trail_over(store: Store, home: Path) -> Trail:
    """Return a trail over a store."""
    return Trail(store, load_identity(home, "anvil"), Redactor(()))


def all_kept(store: Store) -> list[Kept]:
    """Return every record, oldest first."""
    return store.find(Filter(), limit=EVERYTHING, newest=False)


def all_breaks(store: Store) -> list[Break]:
    """Return what does not hold in any chain."""
    return [found for chain in store.chains() for found in breaks(store.walk(chain), chain=chain)]
