"""Tables are brought up to date once, whole, and never back."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.audit.store import SCHEMA, Filter
from proctor.audit.stores.migrate import SQL, check_migrated, migrate, statements, version
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.stores.sqlite_store import SqliteStore
from proctor.errors import NewerSchema, StoreError
from tests.contracts.samples import keep, record, run

FIRST = "CREATE TABLE shelves (name TEXT NOT NULL);"
SECOND = "CREATE TABLE books (title TEXT NOT NULL);\nINSERT INTO shelves (name) VALUES ('new');"
MIGRATE = """
import sys
from pathlib import Path
from proctor.audit.stores.migrate import migrate
from proctor.audit.stores.sqlite import SqliteDatabase
print("ready", flush=True)
sys.stdin.readline()
database = SqliteDatabase(sys.argv[1])
migrate(database, folder=Path(sys.argv[2]))
database.close()
"""
# Dies in the middle of the second file, with its first statement done.
DIE = """
import os, signal, sys
from pathlib import Path
from proctor.audit.stores.migrate import migrate
from proctor.audit.stores.sqlite import SqliteDatabase

class Dying(SqliteDatabase):
    def rows(self, sql, values=()):
        if sql.startswith("INSERT INTO shelves"):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().rows(sql, values)

migrate(Dying(sys.argv[1]), folder=Path(sys.argv[2]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with one numbered file, and one of the other dialect."""
    made = tmp_path / "sql"
    made.mkdir()
    (made / "0001.sqlite.sql").write_text(FIRST)
    (made / "0001.postgres.sql").write_text("nothing that SQLite understands;")
    return made


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    """Open an empty database."""
    opened = SqliteDatabase(tmp_path / "proctor.db")
    yield opened
    opened.close()


def tables(database: SqliteDatabase) -> list[str]:
    """Return the names of the tables."""
    return [name for (name,) in database.rows("SELECT name FROM sqlite_master ORDER BY name")]


def test_an_empty_database_gets_every_version(database: SqliteDatabase, folder: Path) -> None:
    """Files are applied in their order, and the last number is noted."""
    (folder / "0002.sqlite.sql").write_text(SECOND)

    migrate(database, folder=folder)

    assert tables(database) == ["books", "proctor_schema", "shelves"]
    assert version(database) == 2
    assert database.rows("SELECT name FROM shelves") == [("new",)]


def test_an_old_database_gets_what_is_missing(database: SqliteDatabase, folder: Path) -> None:
    """What is there stays, and each file is applied once."""
    migrate(database, folder=folder)
    database.rows("INSERT INTO shelves (name) VALUES ('old')")
    (folder / "0002.sqlite.sql").write_text(SECOND)

    migrate(database, folder=folder)
    migrate(database, folder=folder)

    assert version(database) == 2
    assert database.rows("SELECT name FROM shelves") == [("old",), ("new",)]


def test_the_program_s_own_files_lead_to_its_version(tmp_path: Path) -> None:
    """A new store has the version that the program says it knows."""
    store = open_sqlite(tmp_path / "proctor.db")

    assert version(store.database) == SCHEMA
    store.close()


def test_a_store_of_the_first_version_gets_the_runs(tmp_path: Path) -> None:
    """What was kept before is there, and runs can be kept from now on."""
    first = tmp_path / "first"
    first.mkdir()
    (first / "0001.sqlite.sql").write_text((SQL / "0001.sqlite.sql").read_text())
    old = SqliteDatabase(tmp_path / "proctor.db")
    migrate(old, folder=first)
    kept = keep(SqliteStore(old), record("u-1"))
    old.close()

    store = open_sqlite(tmp_path / "proctor.db")

    assert kept == store.find(Filter())
    assert store.runs() == []
    assert store.put_run(run("WF-20260601-001")) == store.run("WF-20260601-001")
    store.close()


def test_an_older_program_touches_nothing_of_a_newer_schema(tmp_path: Path) -> None:
    """It says which versions there are and what to do, and leaves the file as it is."""
    path = tmp_path / "proctor.db"
    store = open_sqlite(path)
    keep(store, record("u-1"))
    store.database.rows("UPDATE proctor_schema SET version = 99")
    store.close()
    before = path.read_bytes()

    for read_only in (False, True):
        with pytest.raises(NewerSchema) as caught:
            open_sqlite(path, read_only=read_only)
        assert caught.value.message == (
            f"`{path}` was written by a newer version of Proctor: its tables are version 99, "
            f"this program knows {SCHEMA}; nothing was changed"
        )
        assert caught.value.help == "update this program, or use the newer one"
        assert not caught.value.passing

    assert before == path.read_bytes()


def test_a_reader_does_not_migrate(database: SqliteDatabase, folder: Path) -> None:
    """Who only reads says that the tables are old, and who can renew them."""
    migrate(database, folder=folder)
    (folder / "0002.sqlite.sql").write_text(SECOND)
    reader = SqliteDatabase(database.path, read_only=True)

    with pytest.raises(StoreError, match="was written by an older version of Proctor") as caught:
        check_migrated(reader, folder=folder)

    assert caught.value.help == "start `proctor up` once: it brings the store up to date"
    assert version(reader) == 1
    reader.close()


def test_a_file_that_fails_leaves_the_version_before(
    database: SqliteDatabase, folder: Path
) -> None:
    """Nothing of a file that fails at its end is there."""
    migrate(database, folder=folder)
    (folder / "0002.sqlite.sql").write_text(f"{SECOND}\nINSERT INTO nowhere VALUES (1);")

    with pytest.raises(StoreError, match="no such table: nowhere"):
        migrate(database, folder=folder)

    assert tables(database) == ["proctor_schema", "shelves"]
    assert version(database) == 1
    assert database.rows("SELECT name FROM shelves") == []


def test_a_crash_in_the_middle_leaves_the_version_before(
    database: SqliteDatabase, folder: Path
) -> None:
    """A process that is killed while it migrates leaves the old tables; the next one does it."""
    migrate(database, folder=folder)
    (folder / "0002.sqlite.sql").write_text(SECOND)

    died = subprocess.run([sys.executable, "-c", DIE, database.path, folder], check=False)

    assert died.returncode == -signal.SIGKILL
    assert (version(database), tables(database)) == (1, ["proctor_schema", "shelves"])
    migrate(database, folder=folder)
    assert (version(database), len(tables(database))) == (2, 3)


def test_of_several_that_migrate_at_once_one_does_it(tmp_path: Path, folder: Path) -> None:
    """All of them go on, and each file was applied once."""
    (folder / "0002.sqlite.sql").write_text(SECOND)
    path = tmp_path / "new" / "proctor.db"
    several = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, path, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for each in several:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in several:
        assert each.stdin
        each.stdin.write("\n")
        each.stdin.flush()

    for each in several:
        each.communicate(timeout=60)
    database = SqliteDatabase(path)

    assert [each.returncode for each in several] == [0] * 4
    assert database.rows("SELECT name FROM shelves") == [("new",)]
    assert database.rows("SELECT version FROM proctor_schema ORDER BY version") == [(1,), (2,)]
    database.close()


def test_what_was_kept_is_there_after_opening_again(tmp_path: Path) -> None:
    """Opening a store that is up to date changes nothing in it."""
    store = open_sqlite(tmp_path / "proctor.db")
    kept = keep(store, record("u-1"))
    store.close()

    again = open_sqlite(tmp_path / "proctor.db")

    assert kept == again.find(Filter())
    again.close()


def test_statements_are_told_apart() -> None:
    """Comments are left out, and a semicolon in one does not end a statement."""
    text = "-- one; two\nCREATE TABLE a (\n  b TEXT -- why; so\n);\n\nDROP TABLE a;\n"

    assert statements(text) == ["CREATE TABLE a (\n  b TEXT \n)", "DROP TABLE a"]
