"""
The store that several machines share, by PostgreSQL.

A connection that broke is thrown away, and the next statement gets a new one.
What only reads is tried again by itself. Inside a transaction nobody knows what
has become of it: the caller gets an error that passes, and looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from threading import RLock

from proctor.audit.store import Changes, Link
from proctor.audit.stores.database import Row
from proctor.audit.stores.migrate import check_migrated, migrate
from proctor.audit.stores.postgres_batch import RECORDS, Packed
from proctor.audit.stores.postgres_changes import PostgresChanges
from proctor.audit.stores.postgres_connection import (
    Address,
    Connection,
    DriverError,
    address_of,
    channel_of,
    is_gone,
    lock_keys,
    prepare,
    run_prepared,
    says_something,
    send_prepared,
    store_error,
)
from proctor.audit.stores.postgres_sending import PostgresSending
from proctor.audit.stores.postgres_sql import (
    ADD_WORDS,
    HAS_TABLE,
    LOCK,
    NO_HURRY,
    NUMBERED,
    REMOVE_WORDS,
    SIZE,
    comparable,
    found_words,
    numbered,
    translated,
    words_as_json,
)
from proctor.audit.stores.postgres_store import PostgresStore
from proctor.audit.stores.sql_store import SqlStore
from proctor.errors import StoreError

AT_ONCE = 1000
# What the driver raises: the second for texts that are not Unicode.
FAULTS = (DriverError, UnicodeError)
ROLLED_BACK = "ROLLBACK"


def open_postgres(conninfo: str, *, read_only: bool = False) -> SqlStore:
    """
    Open the store in a PostgreSQL, which is brought up to date unless it is only read.

    Raises:
        StoreError: it cannot be opened; NewerSchema where a newer program has written it.

    """
    database = PostgresDatabase(conninfo, read_only=read_only)
    try:
        if read_only:
            check_migrated(database)
        else:
            migrate(database)
    except BaseException:
        database.close()
        raise
    return PostgresStore(database)


class PostgresDatabase:
    """One schema of one database; several threads may use it, one at a time."""

    kind = "postgres"

    def __init__(self, conninfo: str, *, read_only: bool = False) -> None:
        self._address: Address = address_of(conninfo, read_only=read_only)
        self.name = self._address.shown
        self._lock = RLock()
        self._inside = self._in_order = self._closed = self._flying = False
        self._spare: Connection | None = None
        # The names of statements that this connection knows.
        self._prepared: dict[str, bytes] = {}
        self._connection: Connection | None
        self._connection, self.schema = self._address.connect()
        self.channel = channel_of(self.schema)
        self.numbering = lock_keys(self.schema, "numbers")

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run a statement and return its rows; none where it has none."""
        if sql.startswith("SELECT"):
            values = [comparable(value) for value in values]
        with self._lock:
            if self._inside:
                if sql.startswith(NUMBERED):
                    self._number_in_order()
                return self._run(sql, values)
            if sql.startswith("SELECT"):
                return self._run_again(sql, values)
            # Whether a change has happened can be told only of one that has a beginning.
            with self.transaction():
                return self._run(sql, values)

    def at_once(self, sql: str, values: Sequence[object]) -> list[Row]:
        """
        Run a statement that is a transaction by itself, and return its rows.

        Of one that was sent nobody knows what has become of it if the connection is
        lost. So one that was lost before, while nobody used it, is replaced first.
        """
        with self._lock:
            assert not self._inside, "one transaction in another"  # noqa: S101 - our own slip
            if self._connection is not None and says_something(self._connection):
                self._run_again("SELECT 1")
            with self._faults() as connection:
                name = self._prepared.get(sql)
                if name is None:
                    name = self._prepared[sql] = prepare(connection, numbered(sql))
                return run_prepared(connection, name, values)

    def begin(self, sql: str, values: Sequence[object]) -> PostgresSending | None:
        """
        Send a statement that is a transaction by itself, and wait for nothing.

        None where that is not possible at this moment: somebody else is at work, it is not
        prepared, or the connection was lost. `at_once` sees to all of that.

        Raises:
            StoreError: it could not be sent.

        """
        if self._flying or not self._lock.acquire(blocking=False):
            return None
        connection, name = self._connection, self._prepared.get(sql)
        if self._inside or connection is None or name is None or says_something(connection):
            self._lock.release()
            return None
        self._flying = True
        sending = PostgresSending(
            connection, self._freed, lambda error: store_error(error, connection, self.name)
        )
        try:
            send_prepared(connection, name, values)
        except FAULTS as error:
            problem = store_error(error, connection, self.name)
            sending.free(gone=True)
            raise problem from error
        return sending

    def _freed(self, gone: bool) -> None:
        """Take the connection back from a statement that was sent; one of no use is replaced."""
        if gone:
            self._forget()
        self._flying = False
        self._lock.release()

    def stream(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """
        Run a query on a connection of its own and return its rows as they are asked for.

        So it neither stands in the way of a writer nor sees what is written meanwhile.
        """
        connection = self._reader()
        try:
            with connection.transaction(), connection.cursor(name="stream") as cursor:
                cursor.itersize = AT_ONCE
                cursor.execute(translated(sql), values)
                yield from cursor
        except FAULTS as error:
            raise store_error(error, connection, self.name) from error
        finally:
            self._done_reading(connection)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside happen, or nothing of it."""
        with self._lock:
            assert not self._inside, "one transaction in another"  # noqa: S101 - our own slip
            self._run_again("BEGIN")
            self._inside, self._in_order = True, False
            try:
                yield
                self._commit()
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._inside = False

    @contextmanager
    def migrating(self) -> Iterator[None]:
        """Make a transaction in which nobody else changes the tables; wait until nobody does."""
        with self.transaction():
            for setting in ("lock_timeout", "statement_timeout"):
                self._run("SELECT set_config(?, '0', true)", [setting])
            self._run(LOCK, lock_keys(self.schema, "migration"))
            yield

    def has_table(self, name: str) -> bool:
        """Say whether there is a table of this name."""
        return bool(self.rows(HAS_TABLE, [name]))

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """Return records as they are inserted soonest: with their columns."""
        return Packed(links)

    def insert_many(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows as fast as it can; inside a transaction."""
        self._number_in_order()
        names = ", ".join(f'"{column}"' for column in columns)
        sql = translated(f"COPY {table} ({names}) FROM STDIN")
        with self._faults() as connection, connection.cursor() as cursor, cursor.copy(sql) as copy:
            for row in rows:
                copy.write_row(row)

    def insert_new(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> int:
        """Insert rows, those left out whose uid is there already; inside a transaction."""
        places = ", ".join("?" * len(columns))
        sql = (
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) "  # noqa: S608 - names of ours
            "ON CONFLICT (uid) DO NOTHING RETURNING n"
        )
        return max((n for row in rows for (n,) in self.rows(sql, row)), default=0)

    def index_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Make the words of records findable, each by its record's number; in a transaction."""
        self.rows(ADD_WORDS, [words_as_json(rows)])

    def forget_words(self, rows: Sequence[tuple[int, str]]) -> None:
        """Undo that for records that are removed, by their number and words."""
        self.rows(REMOVE_WORDS, [[n for n, _ in rows]])

    def has_words(self, words: Sequence[str]) -> tuple[str, list[object]]:
        """Return a condition on `records`: these words follow each other, the last may be begun."""
        return found_words(words)

    def tell(self, kind: str, number: int) -> None:
        """Let whoever listens know of a change, as soon as the transaction is done."""
        self.rows("SELECT pg_notify(?, ?)", [self.channel, f"{kind} {number}"])

    def changes(self, *, records: bool) -> Changes:
        """Listen for changes, on a connection of its own."""
        self._check_open()
        heard = [self.channel, self.channel + RECORDS] if records else [self.channel]
        return PostgresChanges(self._address, heard)

    @contextmanager
    def exclusive(self, name: str) -> Iterator[bool]:
        """
        Try to be the only one of this name, by a lock that ends with its own connection.

        Nobody is while the server is out of reach.
        """
        self._check_open()
        try:
            connection, _ = self._address.connect()
        except StoreError as problem:
            if not problem.passing:
                raise
            yield False
            return
        with closing(connection):
            try:
                keys = lock_keys(self.schema, "exclusive", name)
                got = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", keys).fetchone()
            except DriverError as error:
                raise store_error(error, connection, self.name) from error
            yield bool(got and got[0])

    def size(self) -> int:
        """
        Return about how many bytes the records take, by what some of them do.

        The files of the tables do not become smaller when records are removed.
        """
        return int(self.rows(SIZE)[0][0])

    def close(self) -> None:
        """Let go of it."""
        with self._lock:
            self._closed = True
            self._forget()
            if self._spare is not None:
                self._spare.close()

    def _run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        with self._faults() as connection:
            cursor = connection.execute(translated(sql), values or None)
            return cursor.fetchall() if cursor.description else []

    def _run_again(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        fresh = self._connection is None
        try:
            return self._run(sql, values)
        except StoreError:
            if fresh or self._connection is not None:
                raise
        return self._run(sql, values)

    @contextmanager
    def _faults(self) -> Iterator[Connection]:
        if self._connection is None:
            self._check_open()
            if self._inside:
                raise StoreError(f"the connection to {self.name} was lost", passing=True)
            self._connection, _ = self._address.connect()
        connection = self._connection
        try:
            yield connection
        except FAULTS as error:
            if isinstance(error, DriverError) and is_gone(error, connection):
                self._forget()
            raise store_error(error, connection, self.name) from error

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{self.name} is closed")

    def _commit(self) -> None:
        with self._faults() as connection:
            if connection.execute("COMMIT").statusmessage == ROLLED_BACK:
                raise StoreError("nothing was kept: an error before was passed over")

    def _roll_back(self) -> None:
        if self._connection is not None:
            try:
                self._connection.execute("ROLLBACK")
            except DriverError:
                self._forget()

    def _forget(self) -> None:
        connection, self._connection = self._connection, None
        self._prepared.clear()
        if connection is not None:
            with suppress(DriverError):
                connection.close()

    def _number_in_order(self) -> None:
        """Let nobody else give numbers until these can be seen: none appears behind a later one."""
        if not self._in_order:
            self._run(LOCK, self.numbering)
            self._in_order = True

    def _reader(self) -> Connection:
        with self._lock:
            self._check_open()
            connection, self._spare = self._spare, None
        if connection is not None:
            try:
                connection.execute("SELECT 1")
            except DriverError:
                connection.close()
            else:
                return connection
        connection, _ = self._address.connect()
        try:
            connection.execute(NO_HURRY)
        except DriverError as error:
            connection.close()
            raise store_error(error, connection, self.name) from error
        return connection

    def _done_reading(self, connection: Connection) -> None:
        with self._lock:
            if self._spare is None and not (self._closed or connection.closed):
                self._spare = connection
            else:
                connection.close()
