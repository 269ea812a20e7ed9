"""Quick ways to records in PostgreSQL: they lead to the same records as looking at each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations, product
from typing import Any

import pytest

from proctor.audit.rows import Kept
from proctor.audit.store import Filter
from proctor.audit.stores.postgres import PostgresDatabase, open_postgres
from proctor.audit.stores.postgres_sql import BLOCK_BITS
from proctor.audit.stores.postgres_store import PostgresStore, source_of
from proctor.audit.stores.spans import SPAN_BITS
from proctor.audit.stores.sql_records import READ, conditions_of
from proctor.audit.stores.sql_store import SqlStore
from proctor.audit.stores.words import findable, found_by, words_of
from tests.contracts.samples import HOST, everything, keep, record

MINUTES = [f"2026-06-01T{minute // 60:02d}:{minute % 60:02d}:00.000Z" for minute in range(1440)]
TEXTS = ["git status", "status git", "git", "st", "a rare", "a", "rare one", "git status now", "x"]
# Which of them are looked for in `make test`, and whether the newest come first.
USUAL = {
    ("git status", True), ("git status", False), ("status git", True), ("st", True), ("st", False),
    ("a rare", True), ("x", True),
}  # fmt: skip
SEARCHES = [
    pytest.param(*each, marks=() if each in USUAL else pytest.mark.full)
    for each in product(TEXTS, (True, False))
]
# So far apart are the numbers of records here, so that few of them are in many blocks.
APART = (1 << BLOCK_BITS) // 3
FILTERS: dict[str, Any] = {
    "agent": "coder-1", "role": "coder", "decision": "deny", "tool": "Bash", "person": "ada",
    "session": "s-1", "host": HOST, "since": "2026-01", "until": "2027", "text": "npm",
}  # fmt: skip


@pytest.fixture
def store(fresh_postgres: str) -> Iterator[PostgresStore]:
    """Open a store."""
    open_postgres(fresh_postgres).close()
    with closing(PostgresStore(PostgresDatabase(fresh_postgres))) as opened:
        yield opened


def far_apart(store: PostgresStore) -> None:
    """Let the numbers of the next records leave many out."""
    store.database.rows(f"ALTER TABLE records ALTER n SET INCREMENT {APART}")


def page(rows: list[Kept], wanted: Filter, *, limit: int, newest: bool) -> list[Kept]:
    """Return what a search should find, by looking at every record."""
    found = [
        kept
        for kept in rows
        if (wanted.before is None or kept.n < wanted.before)
        and (wanted.after is None or kept.n > wanted.after)
        and (not wanted.agent or kept.record.agent_name == wanted.agent)
        and (not wanted.role or kept.record.role == wanted.role)
        and (not wanted.text or found_by(text_of(kept), words_of(wanted.text)))
        and (not wanted.since or kept.record.timestamp >= wanted.since)
        and (not wanted.until or kept.record.timestamp < wanted.until)
    ]
    return (found[::-1] if newest else found)[:limit]


def text_of(kept: Kept) -> str:
    """Return the words by which a record is found."""
    return findable(kept.record.action_string, kept.record.detail)


@pytest.mark.parametrize(("text", "newest"), SEARCHES)
def test_words_are_found_in_every_block(store: PostgresStore, text: str, *, newest: bool) -> None:
    """Common and rare words are found on every page, from either end, with and without an agent."""
    far_apart(store)
    every = ["git status", "status of git", "a rare one", "ls", "git status now and a git status"]
    rows = keep(
        store,
        *(
            record(
                f"u-{n}",
                agent_name=f"a-{n % 3}",
                role=f"r-{n // 8}",
                action_string=every[n * n % 5],
                detail="git",
            )
            for n in range(40)
        ),
    )
    rows = everything(store)
    assert len({kept.n >> BLOCK_BITS for kept in rows}) > 10
    edges = [None, rows[0].n, rows[5].n + 1, rows[20].n, rows[-1].n]
    for wanted in (
        Filter(text=text, agent=agent, role=role, before=before, after=after)
        for agent, role in (("", ""), ("a-1", ""), ("a-1", "r-3"), ("", "r-2"), ("a-9", "r-2"))
        for before in edges
        for after in edges
    ):
        for limit in (1, 4, 100):
            expected = page(rows, wanted, limit=limit, newest=newest)
            assert expected == store.find(wanted, limit=limit, newest=newest)


@pytest.mark.parametrize("far", [False, True])
def test_times_are_found_in_any_order(store: PostgresStore, *, far: bool) -> None:
    """Records that came in late, out of order, are found by their time all the same."""
    times = [*MINUTES, *MINUTES, MINUTES[0]]
    if far:
        far_apart(store)
        times = times[::20]
    order = random.Random(4)  # noqa: S311 - no secret
    for start in range(0, len(times), 100):
        order.shuffle(some := times[start : start + 100])
        times[start : start + 100] = some
    keep(store, *(record(f"u-{n}", timestamp=time) for n, time in enumerate(times)))
    rows = everything(store)
    for since in ("", "2025", MINUTES[0], MINUTES[700], MINUTES[-1], "2027"):
        for until in ("", "2025", MINUTES[1], MINUTES[701], MINUTES[-1], "2027"):
            for wanted in (
                Filter(since=since, until=until),
                Filter(since=since, until=until, before=rows[70].n, after=rows[20].n),
                Filter(since=since, until=until, text="npm"),
                Filter(since=since, until=until, agent="coder-1", before=rows[70].n),
            ):
                for newest in (True, False):
                    expected = page(rows, wanted, limit=60, newest=newest)
                    assert expected == store.find(wanted, limit=60, newest=newest)


def test_removed_records_have_no_spans(store: PostgresStore) -> None:
    """What says where a time is goes with the records that it was about."""
    rows = keep(store, *(record(f"u-{n}") for n in range(2100)))
    store.remove(rows[0].chain, through=2060)

    assert store.database.rows("SELECT span FROM spans") == [(2,)]
    assert rows[2060:] == store.find(Filter(since="2026"), newest=False)
    assert rows[2060:] == store.find(Filter(agent="coder-1"), newest=False)
    assert store.database.rows("SELECT count(*) FROM record_words") == [(40,)]


def test_the_words_for_filters_are_no_words_of_a_text(store: PostgresStore) -> None:
    """Nobody finds a record by the words that stand for its agent, nor makes a text that does."""
    keep(store, record("u-1"), record("u-2", agent_name="other", action_string="0 _acoder 1"))

    assert store.find(Filter(text="_acoder-")) == store.find(Filter(text="acoder 1"))
    assert [kept.record.uid for kept in store.find(Filter(text="_acoder"))] == ["u-2"]
    assert [kept.record.uid for kept in store.find(Filter(agent="coder-1"))] == ["u-1"]


def test_the_plain_store_finds_the_same_words(store: PostgresStore) -> None:
    """What PostgreSQL does in its own way only makes it quicker."""
    kept = keep(store, record("u-1"), record("u-2", action_string="tool:bash:make"))
    plain = SqlStore(store.database)

    for wanted in (Filter(text="npm te"), Filter(agent="coder-1", text="make"), Filter(text="-")):
        assert plain.find(wanted) == store.find(wanted)
        assert plain.count(wanted) == store.count(wanted)
    assert kept[:1] == plain.find(Filter(text="npm te"))


@pytest.mark.parametrize(
    ("newest", "counted"),
    [
        (True, False),
        (False, True),
        pytest.param(True, True, marks=pytest.mark.full),
        pytest.param(False, False, marks=pytest.mark.full),
    ],
)
def test_it_is_looked_for_block_by_block(
    store: PostgresStore, *, newest: bool, counted: bool
) -> None:
    """Every filter and every two are looked up in an index, and only what is found is sorted."""
    keep(store, *(record(f"u-{n}", session=f"s-{n}") for n in range(4 << SPAN_BITS)))
    if counted:
        store.database.rows("ANALYZE")
    way = "DESC" if newest else "ASC"
    for names in [*combinations(FILTERS, 1), *combinations(FILTERS, 2)]:
        wanted = Filter(**{name: FILTERS[name] for name in names})
        source = source_of(wanted, newest=newest)
        source = source.narrowed(*conditions_of(wanted, source.n))
        order = ", ".join(f"{column} {way}" for column in source.order)
        sql = f"EXPLAIN (COSTS OFF) SELECT {READ} {source.sql} ORDER BY {order} LIMIT 50"
        plan = "\n".join(row[0] for row in store.database.rows(sql, source.values))

        assert plan.splitlines()[1].strip() == "->  Incremental Sort", (names, plan)
        assert "Seq Scan on record" not in plan, (names, plan)
        assert "records_pkey" in plan, (names, plan)
        if not set(names) <= {"since", "until"}:
            assert "Bitmap Index Scan on record_words_by_lexeme" in plan, (names, plan)
