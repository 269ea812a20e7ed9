"""The store in a file: who may see it, what it finds, and what it tells of changes."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from proctor.audit.chain import CHANGED, breaks
from proctor.audit.store import Change, Filter
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.stores.sqlite_changes import KEPT_CHANGES, KINDS
from proctor.audit.stores.sqlite_store import SqliteStore
from proctor.errors import StoreError
from tests.contracts.samples import HOME, HOST, event, grant, keep, links, question, record

CHAIN = (HOST, HOME, "coder-1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Open a new store in a folder of its own."""
    opened = open_sqlite(tmp_path / "home" / "proctor.db")
    yield opened
    opened.close()


def file_of(store: SqliteStore) -> Path:
    """Return where a store is."""
    assert isinstance(store.database, SqliteDatabase)
    return store.database.path


def modes(folder: Path) -> dict[str, int]:
    """Return who may do what with a folder and everything in it."""
    return {
        str(path.relative_to(folder.parent)): stat.S_IMODE(path.stat().st_mode)
        for path in (folder, *folder.rglob("*"))
        if len(path.name) < 64
    }


def test_nobody_else_can_read_it(store: SqliteStore) -> None:
    """The folder, the file, what SQLite puts beside it and the locks are the owner's alone."""
    keep(store, record("u-1"))
    with store.exclusive("poller"):
        folder = file_of(store).parent
        (lock,) = (folder / "locks").iterdir()

        assert modes(folder) == {
            "home": 0o700,
            "home/proctor.db": 0o600,
            "home/proctor.db-shm": 0o600,
            "home/proctor.db-wal": 0o600,
            "home/locks": 0o700,
        }
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_a_reader_creates_nothing(tmp_path: Path) -> None:
    """Who only reads a store that is not there gets an error, and no file appears."""
    path = tmp_path / "none" / "proctor.db"

    with pytest.raises(StoreError) as caught:
        open_sqlite(path, read_only=True)

    assert caught.value.message == f"`{path}` cannot be opened"
    assert not path.parent.exists()


def test_a_reader_sees_what_is_kept_and_changes_nothing(store: SqliteStore) -> None:
    """A store that is opened for reading finds everything and refuses to write."""
    kept = keep(store, record("u-1"))
    reader = open_sqlite(file_of(store), read_only=True)

    assert kept == reader.find(Filter())
    assert kept == list(reader.walk(CHAIN))
    with pytest.raises(StoreError, match="may only be read; nothing was changed"):
        reader.ask(question("q-1"))
    with pytest.raises(StoreError, match="is opened for reading only"), reader.exclusive("poller"):
        pytest.fail("a reader has created a lock")
    reader.close()


def test_a_reader_reads_a_store_that_nobody_has_open(store: SqliteStore) -> None:
    """What its last writer has closed can be read."""
    kept = keep(store, record("u-1"))
    path = file_of(store)
    store.close()

    reader = open_sqlite(path, read_only=True)

    assert kept == reader.find(Filter())
    reader.close()


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "100%25.db", "größe#1.db", "x;y&z=1.db"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    """A name that means something in an address is a name all the same."""
    store = open_sqlite(tmp_path / name)
    kept = keep(store, record("u-1"))

    assert kept == list(store.walk(CHAIN))
    assert (tmp_path / name).exists()
    store.close()


def test_threads_share_one_store(store: SqliteStore) -> None:
    """Several threads that use one store at once do not come between each other."""

    def work(name: str) -> None:
        for n in range(20):
            store.put_events([event(f"{name}-{n}-{m}") for m in range(3)])
            store.events(limit=10)

    threads = [Thread(target=work, args=[f"t{n}"]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(store.events()) == 240


def test_an_ear_that_slept_too_long_is_told_to_look_at_everything(store: SqliteStore) -> None:
    """Old changes are forgotten; who missed some learns that it did."""
    ear = store.changes()
    with store.database.transaction():
        for n in range(KEPT_CHANGES + 2_000):
            store.database.tell("question", n)

    assert ear.wait(30) == [Change(kind, 0) for kind in KINDS]
    assert store.database.rows("SELECT count(*) FROM changes") == [(KEPT_CHANGES,)]
    store.grant(grant("g-1"))
    assert ear.wait(30) == [Change("grant", 1)]
    ear.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [("input", "no JSON"), ("input", b"\0"), ("uid", b"\0"), ("tool", 5), ("detail", b"\0")],
)
def test_what_we_never_wrote_is_a_break_and_not_a_crash(
    store: SqliteStore, column: str, value: object
) -> None:
    """A row whose cells were filled by hand is read, and its chain does not hold there."""
    kept = keep(store, *(record(f"u-{n}") for n in range(3)))
    store.database.rows(f"UPDATE records SET {column} = ? WHERE n = ?", [value, kept[1].n])  # noqa: S608 - the test's own

    assert [(found.n, found.what) for found in breaks(store.walk(CHAIN))] == [(kept[1].n, CHANGED)]
    assert store.remove(CHAIN, through=3) == 3


def test_a_record_that_was_given_another_name_by_hand_is_a_break(store: SqliteStore) -> None:
    """A row that was moved to a chain whose name is no text makes both chains break."""
    kept = keep(store, *(record(f"u-{n}") for n in range(3)))
    store.database.rows("UPDATE records SET agent_name = x'00' WHERE n = ?", [kept[1].n])

    found = [place.n for chain in store.chains() for place in breaks(store.walk(chain))]

    assert sorted(found) == [kept[1].n, kept[2].n]


@pytest.mark.parametrize(
    "change",
    [
        "status = 'maybe'",
        "reply = '{}'",
        "reply = 'x'",
        "body = ''",
        'reply = \'{"answer":"yes"}\'',
    ],
)
def test_a_question_that_was_filled_by_hand_has_no_answer(store: SqliteStore, change: str) -> None:
    """A reply that we never wrote is an error: it is not guessed at."""
    asked = store.ask(question("q-1"))
    store.database.rows(f"UPDATE questions SET {change}")  # noqa: S608 - the test's own

    with pytest.raises(StoreError, match="a row of questions is not what was written there"):
        store.question(asked.id)


def test_the_size_becomes_less_when_records_go(store: SqliteStore) -> None:
    """What is free inside the file does not count, so that removing by size comes to an end."""
    empty = store.size()
    store.insert(links([record(f"u-{n}", detail="much " * 500) for n in range(300)], {}))
    full = store.size()
    store.remove(CHAIN, through=200)

    assert empty < store.size() < full * 3 / 4
