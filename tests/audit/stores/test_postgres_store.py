"""Quick ways to records in PostgreSQL: they lead to the same records as looking at each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing

import pytest

from proctor.audit.rows import Kept
from proctor.audit.store import Filter
from proctor.audit.stores.postgres import PostgresDatabase, open_postgres
from proctor.audit.stores.postgres_store import PostgresStore
from proctor.audit.stores.words import findable, found_by, words_of
from tests.contracts.samples import keep, record

MINUTES = [f"2026-06-01T{minute // 60:02d}:{minute % 60:02d}:00.000Z" for minute in range(1440)]
TEXTS = ["git status", "status git", "git", "st", "a rare", "a", "rare one", "git status now", "x"]


class Hasty(PostgresStore):
    """A store that looks at hardly any records one by one."""

    near = 3


@pytest.fixture
def hasty(fresh_postgres: str) -> Iterator[Hasty]:
    """Open a store that takes every quick way."""
    open_postgres(fresh_postgres).close()
    with closing(Hasty(PostgresDatabase(fresh_postgres))) as store:
        yield store


def page(rows: list[Kept], wanted: Filter, *, limit: int, newest: bool) -> list[Kept]:
    """Return what a search should find, by looking at every record."""
    found = [
        kept
        for kept in rows
        if (wanted.before is None or kept.n < wanted.before)
        and (wanted.after is None or kept.n > wanted.after)
        and (not wanted.agent or kept.record.agent_name == wanted.agent)
        and (not wanted.text or found_by(text_of(kept), words_of(wanted.text)))
        and (not wanted.since or kept.record.timestamp >= wanted.since)
        and (not wanted.until or kept.record.timestamp < wanted.until)
    ]
    return (found[::-1] if newest else found)[:limit]


def text_of(kept: Kept) -> str:
    """Return the words by which a record is found."""
    return findable(kept.record.action_string, kept.record.detail)


@pytest.mark.parametrize("newest", [True, False])
@pytest.mark.parametrize("text", TEXTS)
def test_words_are_found_near_and_far(hasty: Hasty, text: str, *, newest: bool) -> None:
    """Common and rare words are found on every page, from either end, with and without an agent."""
    every = ["git status", "status of git", "a rare one", "ls", "git status now and a git status"]
    actions = [every[n * n % 5] for n in range(40)]
    rows = keep(
        hasty,
        *(
            record(
                f"u-{n}", agent_name=f"a-{n % 3}", action_string=actions[n * n % 5], detail="git"
            )
            for n in range(40)
        ),
    )
    edges = [None, rows[0].n, rows[5].n, rows[20].n, rows[-1].n]
    for wanted in (
        Filter(text=text, agent=agent, before=before, after=after)
        for agent in ("", "a-1", "a-9")
        for before in edges
        for after in edges
    ):
        for limit in (1, 4, 100):
            expected = page(rows, wanted, limit=limit, newest=newest)
            assert expected == hasty.find(wanted, limit=limit, newest=newest)


def test_times_are_found_in_any_order(hasty: Hasty) -> None:
    """Records that came in late, out of order, are found by their time all the same."""
    times = [*MINUTES, *MINUTES, MINUTES[0]]
    order = random.Random(4)  # noqa: S311 - no secret
    for start in range(0, len(times), 100):
        order.shuffle(some := times[start : start + 100])
        times[start : start + 100] = some
    rows = keep(hasty, *(record(f"u-{n}", timestamp=time) for n, time in enumerate(times)))
    for since in ("", "2025", MINUTES[0], MINUTES[700], MINUTES[-1], "2027"):
        for until in ("", "2025", MINUTES[1], MINUTES[701], MINUTES[-1], "2027"):
            for wanted in (
                Filter(since=since, until=until),
                Filter(since=since, until=until, text="npm"),
            ):
                expected = page(rows, wanted, limit=60, newest=True)
                assert expected == hasty.find(wanted, limit=60)


def test_removed_records_have_no_spans(hasty: Hasty) -> None:
    """What says where a time is goes with the records that it was about."""
    rows = keep(hasty, *(record(f"u-{n}") for n in range(2100)))
    hasty.remove(rows[0].chain, through=2060)

    assert hasty.database.rows("SELECT span FROM spans") == [(2,)]
    assert rows[2060:] == hasty.find(Filter(since="2026"), newest=False)
