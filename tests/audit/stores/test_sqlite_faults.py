"""The store in a file, when something is really wrong: nothing is half kept, and it says why."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proctor.audit.chain import breaks
from proctor.audit.store import Filter
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.stores.sqlite_store import SqliteStore
from proctor.errors import StoreError
from tests.contracts.samples import HOME, HOST, everything, keep, links, question, record

CHAIN = (HOST, HOME, "coder-1")
PAGE = 4096
BATCH = 20

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
connection.close()
"""
# Says after each batch that it is kept.
KEEP_ON = f"""
import sys
from proctor.audit.stores.sqlite import open_sqlite
from tests.contracts.samples import HOME, HOST, links, record
store = open_sqlite(sys.argv[1])
for turn in range(100_000):
    batch = [record(f"u-{{turn}}-{{n}}") for n in range({BATCH})]
    store.insert(links(batch, store.heads(HOST, HOME)))
    print(turn, flush=True)
"""
# Dies where the rows are written, but not their words yet, or everything, but for the end.
DIE_INSIDE = """
import os, signal, sys
from proctor.audit.stores.sqlite import SqliteDatabase
from proctor.audit.stores.sqlite_store import SqliteStore
from tests.contracts.samples import HOME, HOST, links, record

class Dying(SqliteDatabase):
    def index_words(self, rows):
        self.die("before")
        super().index_words(rows)
    def tell(self, kind, number):
        super().tell(kind, number)
        self.die("behind")
    def die(self, where):
        if where == sys.argv[2]:
            self.rows("PRAGMA cache_spill = 1")
            os.kill(os.getpid(), signal.SIGKILL)

store = SqliteStore(Dying(sys.argv[1]))
batch = [record(f"v-{n}", detail="much " * 5_000) for n in range(500)]
store.insert(links(batch, store.heads(HOST, HOME)))
"""
# As somebody who may not write there: root would be allowed everything.
UNPRIVILEGED = """
import os, sys
from proctor.audit.stores.sqlite import open_sqlite
from proctor.errors import StoreError
from tests.contracts.samples import question
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
try:
    store = open_sqlite(sys.argv[1], read_only=sys.argv[2] == "read")
    print("opened", len(store.questions()))
    store.close()
except StoreError as problem:
    print(problem.render())
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Open a new store with a few records."""
    opened = open_sqlite(tmp_path / "proctor.db")
    keep(opened, *(record(f"u-{n}") for n in range(3)))
    yield opened
    opened.close()


def database_of(store: SqliteStore) -> SqliteDatabase:
    """Return the database under a store."""
    assert isinstance(store.database, SqliteDatabase)
    return store.database


def batch(store: SqliteStore, name: str, *, number: int = 50, detail: str = "") -> None:
    """Keep a batch of records."""
    records = [record(f"{name}-{n}", detail=detail) for n in range(number)]
    store.insert(links(records, store.heads(HOST, HOME)))


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Let another process hold the file for itself."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield
        holder.communicate("\n", timeout=30)


def test_a_full_disk_keeps_nothing_of_a_batch(store: SqliteStore) -> None:
    """What is kept stays readable, nothing of the batch is there, and with room it goes on."""
    connection = database_of(store)._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 5}")
    before = everything(store)

    with pytest.raises(StoreError) as caught:
        batch(store, "v", detail="much " * 500)

    assert caught.value.message == (
        f"there is no room left for `{database_of(store).path}`; nothing was changed"
    )
    assert caught.value.help == "make room on its disk"
    assert not caught.value.passing
    assert before == everything(store)
    assert store.find(Filter(text="much")) == []
    connection.execute("PRAGMA max_page_count = 100000")
    batch(store, "v", detail="much " * 500)
    assert list(breaks(store.walk(CHAIN))) == []
    assert len(everything(store)) == 53


def test_a_locked_file_is_an_error_that_passes(store: SqliteStore) -> None:
    """While another process holds it, reading goes on and writing says that it may work later."""
    path = database_of(store).path
    before = everything(store)
    with held(path):
        for write in (lambda: batch(store, "v"), lambda: store.ask(question("q-1"))):
            with pytest.raises(StoreError) as caught:
                write()
            assert caught.value.message == (
                f"`{path}` is in use by another process; nothing was changed"
            )
            assert caught.value.passing
        assert before == everything(store)
        again = open_sqlite(path)
        assert before == everything(again)
        again.close()

    batch(store, "v")

    assert len(everything(store)) == 53


def test_a_new_file_that_is_locked_is_an_error_that_passes(tmp_path: Path) -> None:
    """Who cannot even make the tables says that it may work later."""
    path = tmp_path / "proctor.db"
    path.touch()
    with held(path), pytest.raises(StoreError) as caught:
        open_sqlite(path)

    assert caught.value.passing
    open_sqlite(path).close()


def test_a_damaged_page_is_told_and_nothing_is_changed(store: SqliteStore) -> None:
    """Records that cannot be read are an error that says so, not fewer records."""
    path = database_of(store).path
    batch(store, "v", number=200, detail="much " * 500)
    store.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // PAGE // 2 * PAGE
    content[middle : middle + 8 * PAGE] = os.urandom(8 * PAGE)
    path.write_bytes(content)

    damaged = open_sqlite(path)
    for read in (everything, lambda store: list(store.walk(CHAIN))):
        with pytest.raises(StoreError) as caught:
            read(damaged)
        assert caught.value.message == f"`{path}` is damaged; nothing was changed"
        assert not caught.value.passing
        assert caught.value.help
        assert "keep a copy" in caught.value.help
    damaged.close()

    assert bytes(content) == path.read_bytes()


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 1000, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_file_that_is_no_database_is_left_alone(
    tmp_path: Path, content: bytes, *, read_only: bool
) -> None:
    """Somebody else's file is named, and not written to."""
    path = tmp_path / "proctor.db"
    path.write_bytes(content)

    with pytest.raises(StoreError) as caught:
        open_sqlite(path, read_only=read_only)

    assert caught.value.message == (
        f"`{path}` is not a database, or its first page is damaged; nothing was changed"
    )
    assert not caught.value.passing
    assert content == path.read_bytes()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """Tables of ours never come into somebody else's file."""
    path = tmp_path / "contacts.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE contacts (name TEXT)")
    other.close()
    before = path.read_bytes()

    with pytest.raises(StoreError) as caught:
        open_sqlite(path)
    with pytest.raises(StoreError, match="by an older version of Proctor, or by none"):
        open_sqlite(path, read_only=True)

    assert caught.value.message == (
        f"`{path}` is a database of another program; nothing was changed"
    )
    assert before == path.read_bytes()


def test_a_record_that_is_there_already_is_told(store: SqliteStore) -> None:
    """A batch with a known record is refused whole, with the reason."""
    before = everything(store)

    with pytest.raises(StoreError, match="is there already or is not whole: UNIQUE") as caught:
        store.insert(links([record("new"), record("u-1")], store.heads(HOST, HOME)))

    assert not caught.value.passing
    assert before == everything(store)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    """A path that is no file is an error that names it."""
    with pytest.raises(StoreError) as caught:
        open_sqlite(tmp_path)

    assert caught.value.message == f"`{tmp_path}` cannot be written: Is a directory"


@pytest.mark.parametrize(
    ("there", "how", "says"),
    [
        (False, "write", "`{path}` cannot be written: Permission denied"),
        (True, "write", "`{path}` cannot be written: Permission denied"),
        (False, "read", "`{path}` cannot be opened"),
    ],
)
def test_a_folder_that_may_not_be_written_is_told(there: bool, how: str, says: str) -> None:
    """Who may not write there learns it at once, and nothing is created."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "proctor.db"
        if there:
            open_sqlite(path).close()
            path.chmod(0o444)
        folder.chmod(0o555)
        before = sorted(folder.iterdir())

        tried = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, path, how],
            capture_output=True,
            text=True,
            check=True,
        )

        sentence, advice = tried.stdout.splitlines()
        assert says.format(path=path) == sentence
        assert advice.startswith("help: see ")
        assert before == sorted(folder.iterdir())
        folder.chmod(0o700)


def test_a_folder_that_may_not_be_written_can_be_read() -> None:
    """What is kept in a folder where nothing can be created is read all the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = open_sqlite(folder / "proctor.db")
        store.ask(question("q-1"))
        store.close()
        (folder / "proctor.db").chmod(0o444)
        folder.chmod(0o555)

        tried = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, folder / "proctor.db", "read"],
            capture_output=True,
            text=True,
            check=True,
        )

        assert tried.stdout == "opened 1\n"
        folder.chmod(0o700)


@pytest.mark.parametrize("where", ["before", "behind"])
def test_a_batch_that_was_interrupted_is_not_there(store: SqliteStore, where: str) -> None:
    """A process that is killed inside a transaction leaves nothing of it, and the store whole."""
    path = database_of(store).path
    before = everything(store)

    died = subprocess.run([sys.executable, "-c", DIE_INSIDE, path, where], check=False)

    assert died.returncode == -signal.SIGKILL
    again = open_sqlite(path)
    assert before == everything(again)
    assert again.find(Filter(text="much")) == []
    batch(again, "v")
    assert list(breaks(again.walk(CHAIN))) == []
    again.close()


def test_nothing_that_was_kept_is_lost_when_the_writer_is_killed(tmp_path: Path) -> None:
    """Every batch that the writer spoke of is there, and of the last one all or nothing."""
    path = tmp_path / "proctor.db"
    for turn in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", KEEP_ON.replace("u-", f"u-{turn}-"), path],
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout
            said = [writer.stdout.readline() for _ in range(5 + turn)]
            writer.send_signal(signal.SIGKILL)
            said += writer.stdout.readlines()

        store = open_sqlite(path)
        mine = [kept for kept in everything(store) if kept.record.uid.startswith(f"u-{turn}-")]
        spoken = sum(line.endswith("\n") for line in said)
        assert len(mine) in {spoken * BATCH, (spoken + 1) * BATCH}
        assert list(breaks(store.walk(CHAIN))) == []
        assert len(store.find(Filter(text="npm test"), limit=100_000)) == len(everything(store))
        store.close()
