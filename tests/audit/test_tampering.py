"""Somebody with a hand in the file: whatever they write into it by SQL is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from proctor.audit.chain import Break, breaks
from proctor.audit.rows import COLUMNS
from proctor.audit.store import Filter, Store
from proctor.audit.stores.sqlite import open_sqlite
from tests.contracts.samples import keep, record

WRITTEN = ("host", "home", "seq", "format", "hash", *COLUMNS)
NUMBERS = {"seq", "format", "question", "duration_us", "spooled"}
CHAIN_NAME = {"host", "home", "agent_name"}
# By place in the chain of six: the number of a record is its place here.
PLACES = (1, 3, 6)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a file for the store."""
    return tmp_path / "proctor.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """Open a store with six records of one agent in it."""
    with closing(open_sqlite(path)) as opened:
        keep(opened, *(record(f"u-{n}", spooled=False) for n in range(6)))
        yield opened


def tamper(path: Path, sql: str, *values: object) -> None:
    """Do something to the file that is not ours to do."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql, values)


@contextmanager
def tampered(path: Path, column: str, n: int, value: str) -> Iterator[None]:
    """Write something else into a column of a row, and put back what was there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        ((old,),) = connection.execute(f"SELECT {column} FROM records WHERE n = ?", [n])  # noqa: S608 - the test's own words
        connection.execute(f"UPDATE records SET {column} = {value} WHERE n = ?", [n])  # noqa: S608 - likewise
        yield
        connection.execute(f"UPDATE records SET {column} = ? WHERE n = ?", [old, n])  # noqa: S608 - likewise


def found(store: Store) -> list[Break]:
    """Return every break of every chain."""
    return [each for chain in store.chains() for each in breaks(store.walk(chain), chain=chain)]


def test_untouched(store: Store) -> None:
    """What nobody touched holds."""
    assert found(store) == []


@pytest.mark.parametrize("place", PLACES)
def test_another_value_is_found(store: Store, path: Path, place: int) -> None:
    """Another value in any column of any row is found, and when it is put back all is well."""
    others = {"input": """'{"command":"true"}'""", "seq": "seq + 100"}
    for column in WRITTEN:
        more = f"{column} + 1" if column in NUMBERS else f"{column} || ' '"
        with tampered(path, column, place, others.get(column, more)):
            assert found(store) != [], column
    assert found(store) == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", ["X'ff00'", "'['", "9.5"], ids=["bytes", "no json", "fraction"])
def test_a_value_of_another_type_is_found(store: Store, path: Path, place: int, value: str) -> None:
    """What was never a value of ours is found, and neither hides nor stops anything."""
    for column in WRITTEN:
        if column not in CHAIN_NAME:
            with tampered(path, column, place, value):
                assert found(store) != [], column
                assert len(store.find(Filter(), limit=10)) == 6, column
    assert found(store) == []


@pytest.mark.parametrize("place", PLACES[:-1])
def test_a_removed_row_is_found(store: Store, path: Path, place: int) -> None:
    """A row that is gone, but for the last, is missed."""
    tamper(path, "DELETE FROM records WHERE n = ?", place)

    assert found(store) != []


def test_rows_in_each_others_place_are_found(store: Store, path: Path) -> None:
    """Two rows that changed places, or numbers, are found."""
    for column in ("seq", "n"):
        tamper(path, f"UPDATE records SET {column} = 100 WHERE {column} = 2")  # noqa: S608 - likewise
        tamper(path, f"UPDATE records SET {column} = 2 WHERE {column} = 4")  # noqa: S608 - likewise
        tamper(path, f"UPDATE records SET {column} = 4 WHERE {column} = 100")  # noqa: S608 - likewise

        assert found(store) != [], column


def test_a_row_too_many_is_found(store: Store, path: Path) -> None:
    """A copy of a row under another name and place is found."""
    names = ", ".join(WRITTEN)
    copied = names.replace("uid", "uid || 'x'").replace("seq", "seq + 6")

    tamper(path, f"INSERT INTO records ({names}) SELECT {copied} FROM records WHERE n = 1")  # noqa: S608 - likewise

    assert found(store) != []
