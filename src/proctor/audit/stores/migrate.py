"""
Bring the tables of a database to the version that this program knows.

Each version is a file `sql/NNNN.<kind>.sql`, applied in one transaction together
with the note of its number in `proctor_schema`: after a crash the old version is
there, whole. Of several processes that try at once one does it, and the others
find it done. What a newer program has written is not touched.
"""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from proctor.audit.stores.database import Database
from proctor.errors import NewerSchema, StoreError

SQL = files("proctor.audit.stores") / "sql"
TABLE = "proctor_schema"
FILE = re.compile(r"([0-9]{4})\.([a-z]+)\.sql")
COMMENT = re.compile(r"--[^\n]*")


def migrate(database: Database, *, folder: Traversable = SQL) -> None:
    """
    Apply every file that the database has not seen.

    Raises:
        NewerSchema: it has seen one that is not there.

    """
    steps = steps_for(database.kind, folder)
    newest = max(steps)
    while checked(database, newest) < newest:
        with database.migrating():
            # Somebody else may have been faster.
            seen = checked(database, newest)
            if seen < newest:
                apply(database, seen, seen + 1, steps[seen + 1])


def check_migrated(database: Database, *, folder: Traversable = SQL) -> None:
    """
    See that the tables are those that this program knows, and change nothing.

    Raises:
        NewerSchema: they are newer.
        StoreError: they are older.

    """
    newest = max(steps_for(database.kind, folder))
    if checked(database, newest) < newest:
        raise StoreError(
            f"{database.name} was written by an older version of Proctor, or by none",
            help="start `proctor up` once: it brings the store up to date",
        )


def steps_for(kind: str, folder: Traversable) -> dict[int, list[str]]:
    """Return the statements of each version."""
    found = ((FILE.fullmatch(file.name), file) for file in folder.iterdir())
    return {
        int(match[1]): statements(file.read_text("utf-8"))
        for match, file in found
        if match and match[2] == kind
    }


def statements(text: str) -> list[str]:
    """Return the statements of a file; a semicolon is never inside one, nor `--` in a string."""
    return [part for part in map(str.strip, COMMENT.sub("", text).split(";")) if part]


def version(database: Database) -> int:
    """Return the version of the tables, 0 where there are none."""
    if not database.has_table(TABLE):
        return 0
    return int(database.rows(f"SELECT max(version) FROM {TABLE}")[0][0] or 0)  # noqa: S608 - a fixed name


def checked(database: Database, newest: int) -> int:
    """Return the version of the tables, unless it is newer than the newest that is known."""
    seen = version(database)
    if seen > newest:
        raise NewerSchema(
            f"{database.name} was written by a newer version of Proctor: "
            f"its tables are version {seen}, this program knows {newest}; nothing was changed",
            help="update this program, or use the newer one",
        )
    return seen


def apply(database: Database, seen: int, number: int, sql: list[str]) -> None:
    """Apply one version; inside a transaction."""
    if seen == 0:
        database.rows(f"CREATE TABLE {TABLE} (version INTEGER NOT NULL)")
    for statement in sql:
        database.rows(statement)
    database.rows(f"INSERT INTO {TABLE} (version) VALUES (?)", [number])  # noqa: S608 - a fixed name
