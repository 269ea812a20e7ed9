"""
The store in one file, by SQLite.

Readers and one writer do not wait for each other (WAL). A writer waits for
another only shortly: whoever decides about calls must not hang.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock

from proctor.audit.store import Changes, Link
from proctor.audit.stores.database import Row
from proctor.audit.stores.migrate import check_migrated, migrate
from proctor.audit.stores.sqlite_changes import KEPT_CHANGES, SqliteChanges
from proctor.audit.stores.sqlite_errors import store_error
from proctor.audit.stores.sqlite_file import READER_WAITS, begin, connect, create, refuse_empty
from proctor.audit.stores.sqlite_store import SqliteStore, phrase
from proctor.audit.stores.sqlite_watch import WatchedFiles
from proctor.errors import DamagedStore, StoreError

WRITER_WAITS = 200
MIGRATION_WAITS = 60_000
AT_ONCE = 500
PRUNE_EVERY = 1_000
# What SQLite and its binding raise: the last two for texts and numbers that it cannot take.
FAULTS = (sqlite3.Error, UnicodeError, OverflowError)


def open_sqlite(
    path: Path | str, *, read_only: bool = False, busy_ms: int | None = None
) -> SqliteStore:
    """
    Open the store in a file, which is created and brought up to date unless it is only read.

    Raises:
        StoreError: it cannot be opened; NewerSchema where a newer program has written it.

    """
    database = SqliteDatabase(path, read_only=read_only, busy_ms=busy_ms)
    try:
        if read_only:
            refuse_empty(database.path)
            check_migrated(database)
        else:
            migrate(database)
            database.watch_files()
    except BaseException:
        database.close()
        raise
    return SqliteStore(database)


class SqliteDatabase:
    """One file; several threads may use it, one at a time."""

    kind = "sqlite"

    def __init__(
        self, path: Path | str, *, read_only: bool = False, busy_ms: int | None = None
    ) -> None:
        self.path = Path(path).absolute()
        self.name = f"`{self.path}`"
        self.read_only = read_only
        if busy_ms is None:
            busy_ms = READER_WAITS if read_only else WRITER_WAITS
        self.busy_ms = busy_ms
        self._lock = RLock()
        self._closed = False
        # Hears of damage to the file, in whatever thread it is met.
        self.tell_damage: Callable[[DamagedStore], None] = lambda _: None
        self._files: WatchedFiles | None = None
        self._connection = (
            connect(self.path, busy_ms=busy_ms) if read_only else begin(self.path, busy_ms=busy_ms)
        )

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run a statement and return its rows; none where it has none."""
        with self._lock, self._faults():
            return self._connection.execute(sql, values).fetchall()

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """
        Run a query on a connection of its own and return its rows as they are asked for.

        So it neither stands in the way of a writer nor sees what is written meanwhile.
        """
        with (
            self._faults(),
            closing(connect(self.path, busy_ms=READER_WAITS)) as connection,
        ):
            cursor = connection.execute(sql, values)
            while some := cursor.fetchmany(AT_ONCE):
                yield from some

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside happen, or nothing of it."""
        with self._lock, self._faults(), self._watched():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def migrating(self) -> Iterator[None]:
        """Make a transaction in which nobody else changes the tables; wait until nobody does."""
        with self._lock:
            self.rows(f"PRAGMA busy_timeout = {MIGRATION_WAITS}")
            try:
                with self.transaction():
                    yield
            finally:
                self.rows(f"PRAGMA busy_timeout = {self.busy_ms}")

    def has_table(self, name: str) -> bool:
        """Say whether there is a table of this name."""
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE name = ?", [name]))

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """Return records as they are inserted soonest: as they are."""
        return links

    def insert_one(self, table: str, columns: Sequence[str], row: Row) -> int:
        """Insert a row, outside a transaction, and return its number."""
        with self._lock, self._faults(), self._watched():
            return self._connection.execute(insertion(table, tuple(columns)), row).lastrowid or 0

    def insert_many(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows as fast as it can; inside a transaction."""
        with self._faults():
            self._connection.executemany(insertion(table, tuple(columns)), rows)

    def insert_new(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> int:
        """Insert rows, those left out whose uid is there already; inside a transaction."""
        sql = f"{insertion(table, tuple(columns))} ON CONFLICT (uid) DO NOTHING"
        with self._faults():
            new = self._connection.executemany(sql, rows).rowcount
        return int(self.rows(f"SELECT max(n) FROM {table}")[0][0]) if new > 0 else 0  # noqa: S608 - a name of ours

    def index_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Make the words of records findable, each by its record's number; in a transaction."""
        sql = "INSERT INTO record_words (rowid, words) VALUES (?, ?)"
        with self._faults():
            self._connection.executemany(sql, rows)

    def forget_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Undo that for records that are removed, by their number and words."""
        sql = "INSERT INTO record_words (record_words, rowid, words) VALUES ('delete', ?, ?)"
        with self._faults():
            self._connection.executemany(sql, rows)

    def has_words(self, words: Sequence[str]) -> tuple[str, list[object]]:
        """Return a condition on `records`: these words follow each other, the last may be begun."""
        sql = "n IN (SELECT rowid FROM record_words WHERE record_words MATCH ?)"
        return sql, [phrase(words)]

    def tell(self, kind: str, number: int) -> None:
        """Let whoever listens know of a change, as soon as the transaction is done."""
        if kind == "record":
            # Their own numbers tell of it, and each page that is written costs.
            return
        with self._faults():
            done = self._connection.execute(
                "INSERT INTO changes (kind, id) VALUES (?, ?)", [kind, number]
            )
            if done.lastrowid and done.lastrowid % PRUNE_EVERY == 0:
                oldest = done.lastrowid - KEPT_CHANGES
                self._connection.execute("DELETE FROM changes WHERE n <= ?", [oldest])

    def changes(self, *, records: bool) -> Changes:  # noqa: ARG002 - nobody is woken, it looks itself
        """Listen for changes, on a connection of its own."""
        with self._faults():
            connection = connect(self.path, busy_ms=READER_WAITS)
            try:
                return SqliteChanges(self.path, connection)
            except sqlite3.Error:
                connection.close()
                raise

    @contextmanager
    def exclusive(self, name: str) -> Iterator[bool]:
        """Try to be the only one of this name, by a lock on a file beside the database."""
        with self._faults():
            descriptor = self._lock_file(name)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(descriptor)

    def size(self) -> int:
        """Return about how many bytes the records take, without what is free inside the file."""
        pages, free, size = (
            self.rows(f"PRAGMA {what}")[0][0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def watch_files(self) -> None:
        """
        Look from now on whether the files are those that are open, with every write.

        Raises:
            DamagedStore: they are not.

        """
        with self._lock, self._faults():
            self._files = WatchedFiles(self.path)

    def check_files(self) -> None:
        """
        Look whether the files are those that are open.

        Raises:
            DamagedStore: they are not.

        """
        with self._lock, self._faults():
            if self._files is not None:
                self._files.check()

    def copy_to(self, path: Path) -> None:
        """
        Copy everything that this connection can read, also where its file has no name any more.

        Raises:
            StoreError: it cannot be read, or the copy cannot be written.

        """
        create(path)
        with self._lock, self._faults(), closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)

    def close(self) -> None:
        """Let go of it."""
        with self._lock:
            self._closed = True
            self._connection.close()
            if self._files is not None:
                self._files.close()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        if self._closed:
            raise StoreError(f"{self.name} is closed")
        try:
            yield
        except FAULTS as problem:
            error = store_error(problem, self.path)
            if isinstance(error, DamagedStore):
                self.tell_damage(error)
            raise error from problem
        except DamagedStore as error:
            self.tell_damage(error)
            raise

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Make a write count only if the file still has its name afterwards."""
        if self._files is not None:
            self._files.check_log()
        yield
        if self._files is not None:
            self._files.check_file()

    def _roll_back(self) -> None:
        # A full disk and the like end the transaction by themselves.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _lock_file(self, name: str) -> int:
        if self.read_only:
            raise StoreError(f"{self.name} is opened for reading only")
        folder = self.path.parent / "locks"
        file = folder / sha256(f"{self.path.name}\0{name}".encode(errors="replace")).hexdigest()
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            return os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise StoreError(f"`{file}` cannot be locked: {problem.strerror}") from problem


@cache
def insertion(table: str, columns: tuple[str, ...]) -> str:
    """Return the statement that inserts a row."""
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - names of ours
