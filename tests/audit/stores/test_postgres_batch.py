"""A batch is one statement for PostgreSQL, and nothing in it is taken for something else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from proctor.audit.rows import COLUMNS, storable
from proctor.audit.store import Change, Filter
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.postgres_batch import columns_of, numbers, texts
from proctor.audit.stores.sql_store import SqlStore
from proctor.errors import StoreError
from tests.audit.stores.test_postgres import is_waiting, kill, pid_of
from tests.contracts.samples import HANGS, ODD, everything, keep, links, record
from tests.postgres_server import until
from tests.tables import each_row

TEXTS = [storable(text) for text in ODD.values()] + ["NULL", "null", "{}", ",", '","', "\\", '\\"']


@pytest.fixture
def store(fresh_postgres: str) -> Iterator[SqlStore]:
    """Open a store in an empty place."""
    with closing(open_postgres(fresh_postgres)) as opened:
        yield opened


def test_arrays_are_read_as_they_were_meant(store: SqlStore) -> None:
    """Whatever a text has in it, it stays one text; and nothing is no number."""
    read = store.database.rows("SELECT ?::text[], ?::bigint[]", [texts(TEXTS), numbers([7, None])])

    assert read == [(TEXTS, [7, None])]


@each_row(
    ("column", "value"),
    [("tool", "a\0b"), ("tool", None), ("tool", 5), ("question", "1,2"), ("duration_us", 1.5)],
)
def test_what_a_column_does_not_take_is_an_error(column: str, value: Any) -> None:
    """A value that would move its neighbours, or is of another kind, is never sent."""
    (one,) = links([record("u-1")], {})
    values = list(one.values)
    values[COLUMNS.index(column)] = value

    with pytest.raises(StoreError, match="cannot be kept"):
        columns_of([one._replace(values=tuple(values))])


def test_a_batch_has_its_numbers_words_and_times_in_its_order(store: SqlStore) -> None:
    """Records are numbered as they were handed in, each is found by its own words, all are told."""
    batch = [record(f"u-{n}", action_string=f"tool:bash:make w{n}") for n in range(1500)]
    with closing(store.changes()) as changes:
        rows = keep(store, *batch)

        assert changes.wait(HANGS) == [Change("record", 1500)]
    assert batch == [kept.record for kept in rows]
    assert list(range(1, 1501)) == [kept.n for kept in rows]
    assert [rows[1207]] == store.find(Filter(text="make w1207"))
    assert store.database.rows("SELECT span FROM spans ORDER BY span") == [(0,), (1,)]


def test_a_connection_lost_before_is_replaced(store: SqlStore, fresh_postgres: str) -> None:
    """A batch does not notice that the server has ended a connection that nobody used."""
    for uid in ("u-1", "u-2"):
        kill(fresh_postgres, pid_of(store))
        store.insert(links([record(uid, agent_name=uid)], {}))

    assert [kept.record.uid for kept in everything(store)] == ["u-1", "u-2"]


def test_a_connection_lost_meanwhile_is_told(store: SqlStore, fresh_postgres: str) -> None:
    """A batch that waits for its numbers has none yet; lost then, its error passes."""
    with closing(open_postgres(fresh_postgres)) as other, ThreadPoolExecutor(1) as threads:
        served_by = pid_of(other)
        with store.database.transaction():
            store.database.insert_many("records", ("uid",), [])
            lost = threads.submit(other.insert, links([record("u-1")], {}))
            until(lambda: is_waiting(fresh_postgres, served_by))
            kill(fresh_postgres, served_by)
            problem = lost.exception(HANGS)

        assert isinstance(problem, StoreError)
        assert problem.passing
        assert [kept.n for kept in keep(other, record("u-2"))] == [1]
        assert [kept.record.uid for kept in everything(store)] == ["u-2"]
