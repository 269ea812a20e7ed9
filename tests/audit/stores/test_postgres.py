"""What PostgreSQL does of its own; what it has in common with others is in the contract suite."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier, Thread

import pytest
from psycopg import connect

from proctor.audit.chain import breaks
from proctor.audit.store import SCHEMA, Filter
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.postgres_sql import translated
from proctor.audit.stores.sql_store import SqlStore
from proctor.errors import NewerSchema, StoreError
from proctor.terms.question import Status
from tests.contracts.samples import HOME, HOST, event, keep, links, question, record
from tests.postgres_server import HANGS, until

FOUR_BYTES = "\U00010428"
VERSIONS = [(number,) for number in range(1, SCHEMA + 1)]


@pytest.fixture
def store(fresh_postgres: str) -> Iterator[SqlStore]:
    """Open a store in an empty place."""
    with closing(open_postgres(fresh_postgres)) as opened:
        yield opened


def columns_of(store: SqlStore) -> list[tuple[str, str, str]]:
    """Return table, name and collation of every column, in their order."""
    sql = (
        "SELECT table_name, column_name, coalesce(collation_name, '')"
        " FROM information_schema.columns WHERE table_schema = current_schema()"
        " ORDER BY table_name, ordinal_position"
    )
    return [(table, name, collation) for table, name, collation in store.database.rows(sql)]


def kill(conninfo: str, pid: int) -> None:
    """End a connection from another one."""
    with connect(conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


def pid_of(store: SqlStore) -> int:
    """Return the process that serves a store."""
    return int(store.database.rows("SELECT pg_backend_pid()")[0][0])


def test_every_text_is_ordered_by_its_bytes(store: SqlStore) -> None:
    """The language that a server was set up in changes no order and no page."""
    texts = [
        row for row in columns_of(store) if row[1] not in {"n", "id", "seq", "span", "lexemes"}
    ]

    assert {"C", ""} == {collation for _, _, collation in texts}
    assert {"format", "question", "duration_us", "spooled", "version", "given"} == {
        name for _, name, collation in texts if not collation
    }


def test_a_sign_for_a_value_is_translated() -> None:
    """Our statements say `?`, PostgreSQL's driver `%s`; in strings neither may stand."""
    assert translated("SELECT 1 WHERE a = ? AND b = ''") == "SELECT 1 WHERE a = %s AND b = ''"
    for ambiguous in ("SELECT '?'", "SELECT 1 % 2"):
        with pytest.raises(AssertionError):
            translated(ambiguous)


def test_several_that_start_at_once_make_the_tables_once(fresh_postgres: str) -> None:
    """Of eight programs that find an empty place, one fills it and all can work."""
    together = Barrier(8, timeout=HANGS)

    def start(number: int) -> str:
        together.wait()
        with closing(open_postgres(fresh_postgres)) as store:
            return store.ask(question(f"q-{number}")).uid

    with ThreadPoolExecutor(8) as threads:
        asked = sorted(threads.map(start, range(8)))
    with closing(open_postgres(fresh_postgres)) as store:
        assert [f"q-{number}" for number in range(8)] == asked
        assert store.database.rows("SELECT version FROM proctor_schema") == VERSIONS


def test_what_a_newer_program_wrote_is_refused(store: SqlStore, fresh_postgres: str) -> None:
    """An older program leaves newer tables alone, and says so."""
    store.database.rows("INSERT INTO proctor_schema (version) VALUES (99)")

    with pytest.raises(NewerSchema, match="newer version of Proctor"):
        open_postgres(fresh_postgres)


def test_who_only_reads_changes_nothing(fresh_postgres: str) -> None:
    """A reader makes no tables, and in tables that are there it writes nothing."""
    with pytest.raises(StoreError, match="older version"):
        open_postgres(fresh_postgres, read_only=True)
    open_postgres(fresh_postgres).close()

    with closing(open_postgres(fresh_postgres, read_only=True)) as reader:
        assert reader.questions() == []
        with pytest.raises(StoreError, match="read-only transaction"):
            reader.ask(question("q-1"))


def test_a_read_survives_a_lost_connection(store: SqlStore, fresh_postgres: str) -> None:
    """What only reads is asked again on a new connection, and nobody notices."""
    keep(store, record("u-1"))
    kill(fresh_postgres, pid_of(store))

    assert {"u-1"} == store.known(["u-1"])


def test_a_change_survives_a_connection_lost_before(store: SqlStore, fresh_postgres: str) -> None:
    """A connection that was lost while nobody used it is replaced before anything is changed."""
    kill(fresh_postgres, pid_of(store))
    asked = store.ask(question("q-1"))
    kill(fresh_postgres, pid_of(store))

    assert store.close_question(asked.id, Status.CANCELLED, at="2026-06-01T12:01:00.000Z")


@pytest.mark.parametrize("at_the_end", [False, True])
def test_a_connection_lost_in_a_transaction_is_told(
    store: SqlStore, fresh_postgres: str, *, at_the_end: bool
) -> None:
    """Nothing of a broken transaction is kept, the error says that it passes, and work goes on."""

    def work() -> None:
        with store.database.transaction():
            store.database.rows("DELETE FROM proctor_schema")
            kill(fresh_postgres, pid_of(store))
            if not at_the_end:
                store.database.rows("SELECT 1")

    with pytest.raises(StoreError) as caught:
        work()

    assert caught.value.passing
    assert store.database.rows("SELECT version FROM proctor_schema") == VERSIONS


def test_nothing_goes_on_behind_a_lost_connection(store: SqlStore, fresh_postgres: str) -> None:
    """Whoever passes over the error in a transaction gets it again, not half of what they did."""

    def work() -> None:
        with store.database.transaction():
            kill(fresh_postgres, pid_of(store))
            with suppress(StoreError):
                store.database.rows("SELECT 1")
            store.database.rows("DELETE FROM proctor_schema")

    with pytest.raises(StoreError) as caught:
        work()

    assert caught.value.passing
    assert store.database.rows("SELECT version FROM proctor_schema") == VERSIONS


def test_an_error_that_is_passed_over_is_told_at_the_end(store: SqlStore) -> None:
    """PostgreSQL keeps nothing of a transaction with an error in it, and neither do we say so."""

    def work() -> None:
        with store.database.transaction():
            store.database.rows("DELETE FROM proctor_schema")
            with suppress(StoreError):
                store.database.rows("SELECT 1 FROM nowhere")

    with pytest.raises(StoreError, match="nothing was kept"):
        work()

    assert store.database.rows("SELECT version FROM proctor_schema") == VERSIONS


def test_a_broken_stream_is_told(store: SqlStore, fresh_postgres: str) -> None:
    """A walk that loses its connection ends with an error that passes, never as if it were done."""
    database = store.database
    rows = database.stream("SELECT pg_backend_pid() FROM generate_series(1, ?)", [5000])
    kill(fresh_postgres, next(rows)[0])

    with pytest.raises(StoreError) as caught:
        list(rows)

    assert caught.value.passing
    assert len(list(database.stream("SELECT 1 FROM generate_series(1, ?)", [5000]))) == 5000


def test_streams_do_not_disturb_each_other(store: SqlStore) -> None:
    """Two walks at once, one of them left early, and a change in between."""
    keep(store, *(record(f"u-{number}") for number in range(3)))
    (chain,) = store.chains()
    left, whole = store.walk(chain), store.walk(chain)

    assert [next(left).seq, next(whole).seq] == [1, 1]
    keep(store, record("u-4"))
    del left
    assert [kept.seq for kept in whole] == [2, 3]
    assert [kept.seq for kept in store.walk(chain)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "write",
    [lambda store: keep(store, record("u-1")), lambda store: store.put_events([event("e-1")])],
    ids=["records", "events"],
)
def test_numbers_come_to_light_in_their_order(
    fresh_postgres: str, store: SqlStore, write: Callable[[SqlStore], object]
) -> None:
    """While one machine gives numbers others wait, so that none appears behind a later one."""
    with closing(open_postgres(fresh_postgres)) as other:
        served_by = pid_of(other)
        later = Thread(target=write, args=[other])
        with store.database.transaction():
            store.database.insert_many("records", ("uid",), [])
            later.start()
            until(lambda: is_waiting(fresh_postgres, served_by))
        later.join(HANGS)

    assert len(store.known(["u-1", "e-1"])) == 1


def is_waiting(conninfo: str, pid: int) -> bool:
    """Say whether a connection waits for a lock."""
    with connect(conninfo) as connection:
        sql = "SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted"
        return connection.execute(sql, [pid]).fetchone() is not None


def test_two_homes_with_an_agent_of_one_name_have_two_chains(fresh_postgres: str) -> None:
    """Machines that share a database do not write into each other's chains."""
    owners = [(HOST, HOME), (HOST, "/home/grace/.proctor"), ("beta", HOME)]

    def work(owner: tuple[str, str]) -> None:
        host, home = owner
        with closing(open_postgres(fresh_postgres)) as mine:
            for number in range(10):
                uid = f"u-{host}-{home}-{number}"
                mine.insert(links([record(uid)], mine.heads(host, home), host=host, home=home))

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(work, owners))
    with closing(open_postgres(fresh_postgres, read_only=True)) as store:
        assert sorted((*owner, "coder-1") for owner in owners) == store.chains()
        for chain in store.chains():
            assert list(range(1, 11)) == [kept.seq for kept in store.walk(chain)]
            assert list(breaks(store.walk(chain))) == []


LONG = {
    "a long word": "x" * 5_000,
    "two long words of four bytes a letter": f"{FOUR_BYTES * 300} {FOUR_BYTES * 300}",
    "many words": " ".join(f"w{number}" for number in range(100_000)),
    "many words of four bytes a letter": " ".join(
        f"{number}{FOUR_BYTES * 50}" for number in range(5_000)
    ),
    "one word often": "a " * 9_999,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_text_too_long_for_the_index_is_kept(store: SqlStore, text: str) -> None:
    """What an agent writes is kept whole, however long, and found by how it begins."""
    (kept,) = keep(store, record("u-1", action_string=text, detail=""))

    assert text == kept.record.action_string
    assert [kept] == store.find(Filter(text=text[:20]))


def test_removed_records_take_no_room(store: SqlStore) -> None:
    """What is removed does not count any more, though the file of the table stays as it is."""
    assert store.size() == 0
    kept = keep(store, *(record(f"u-{number}") for number in range(500)))
    full = store.size()
    store.remove(kept[0].chain, through=400)

    assert 0 < store.size() < full / 2


def test_threads_may_share_a_store(store: SqlStore) -> None:
    """Several threads use one connection, one after the other."""
    with ThreadPoolExecutor(4) as threads:
        asked = list(threads.map(store.ask, [question(f"q-{number}") for number in range(50)]))

    assert sorted(asked, key=lambda each: each.id) == store.questions()


def test_without_the_driver_it_says_what_to_install() -> None:
    """Who asks for PostgreSQL without the extra is told how to get it."""
    program = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from proctor.errors import MissingExtra\n"
        "try:\n    import proctor.audit.stores.postgres\n"
        "except MissingExtra as error:\n    print(error.render())\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert said.stdout == (
        "a store in PostgreSQL needs the package psycopg\n"
        "help: pip install 'proctor-gate[postgres]'\n"
    )
