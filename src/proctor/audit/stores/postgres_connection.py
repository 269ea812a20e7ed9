"""
How a PostgreSQL is reached, and what its errors mean in people's words.

Nothing here ever shows a password: of an address only user, host, port and
database are shown, and of what the server says its first sentence.
"""

from __future__ import annotations

import re
import select
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

from proctor.errors import MissingExtra, StoreError

try:
    import psycopg
    from psycopg import generators, pq
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
except ImportError as error:
    raise MissingExtra(
        "a store in PostgreSQL needs the package psycopg",
        help="pip install 'proctor-gate[postgres]'",
    ) from error

Connection = psycopg.Connection[tuple[Any, ...]]
DriverError = psycopg.Error

SAID_OTHERWISE: dict[str, str | int] = {
    "application_name": "proctor",
    "connect_timeout": 5,
    # A machine that has gone is noticed within a minute.
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
# A statement that takes longer hangs. Who waits for a lock has an agent waiting for a decision,
# and tries again by itself. A transaction waits for us only while we are stopped in
# the middle of it, and others wait for its end. How a record is found best depends on the values.
# To compile a question takes longer than to answer ours, and none of ours is sorted as a whole.
SETTLE = """
SELECT set_config('statement_timeout', '120s', false), set_config('lock_timeout', '2s', false),
       set_config('idle_in_transaction_session_timeout', '10s', false),
       set_config('default_transaction_read_only', %s, false),
       set_config('plan_cache_mode', 'force_custom_plan', false),
       set_config('jit', 'off', false), set_config('enable_sort', 'off', false),
       current_setting('server_encoding'), current_schema()
"""
ENCODING, SCHEMA_NAME = 7, 8
# States in which the connection is gone, and those in which the same may work in a moment.
GONE = ("08", "57P01", "57P02", "57P03", "57P05", "25P03", "25P04")
PASSING = (*GONE, "40001", "40P01", "53300", "55P03", "57014", "25006")
FULL = "53100"
DAMAGED = ("XX001", "XX002")
TAKEN = "23505"
# What the server says when it turns somebody away, and what it means.
REFUSALS = (
    (r"password authentication failed|no password supplied", "it refuses the password of {user}"),
    (r"role .* does not exist", "it has no user {user}"),
    (r"database .* does not exist", "it has no database {database}"),
    (r"no pg_hba\.conf entry", "it lets {user} in from nowhere that this machine is"),
    (r"permission denied for database", "it lets {user} not into the database {database}"),
    (r"certificate|does not support SSL", "the encryption of the connection was not agreed upon"),
)
NONE_LEFT = r"too many (clients|connections)|remaining connection slots"
HOW_TO_WRITE_IT = (
    "write it as postgresql://user:password@host:5432/database;"
    " in a password, @ is written %40, : %3A, / %2F, ? %3F, # %23 and % %25"
)


class Address(NamedTuple):
    """Where a PostgreSQL is: the whole of it for connecting, and what may be shown."""

    conninfo: str
    user: str
    database: str
    shown: str
    read_only: bool = False

    def connect(self) -> tuple[Connection, str]:
        """
        Connect, and return the connection with the name of the schema it works in.

        Raises:
            StoreError: there is nobody, it turns us away, or it is not one we can use.

        """
        connection = None
        try:
            connection = psycopg.connect(self.conninfo, autocommit=True, prepare_threshold=3)
            settled = connection.execute(SETTLE, ["on" if self.read_only else "off"]).fetchone()
        except psycopg.Error as error:
            problem = self.refusal(error)
        else:
            assert settled is not None  # noqa: S101 - a SELECT without FROM has one row
            if settled[ENCODING] == "UTF8" and settled[SCHEMA_NAME]:
                return connection, settled[SCHEMA_NAME]
            problem = self.unusable(settled[ENCODING])
        if connection is not None:
            connection.close()
        # Outside of the `except`: what the driver says may repeat the address.
        raise problem

    def refusal(self, error: psycopg.Error) -> StoreError:
        """Say why a connection was not made."""
        said = str(error)
        for pattern, meaning in REFUSALS:
            if re.search(pattern, said):
                names = {"user": f"`{self.user}`", "database": f"`{self.database}`"}
                what = meaning.format(**names)
                return StoreError(
                    f"PostgreSQL at {self.shown} cannot be used: {what}",
                    help="correct the address of the store, or ask whoever runs the server",
                )
        if re.search(NONE_LEFT, said):
            return StoreError(
                f"PostgreSQL at {self.shown} has no connection left",
                help="let it take more by max_connections, or stop what uses them up",
                passing=True,
            )
        return StoreError(
            f"PostgreSQL at {self.shown} does not answer",
            help="is it running, and is the address of the store right?",
            passing=True,
        )

    def unusable(self, encoding: str) -> StoreError:
        """Say why a database is not one for us."""
        if encoding != "UTF8":
            return StoreError(
                f"the database at {self.shown} keeps its texts in {encoding}, not in UTF8",
                help="make one with: createdb --encoding=UTF8 --template=template0",
            )
        return StoreError(
            f"the database at {self.shown} has no schema to keep anything in",
            help="CREATE SCHEMA, or correct search_path",
        )


def address_of(conninfo: str, *, read_only: bool = False) -> Address:
    """
    Read an address.

    Raises:
        StoreError: it cannot be read. Nothing of it is repeated.

    """
    try:
        said = conninfo_to_dict(conninfo)
    except psycopg.Error:
        said = None
    if said is None or misread(said):
        raise StoreError("the address of the PostgreSQL store cannot be read", help=HOW_TO_WRITE_IT)
    settings = {key: value for key, value in SAID_OTHERWISE.items() if key not in said}
    whole = make_conninfo(conninfo, **settings, client_encoding="utf8")
    user, database = str(said.get("user") or ""), str(said.get("dbname") or said.get("user") or "")
    return Address(whole, user or "(default)", database or "(default)", shown(said), read_only)


def misread(said: dict[str, Any]) -> bool:
    """Say whether a password with an unwritten @ or / was taken for something else."""
    port = str(said.get("port") or "")
    return (
        "@" in f"{said.get('host') or ''}{said.get('dbname') or ''}"
        or re.fullmatch(r"[0-9,]*", port) is None
    )


def shown(said: dict[str, Any]) -> str:
    """Return what may be shown of an address."""
    user, host, port = (str(said.get(key) or "") for key in ("user", "host", "port"))
    text = "postgresql://" + (f"{quote(user)}@" if user else "")
    text += quote(host, safe="/,:.[]") if not host.startswith("/") else ""
    text += f":{port}" if port else ""
    text += "/" + quote(str(said.get("dbname") or ""))
    return text + (f"?host={quote(host)}" if host.startswith("/") else "")


def shown_conninfo(conninfo: str) -> str:
    """Return an address without its password, or nothing of one that cannot be read."""
    try:
        return address_of(conninfo).shown
    except StoreError:
        return "postgresql://…"


def says_something(connection: Connection) -> bool:
    """Say whether the server has sent something that nobody asked for: most often, its end."""
    try:
        ear = select.poll()
        ear.register(connection.fileno(), select.POLLIN)
        return bool(ear.poll(0))
    except psycopg.Error:
        return True


def prepare(connection: Connection, sql: str) -> bytes:
    """Let the server read a statement once for all, and return the name it has from now on."""
    name = b"proctor_" + sha256(sql.encode()).hexdigest()[:16].encode()
    connection.pgconn.send_prepare(name, sql.encode())
    answered(connection)
    return name


def run_prepared(
    connection: Connection, name: bytes, values: Sequence[object]
) -> list[tuple[bytes | None, ...]]:
    """
    Run a statement that is prepared; values go out, and rows come back, as PostgreSQL writes them.

    The driver's `execute` finds out for each value, each time, how it is to be sent. For
    a batch of records that takes longer than everything else which is done here.
    """
    send_prepared(connection, name, values)
    result = answered(connection)
    columns = range(result.nfields)
    return [tuple(result.get_value(row, at) for at in columns) for row in range(result.ntuples)]


def send_prepared(connection: Connection, name: bytes, values: Sequence[object]) -> None:
    """Send a statement that is prepared, and wait for nothing."""
    sent = [str(value).encode() for value in values]
    if any(b"\0" in value for value in sent):
        raise UnicodeError  # it would end there
    connection.pgconn.send_query_prepared(name, sent)


def answered(connection: Connection) -> pq.abc.PGresult:
    """
    Wait for the answer to what was sent.

    Raises:
        DriverError: it was refused, or nobody is there any more.

    """
    result: pq.abc.PGresult = connection.wait(generators.execute(connection.pgconn))[-1]
    if error := refused(result):
        raise error
    return result


def refused(result: pq.abc.PGresult) -> DriverError | None:
    """Return what a result says went wrong; None where all went well."""
    if result.status in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
        return None
    return psycopg.errors.error_from_result(result, encoding="utf-8")


def is_gone(error: psycopg.Error, connection: Connection) -> bool:
    """Say whether the connection is of no more use."""
    return connection.closed or (error.sqlstate or "").startswith(GONE)


def store_error(error: Exception, connection: Connection, where: str) -> StoreError:
    """Return an error of the driver as one of ours."""
    if not isinstance(error, psycopg.Error):
        return StoreError(f"a text cannot be kept in PostgreSQL: {type(error).__name__}")
    if is_gone(error, connection):
        return StoreError(
            f"the connection to PostgreSQL at {where} was lost",
            help="the server was stopped or is out of reach; it is tried again",
            passing=True,
        )
    said = error.diag.message_primary or type(error).__name__
    if error.sqlstate == TAKEN:
        return StoreError(f"it is there already: {said}")
    if error.sqlstate == FULL:
        return StoreError(f"the disk of PostgreSQL at {where} is full", help="make room on it")
    if error.sqlstate in DAMAGED:
        return StoreError(
            f"PostgreSQL at {where} says that it is damaged: {said}",
            help="restore it from a backup; Proctor changes nothing, and records go to the spool",
        )
    passing = (error.sqlstate or "").startswith(PASSING)
    return StoreError(f"PostgreSQL at {where} says: {said}", passing=passing)


def lock_keys(*words: str) -> tuple[int, int]:
    """Return two numbers that stand for words, as locks of PostgreSQL are named."""
    digest = sha256("\0".join(words).encode(errors="backslashreplace")).digest()
    return (
        int.from_bytes(digest[:4], signed=True),
        int.from_bytes(digest[4:8], signed=True),
    )


def channel_of(schema: str) -> str:
    """Return the name under which a schema tells of changes; safe to stand in a statement."""
    return f"proctor_{sha256(schema.encode()).hexdigest()[:16]}"
