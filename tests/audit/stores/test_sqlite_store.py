"""SQLite's own way to records finds what every store finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.store import Filter
from proctor.audit.stores.database import Row
from proctor.audit.stores.spans import SPAN_BITS
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.stores.sqlite import SqliteDatabase, open_sqlite
from proctor.audit.stores.sqlite_store import SqliteStore, mark
from proctor.errors import StoreError
from tests.contracts.places import SqlitePlace
from tests.contracts.samples import HOME, HOST, keep, links, record
from tests.contracts.store import Place
from tests.contracts.store_chains import Chains
from tests.contracts.store_find import Find

CHAIN = (HOST, HOME, "coder-1")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Give an empty place."""
    return SqlitePlace(tmp_path / "proctor.db")


@pytest.fixture(params=["all indexed", "some indexed", "few indexed"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SqliteStore]:
    """Open a store in which no record, a few or many wait for being indexed."""
    opened = open_sqlite(tmp_path / "proctor.db")
    opened.late = {"all": 1, "some": 7, "few": 40}[request.param.split()[0]]
    yield opened
    opened.close()


class TestFind(Find):
    """Finding, whatever is indexed."""


class TestChains(Chains):
    """Chains and removing, whatever is indexed."""


def test_records_are_indexed_when_there_are_some(tmp_path: Path) -> None:
    """The newest records wait until there are enough, and then all of them are indexed."""
    store = open_sqlite(tmp_path / "proctor.db")
    store.late = 5
    indexed = []
    for n in range(12):
        keep(store, record(f"u-{n}"))
        indexed.append(store._indexed())

    assert indexed == [0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10]
    store.close()


def test_records_that_waited_when_the_writer_ended_are_indexed_later(tmp_path: Path) -> None:
    """Another process knows nothing of them, and indexes them with its own."""
    for turn in range(3):
        store = open_sqlite(tmp_path / "proctor.db")
        store.late = 5
        keep(store, *(record(f"u-{turn}-{n}", detail=f"turn{turn}") for n in range(2)))
        store.close()
    again = open_sqlite(tmp_path / "proctor.db")

    assert again._indexed() == 6
    assert indexed_words(again, "npm") == [1, 2, 3, 4, 5, 6]
    assert indexed_words(again, "turn1") == [3, 4]
    again.close()


def test_records_are_indexed_whoever_added_and_removed_some(tmp_path: Path) -> None:
    """Those that others have added meanwhile are indexed, those that were removed are not."""
    one, other = (open_sqlite(tmp_path / "proctor.db") for _ in range(2))
    one.late = 6
    for n, store in enumerate([one, other, one, other, one]):
        keep(store, record(f"u-{n}", agent_name=f"a-{n}", detail=f"word{n}"))
    other.remove((HOST, HOME, "a-2"), through=1)
    keep(one, record("u-5", agent_name="a-5", detail="word5"))

    assert one._indexed() == 6
    assert indexed_words(one, "npm") == [1, 2, 4, 5, 6]
    assert [indexed_words(one, f"word{n}") for n in range(6)] == [[1], [2], [], [4], [5], [6]]
    one.close()
    other.close()


class Failing(SqliteDatabase):
    """A database in which a record alone and the end of a batch fail, as long as they should."""

    fails = False

    def tell(self, kind: str, number: int) -> None:
        """Fail, or do nothing."""
        if self.fails:
            raise StoreError(kind)
        super().tell(kind, number)

    def insert_one(self, table: str, columns: Sequence[str], row: Row) -> int:
        """Fail, or insert it."""
        if self.fails:
            raise StoreError(table)
        return super().insert_one(table, columns, row)


@pytest.mark.parametrize("late", [1, 3])
def test_the_words_of_a_batch_that_failed_are_not_indexed(tmp_path: Path, late: int) -> None:
    """Its number is given again, to another record with words of its own."""
    open_sqlite(tmp_path / "proctor.db").close()
    database = Failing(tmp_path / "proctor.db")
    store = SqliteStore(database)
    store.late = late
    keep(store, record("u-1"))
    database.fails = True
    for _ in range(9):
        with pytest.raises(StoreError):
            keep(store, record("u-2", detail="failed"))
    database.fails = False
    keep(store, record("u-2", detail="kept"), record("u-3"))

    assert store._indexed() == 3
    assert indexed_words(store, "npm") == [1, 2, 3]
    assert indexed_words(store, "failed") == []
    assert indexed_words(store, "kept") == [2]
    store.close()


def indexed_words(store: SqliteStore, word: str) -> list[int]:
    """Return the numbers that the index of words has for one."""
    sql = "SELECT rowid FROM record_words WHERE record_words MATCH ? ORDER BY rowid"
    return [n for (n,) in store.database.rows(sql, [word])]


def test_times_are_found_in_whatever_order_they_came(store: SqliteStore) -> None:
    """A clock that jumped, or records that were handed in late, hide nothing from a time."""
    chance = random.Random(1)  # noqa: S311 - the same rows every time, no secret
    number = 3 << SPAN_BITS
    days = [1 + n * 27 // number for n in range(number)]
    for n in chance.sample(range(number), 60):
        days[n] = chance.randint(1, 28)
    store.insert(
        links([record(f"u-{n}", timestamp=f"2026-06-{day:02}T") for n, day in enumerate(days)], {})
    )

    for first in range(1, 29, 3):
        for last in range(first, 30, 5):
            since, until = f"2026-06-{first:02}", f"2026-06-{last:02}"
            asked = sum(first <= day < last for day in days)
            assert asked == len(store.find(Filter(since=since, until=until), limit=number))
            found = store.count(Filter(since=since, until=until, agent="coder-1"))
            assert asked == sum(count.number for count in found)


def test_spans_go_with_their_records(store: SqliteStore) -> None:
    """Of records that are removed, no note of their time is left."""
    number = 3 << SPAN_BITS
    store.insert(links([record(f"u-{n}") for n in range(number)], {}))

    assert store.remove(CHAIN, through=number - 5) == number - 5
    assert store.database.rows("SELECT span FROM spans") == [(2,), (3,)]
    assert len(store.find(Filter(since="2026", text="npm"))) == 5
    assert store.database.rows(
        "SELECT count(*) FROM record_words WHERE record_words MATCH 'npm'"
    ) == [(5,)]


def test_the_words_for_filters_are_no_words_of_a_text(store: SqliteStore) -> None:
    """Nobody finds a record by the words that stand for its agent, nor makes a text that does."""
    own = mark("a", "coder-1")
    keep(store, record("u-1"), record("u-2", agent_name="coder-2", action_string=f"tool:{own}"))

    assert store.find(Filter(text=f"x {own}")) == []
    assert [kept.record.uid for kept in store.find(Filter(text=own))] == ["u-2"]
    assert [kept.record.uid for kept in store.find(Filter(agent="coder-1"))] == ["u-1"]


FILTERS = {
    "agent": "coder-1", "role": "coder", "decision": "deny", "tool": "Bash", "person": "ada",
    "session": "s-1", "host": HOST, "since": "2026-01", "until": "2027", "text": "npm",
}  # fmt: skip


@pytest.mark.parametrize("order", ["ASC", "DESC"])
def test_nothing_is_sorted_and_nothing_is_read_that_an_index_rules_out(
    tmp_path: Path, order: str
) -> None:
    """Every filter and every two give their records in order, from where they begin."""
    store = open_sqlite(tmp_path / "proctor.db")
    store.late = 1
    keep(store, record("u-1"))
    for names in [(), *combinations(FILTERS, 1), *combinations(FILTERS, 2)]:
        wanted: dict[str, Any] = {name: FILTERS[name] for name in names}
        source = store._wanted(Filter(**wanted))
        columns = ", ".join(f"{column} {order}" for column in source.order or [source.n])
        sql = f"EXPLAIN QUERY PLAN SELECT * {source.sql} ORDER BY {columns} LIMIT 50"
        plan = [row[-1] for row in store.database.rows(sql, source.values)]

        assert not any("TEMP B-TREE" in step for step in plan), names
        if not names:
            assert plan == ["SCAN records"]
        elif set(names) <= {"since", "until"}:
            assert plan == [
                "SCAN spans",
                "SEARCH records USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
            ]
        else:
            assert "VIRTUAL TABLE" in plan[0], names
            assert plan[-1] == "SEARCH records USING INTEGER PRIMARY KEY (rowid=?)", names
    store.close()


def test_the_plain_store_finds_the_same_words(store: SqliteStore) -> None:
    """What SQLite does in its own way only makes it quicker."""
    store.late = 1
    kept = keep(store, record("u-1"), record("u-2", action_string="tool:bash:make"))
    plain = SqlStore(store.database)

    some = (Filter(), Filter(text="npm te"), Filter(agent="coder-1", text="make"), Filter(text="-"))
    for wanted in some:
        assert plain.find(wanted) == store.find(wanted)
        assert plain.count(wanted) == store.count(wanted)
    assert kept[:1] == plain.find(Filter(text="npm te"))
