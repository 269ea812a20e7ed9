"""Being told of changes, and being the only one, across processes that share a PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Event, Thread

import pytest
from psycopg import connect

from proctor.audit.store import Change
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.postgres_connection import channel_of
from proctor.audit.stores.sql_store import SqlStore
from tests.contracts.samples import question
from tests.postgres_server import HANGS, fresh_schema, until

LISTENER = """
import sys
from proctor.audit.stores.postgres import open_postgres
store = open_postgres(sys.argv[1])
changes = store.changes()
print("listening", flush=True)
print(changes.wait(30), flush=True)
changes.close()
store.close()
"""
HOLDER = """
import sys
from proctor.audit.stores.postgres import open_postgres
store = open_postgres(sys.argv[1])
with store.exclusive(sys.argv[2]) as alone:
    print("alone" if alone else "not alone", flush=True)
    sys.stdin.read()
store.close()
"""


@pytest.fixture
def store(fresh_postgres: str) -> Iterator[SqlStore]:
    """Open a store in an empty place."""
    with closing(open_postgres(fresh_postgres)) as opened:
        yield opened


@contextmanager
def process(program: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program of Python in another process, and end it."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def line_of(started: subprocess.Popen[str]) -> str:
    """Return the next line that a process prints."""
    assert started.stdout
    return started.stdout.readline().strip()


def test_another_process_is_told(store: SqlStore, fresh_postgres: str) -> None:
    """Two processes that listen hear of a question, each by its number."""
    with process(LISTENER, fresh_postgres) as one, process(LISTENER, fresh_postgres) as other:
        assert [line_of(one), line_of(other)] == ["listening", "listening"]
        number = store.ask(question("q-1")).id

        assert [line_of(one), line_of(other)] == [f"[Change(kind='question', id={number})]"] * 2


def test_another_schema_is_not_told(store: SqlStore, postgres: str) -> None:
    """Two stores in one database do not wake each other."""
    with (
        closing(store.changes()) as changes,
        fresh_schema(postgres) as elsewhere,
        closing(open_postgres(elsewhere)) as other,
    ):
        other.ask(question("q-elsewhere"))
        other.ask(question("q-elsewhere-2"))
        here = store.ask(question("q-here"))

        assert changes.wait(HANGS) == [Change("question", here.id)]


def test_what_is_taken_back_is_not_told(store: SqlStore) -> None:
    """Of a transaction that did not happen nobody hears."""
    with closing(store.changes()) as changes:
        with pytest.raises(ZeroDivisionError), store.database.transaction():  # noqa: PT012 - the point
            store.database.tell("question", 12)
            raise ZeroDivisionError
        number = store.ask(question("q-1")).id

        assert changes.wait(HANGS) == [Change("question", number)]


def test_what_others_say_on_the_channel_is_not_believed(
    store: SqlStore, fresh_postgres: str
) -> None:
    """Words that are no change of ours are passed over."""
    with closing(store.changes()) as changes, connect(fresh_postgres, autocommit=True) as other:
        schema = other.execute("SELECT current_schema()").fetchone()
        assert schema
        for words in ("", "question", "question x", "question -1", "nonsense 3", "grant 4"):
            other.execute("SELECT pg_notify(%s, %s)", [channel_of(schema[0]), words])

        assert changes.wait(HANGS) == [Change("grant", 4)]


def test_closing_ends_a_wait_of_another_thread(store: SqlStore) -> None:
    """Who waits is let go when somebody else closes, and closing twice is nothing."""
    changes, began = store.changes(), Event()

    def wait() -> None:
        began.set()
        assert changes.wait(10 * HANGS) == ()

    waiting = Thread(target=wait)
    waiting.start()
    began.wait(HANGS)
    changes.close()
    waiting.join(HANGS)

    assert not waiting.is_alive()
    changes.close()
    assert changes.wait(0) == ()


def test_only_one_process_is_alone(store: SqlStore, fresh_postgres: str, postgres: str) -> None:
    """A name is held by one process; other names and other schemas are not touched by it."""
    with process(HOLDER, fresh_postgres, "bot") as holder:
        assert line_of(holder) == "alone"
        with process(HOLDER, fresh_postgres, "bot") as second:
            assert line_of(second) == "not alone"
        with store.exclusive("bot") as mine, store.exclusive("other bot") as other:
            assert (mine, other) == (False, True)
        with (
            fresh_schema(postgres) as elsewhere,
            closing(open_postgres(elsewhere)) as another,
            another.exclusive("bot") as mine,
        ):
            assert mine


def test_a_killed_process_is_alone_no_more(store: SqlStore, fresh_postgres: str) -> None:
    """When the holder is killed another gets the name, without anybody tidying up."""

    def free() -> bool:
        with store.exclusive("bot") as mine:
            return mine

    with process(HOLDER, fresh_postgres, "bot") as holder:
        assert line_of(holder) == "alone"
        assert not free()
        holder.kill()
        until(free)
