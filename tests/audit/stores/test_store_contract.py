"""Each back end is a Store: the contract, run for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.stores.postgres import open_postgres
from tests.contracts.places import MemoryPlace, PostgresPlace, SqlitePlace
from tests.contracts.store import Place
from tests.contracts.store_agents_events import Agents, Events
from tests.contracts.store_chains import Chains
from tests.contracts.store_changes import Alone, Closing, Waking
from tests.contracts.store_find import Find
from tests.contracts.store_grants import Grants
from tests.contracts.store_questions import Questions
from tests.contracts.store_records import Records
from tests.contracts.store_runs import Runs
from tests.postgres_server import fresh_schema

# Takes a tenth of what TRUNCATE takes where there are few rows.
EMPTY = """
DO $$ DECLARE named text; BEGIN
  FOR named IN SELECT tablename FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> 'proctor_schema'
  LOOP EXECUTE format('DELETE FROM %I', named); END LOOP;
  FOR named IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()
  LOOP EXECUTE format('ALTER SEQUENCE %I RESTART', named); END LOOP;
END $$
"""


@pytest.fixture(scope="module")
def schema(postgres: str) -> Iterator[str]:
    """Give a schema with tables, made once: making them takes longer than most of these tests."""
    with fresh_schema(postgres) as conninfo:
        open_postgres(conninfo).close()
        yield conninfo


@pytest.fixture
def emptied_postgres(schema: str) -> Iterator[str]:
    """Give a place with empty tables, in which numbers begin at 1."""
    yield schema
    with psycopg.connect(schema, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '10s'")
        connection.execute(EMPTY)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Give an empty place of each kind."""
    if request.param == "memory":
        return MemoryPlace(MemoryStore())
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "proctor.db")
    return PostgresPlace(request.getfixturevalue("emptied_postgres"))


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """Open the store that is there."""
    opened = place.open()
    yield opened
    opened.close()


class TestRecords(Records):
    """Records, in each store."""


class TestChains(Chains):
    """Chains, in each store."""


class TestFind(Find):
    """Finding, in each store."""


class TestQuestions(Questions):
    """Questions, in each store."""


class TestGrants(Grants):
    """Grants, in each store."""


class TestAgents(Agents):
    """Agents, in each store."""


class TestEvents(Events):
    """Events, in each store."""


class TestRuns(Runs):
    """Runs of workflows, in each store."""


class TestWaking(Waking):
    """Waking, by each store."""


class TestAlone(Alone):
    """Being the only one, in each store."""


class TestClosing(Closing):
    """Closing each store."""
