"""Empty places for stores, as many as a machine wants."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from proctor.audit.stores.memory import MemoryStore
from tests.amounts import amount
from tests.contracts.places import MemoryPlace, PostgresPlace, SqlitePlace
from tests.contracts.store import Place
from tests.postgres_server import fresh_schema

# How many runs each kind of store gets: the slower, the fewer.
LARGE = {"memory": amount(30, 200), "sqlite": amount(8, 60), "postgres": amount(2, 20)}


def steps(runs: int) -> settings:
    """Return settings for so many runs."""
    return settings(
        max_examples=runs,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def in_memory() -> Iterator[Place]:
    """Give an empty place in this process."""
    yield MemoryPlace(MemoryStore())


@contextmanager
def in_a_file() -> Iterator[Place]:
    """Give an empty place in a file."""
    with tempfile.TemporaryDirectory(prefix="store-") as folder:
        yield SqlitePlace(Path(folder) / "proctor.db")


@contextmanager
def in_postgres(conninfo: str) -> Iterator[Place]:
    """Give an empty place in a PostgreSQL."""
    with fresh_schema(conninfo) as address:
        yield PostgresPlace(address)


def places_of(
    kind: str, request: pytest.FixtureRequest
) -> Callable[[], AbstractContextManager[Place]]:
    """Return what gives an empty place of a kind, each time another."""
    if kind == "memory":
        return in_memory
    if kind == "sqlite":
        return in_a_file
    conninfo: str = request.getfixturevalue("postgres")
    return lambda: in_postgres(conninfo)
