"""How a PostgreSQL is reached, and what is said where it is not: never a password."""

from __future__ import annotations

import socket
import traceback
from pathlib import Path

import pytest
from psycopg import connect
from psycopg.conninfo import make_conninfo

from proctor.audit.stores.postgres import PostgresDatabase, open_postgres
from proctor.audit.stores.postgres_connection import channel_of, lock_keys, shown_conninfo
from proctor.errors import StoreError
from tests.postgres_server import LOCKED, Server
from tests.tables import each_row

SECRET = "Xk7wv"  # noqa: S105 - it is looked for in what is said
ADDRESSES = {
    f"postgresql://ada:{SECRET}@db.example.com:5433/shop": "postgresql://ada@db.example.com:5433/shop",
    f"postgresql://ada:{SECRET}@/shop?host=/run/pg": "postgresql://ada@/shop?host=/run/pg",
    f"postgresql://db.example.com/shop?password={SECRET}": "postgresql://db.example.com/shop",
    f"postgresql://ada:%40{SECRET}%2F@db/shop?sslpassword={SECRET}": "postgresql://ada@db/shop",
    f"host=db user=ada dbname=shop password='{SECRET} x'": "postgresql://ada@db/shop",
    f"postgresql://ada:{SECRET}@[::1]:5433/shop": "postgresql://ada@::1:5433/shop",
    "postgresql:///shop": "postgresql:///shop",
}
MISREAD = [
    f"postgresql://ada:a@{SECRET}@db/shop",
    f"postgresql://ada:a/{SECRET}@db/shop",
    f"postgresql://ada:12/{SECRET}@db/shop",
    f"postgresql://ada:%{SECRET}@db/shop",
    f"host=db password=two {SECRET}",
    f"host=db passwort={SECRET}",
    f"postgres {SECRET}",
]


def told(conninfo: str) -> StoreError:
    """Return what is said of an address that leads nowhere; its password is in none of it."""
    with pytest.raises(StoreError) as caught:
        open_postgres(conninfo)
    everything = "".join(traceback.format_exception(caught.value)) + caught.value.render()

    assert SECRET not in everything
    return caught.value


@each_row("conninfo", ADDRESSES)
def test_an_address_is_shown_without_its_password(conninfo: str) -> None:
    """Only user, host, port and database are shown."""
    assert shown_conninfo(conninfo) == ADDRESSES[conninfo]


@each_row("conninfo", MISREAD)
def test_nothing_is_shown_of_an_address_that_cannot_be_read(conninfo: str) -> None:
    """Where a password may have been taken for something else, nothing at all is repeated."""
    assert shown_conninfo(conninfo) == "postgresql://…"
    assert told(conninfo).message == "the address of the PostgreSQL store cannot be read"


def test_a_wrong_password_is_told(own_postgres: Server) -> None:
    """Who is turned away learns why, and that trying again does not help."""
    own_postgres.run(f"CREATE ROLE {LOCKED} LOGIN PASSWORD 'right'")
    wrong = make_conninfo(own_postgres.conninfo, user=LOCKED, password=SECRET)

    problem = told(wrong)

    assert "it refuses the password of `locked`" in problem.message
    assert not problem.passing
    assert "it refuses the password" in told(make_conninfo(wrong, password=None)).message


def test_a_missing_database_or_user_is_told(own_postgres: Server) -> None:
    """The name that is not there is named."""
    conninfo = make_conninfo(own_postgres.conninfo, password=SECRET)

    assert "it has no database `nowhere`" in told(make_conninfo(conninfo, dbname="nowhere")).message
    assert "it has no user `stranger`" in told(make_conninfo(conninfo, user="stranger")).message


def test_a_server_that_is_not_there_may_come_back(tmp_path: Path) -> None:
    """Nobody at a socket, at a port or under a name: it may pass."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = taken.getsockname()[1]
        for where in (f"host={tmp_path}", f"host=127.0.0.1 port={closed}", "host=db.invalid"):
            problem = told(f"{where} user=ada password={SECRET} dbname=shop")

            assert "does not answer" in problem.message
            assert problem.passing


def test_a_full_server_is_told(own_postgres: Server) -> None:
    """Where all connections are taken it says so, and that it may pass."""
    own_postgres.run("CREATE ROLE crowd LOGIN CONNECTION LIMIT 1")
    crowded = make_conninfo(own_postgres.conninfo, user="crowd", password=SECRET)
    with connect(crowded):
        problem = told(crowded)

    assert "has no connection left" in problem.message
    assert problem.passing


def test_a_database_that_cannot_keep_every_text_is_refused(own_postgres: Server) -> None:
    """A database in another encoding than UTF-8 would fail at the first odd letter."""
    own_postgres.run("CREATE DATABASE old ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")

    problem = told(make_conninfo(own_postgres.conninfo, dbname="old"))

    assert "keeps its texts in SQL_ASCII" in problem.message


def test_a_place_without_a_schema_is_refused(postgres: str) -> None:
    """Where there is no schema to work in, it is said when the store is opened."""
    with pytest.raises(StoreError, match="has no schema"):
        PostgresDatabase(make_conninfo(postgres, options="-csearch_path=nowhere"))


def test_names_of_locks_and_channels_are_their_own() -> None:
    """Another schema and another name have other locks and channels, whatever is in them."""
    pairs = [("a", "bc"), ("ab", "c"), ("a", "b\ud800"), ("a", "b'; --")]

    assert len({lock_keys(*pair) for pair in pairs}) == len(pairs)
    assert all(-(2**31) <= key < 2**31 for pair in pairs for key in lock_keys(*pair))
    assert channel_of("a") != channel_of('A"; --')
    assert channel_of('A"; --').isidentifier()
