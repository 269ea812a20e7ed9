"""A chain outlives new versions: each record is verified in the format it was written in."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.chain import CHANGED, OLDER, UNKNOWN, Head, link
from proctor.audit.rows import COLUMNS, FORMAT, FORMATS, Kept, to_values
from proctor.audit.store import Store
from proctor.audit.stores.database import Database
from proctor.audit.stores.migrate import SQL, apply, steps_for
from proctor.audit.stores.postgres import PostgresDatabase, open_postgres
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.verify import verify
from proctor.terms.record import Record
from tests.audit.chain_rows import found
from tests.contracts.samples import HOME, HOST, keep, record

FROZEN = Path(__file__).parent / "frozen" / "format-1.json"
# A file of these was applied by programs that are out there: a new one is added instead.
APPLIED = {
    "0001.postgres.sql": "94cc878d5e54d6e7",
    "0001.sqlite.sql": "c390b2c209d74488",
    "0002.postgres.sql": "7beba86135e06db7",
    "0002.sqlite.sql": "4780ca93401a0cb2",
}
# A made-up format before the first, without the last column.
SHORTER = 0
assert COLUMNS[-1] == "about"


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> int:
    """Have one more format, an older one with a column less."""
    monkeypatch.setitem(FORMATS, SHORTER, COLUMNS[:-1])
    return SHORTER


def chained(*formats: int, **changes: Any) -> list[Kept]:
    """Return a chain whose records are in these formats, one after the other."""
    rows, head = [], Head()
    for number, written_in in enumerate(formats, 1):
        made = record(f"u-{number}", **{"about": "", **changes})
        values = to_values(made)[: len(FORMATS.get(written_in, COLUMNS))]
        sealed = link(head.hash, HOST, HOME, number, values, written_in)
        head = Head(number, sealed)
        rows.append(Kept(number, HOST, HOME, number, written_in, sealed, made))
    return rows


def test_formats_only_grow() -> None:
    """The newest has every column of a record; an older one has the first of them."""
    assert FORMATS[FORMAT] == COLUMNS
    assert all(COLUMNS[: len(columns)] == columns for columns in FORMATS.values())
    assert sorted(FORMATS) == list(range(1, FORMAT + 1))


def test_later_columns_have_a_default() -> None:
    """A record from before a column was there can be read."""
    assert set(COLUMNS[len(FORMATS[1]) :]) <= set(Record._field_defaults)


def test_chain_may_change_to_a_newer_format(older: int) -> None:
    """Records of an older version stay valid, and newer ones follow them."""
    assert found(chained(older, older, FORMAT, FORMAT)) == []


def test_chain_never_changes_to_an_older_format(older: int) -> None:
    """A record in an older format behind a newer one was put there."""
    assert found(chained(FORMAT, older, FORMAT)) == [(2, OLDER)]


def test_format_of_a_row_is_part_of_its_hash(older: int) -> None:
    """Another format given to a row is found, also one that has the same columns."""
    rows = chained(FORMAT, FORMAT, FORMAT)
    rows[1] = rows[1]._replace(format=older)

    assert found(rows) == [(2, CHANGED)]


def test_column_that_a_format_does_not_know_cannot_be_filled(older: int) -> None:
    """What the hash says nothing of must be empty."""
    rows = chained(older, older)
    rows[1] = rows[1]._replace(record=rows[1].record._replace(about="forged"))

    assert found(rows) == [(2, CHANGED)]


def test_unknown_format_is_told() -> None:
    """A record of a newer version is not called forged, but it does not count as verified."""
    assert found(chained(FORMAT, FORMAT + 1)) == [(2, UNKNOWN)]
    assert found(chained(FORMAT + 1)) == [(1, UNKNOWN)]


def test_applied_migrations_are_not_edited() -> None:
    """Databases that have seen a file would not see the change."""
    digests = {name: hashlib.sha256((SQL / name).read_bytes()).hexdigest()[:16] for name in APPLIED}

    assert digests == APPLIED


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_frozen_chain_is_verified_and_goes_on(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A store written by version 0.1 is brought up to date, verifies, and takes new records."""
    frozen = json.loads(FROZEN.read_text())
    store = opened(kind, frozen, request, tmp_path)
    try:
        before = verify(store)
        chains = sorted(map(list, before.heads))
        keep(store, *(record(f"new-{n}", agent_name=agent) for n, (*_, agent) in enumerate(chains)))
        after = verify(store)
    finally:
        store.close()

    assert (before.records, before.breaks) == (len(frozen["rows"]), [])
    assert chains == frozen["chains"]
    assert (after.records, after.breaks) == (len(frozen["rows"]) + len(chains), [])


def opened(kind: str, frozen: dict[str, Any], request: pytest.FixtureRequest, place: Path) -> Store:
    """Write the frozen rows as the version of then did, and open them with the program of now."""
    if kind == "sqlite":
        file = place / "proctor.db"
        old: Database = SqliteDatabase(str(file))
    else:
        conninfo = request.getfixturevalue("fresh_postgres")
        old = PostgresDatabase(conninfo)
    steps = steps_for(kind, SQL)
    with old.migrating():
        for version in range(1, frozen["schema"] + 1):
            apply(old, version - 1, version, steps[version])
        columns = ", ".join(frozen["columns"])
        places = ", ".join("?" * len(frozen["columns"]))
        for row in frozen["rows"]:
            old.rows(f"INSERT INTO records ({columns}) VALUES ({places})", row)  # noqa: S608 - of our own file
    old.close()
    return open_sqlite(file) if kind == "sqlite" else open_postgres(conninfo)
