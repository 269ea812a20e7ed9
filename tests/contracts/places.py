"""Where stores of each kind are, for their tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.sqlite import open_sqlite

# How long one writer waits for others: a test asks who wins, not how fast.
PATIENT = 30_000


@dataclass(frozen=True)
class MemoryPlace:
    """A store of this process, which is the same object however often it is opened."""

    store: MemoryStore

    def open(self) -> Store:
        """Give the one there is."""
        return self.store

    def leave(self, store: Store) -> None:
        """Leave it open for the others."""


@dataclass(frozen=True)
class SqlitePlace:
    """A file."""

    path: Path

    def open(self) -> Store:
        """Connect to it."""
        return open_sqlite(self.path, busy_ms=PATIENT)

    def leave(self, store: Store) -> None:
        """Close the connection."""
        store.close()


@dataclass(frozen=True)
class PostgresPlace:
    """A schema in a PostgreSQL."""

    conninfo: str

    def open(self) -> Store:
        """Connect to it."""
        return open_postgres(self.conninfo)

    def leave(self, store: Store) -> None:
        """Close the connection."""
        store.close()
