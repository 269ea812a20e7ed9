"""Removing what is older or more than shall be kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.audit.chain import breaks
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.retention import LARGEST, Removed, retain
from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.sqlite import open_sqlite
from proctor.audit.trail import Trail
from proctor.terms.question import Question, Status
from tests.audit.homes import a_record, all_breaks, all_kept, an_event, trail_over

NOW = 1_780_000_000
DAY = 86_400


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Give a store of each kind."""
    opened: Store
    if request.param == "memory":
        opened = MemoryStore()
    elif request.param == "sqlite":
        opened = open_sqlite(tmp_path / "proctor.db")
    else:
        opened = open_postgres(request.getfixturevalue("fresh_postgres"))
    yield opened
    opened.close()


@pytest.fixture
def trail(store: Store, tmp_path: Path) -> Trail:
    """Give a trail over it."""
    return trail_over(store, tmp_path)


def days_ago(days: float) -> str:
    """Return a time."""
    return timestamp(NOW - days * DAY)


def fill(trail: Trail, agent: str, ages: list[float]) -> None:
    """Keep records of some ages in days, in this order."""
    trail.append([a_record(agent, timestamp=days_ago(age)) for age in ages])


def all_removed(trail: Trail, *, days: float | None = None, size: int | None = None) -> Removed:
    """Go through a round, and check after each step that every chain holds."""
    older = None if days is None else days_ago(days)
    steps = retain(trail.store, trail, older_than=older, larger_than=size, now=days_ago(0))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            done: Removed = end.value
            return done
        assert all_breaks(trail.store) == []


def ages(store: Store, agent: str) -> list[str]:
    """Return the times of an agent's records."""
    return [kept.record.timestamp for kept in all_kept(store) if kept.record.agent_name == agent]


def test_old_records_go_and_the_chain_still_holds(trail: Trail, store: Store) -> None:
    """A record at the end tells of what was removed; younger ones stay."""
    fill(trail, "a", [40, 39, 20, 5, 1])
    fill(trail, "", [50, 1])
    fill(trail, "young", [3, 2])

    assert all_removed(trail, days=30) == Removed(records=3, chains=2, others=0)
    assert ages(store, "a") == [days_ago(20), days_ago(5), days_ago(1), days_ago(0)]
    assert ages(store, "young") == [days_ago(3), days_ago(2)]
    told = all_kept(store)[-1].record
    assert told.decision == "retention"
    assert isinstance(told.input, dict)
    assert sorted(told.input) == ["hash", "seq"]
    assert not told.spooled
    assert all_breaks(store) == []
    trail.append([a_record("a")])
    assert all_breaks(store) == []


def test_rows_that_were_removed_without_a_word_are_still_found(trail: Trail, store: Store) -> None:
    """Only what the record names may be missing."""
    fill(trail, "a", [40, 39, 20, 5, 1])
    all_removed(trail, days=30)
    chain = store.chains()[0]
    store.remove(chain, through=3)

    assert [found.what for found in breaks(store.walk(chain))] == ["1 before it is missing"]


def test_the_newest_record_stays_and_nothing_happens_twice(trail: Trail, store: Store) -> None:
    """A chain is never empty, and a round that has nothing to do writes nothing."""
    fill(trail, "a", [90, 80, 70])

    assert all_removed(trail, days=30).records == 2
    before = all_kept(store)
    assert ages(store, "a") == [days_ago(70), days_ago(0)]
    assert all_removed(trail, days=30).records == 1
    assert all_removed(trail, days=30).records == 0
    assert all_removed(trail, days=-1).records == 0
    assert len(all_kept(store)) == len(before) == 2
    assert all_breaks(store) == []


def test_many_records_go_in_pieces(trail: Trail, store: Store) -> None:
    """The owner can do other things in between, and write to the same chain."""
    fill(trail, "a", [40.0] * 700 + [1.0])
    steps = retain(store, trail, older_than=days_ago(30), larger_than=None, now=days_ago(0))
    counts = []
    for done in steps:
        counts.append(done.records)
        trail.append([a_record("a", timestamp=days_ago(0))])

    pieces = [after - before for before, after in zip([0, *counts], counts, strict=False)]
    assert sum(pieces) == 700
    assert max(pieces) <= LARGEST
    assert all_breaks(store) == []


def test_a_clock_that_was_wrong_keeps_nothing_for_ever(trail: Trail, store: Store) -> None:
    """What has a time still to come goes with an old one behind it, never a young one."""
    fill(trail, "ahead", [40, -4_000, 39, 1])
    fill(trail, "behind", [40, 2, 9_000, 1])

    assert all_removed(trail, days=30).records == 4
    assert ages(store, "ahead") == [days_ago(1), days_ago(0)]
    assert ages(store, "behind") == [days_ago(2), days_ago(9_000), days_ago(1), days_ago(0)]


def test_chains_of_another_home_are_left_alone(trail: Trail, store: Store, tmp_path: Path) -> None:
    """Each owner sees to its own: nobody else may write to its chains."""
    other = trail_over(store, tmp_path / "other")
    fill(other, "a", [50, 40, 1])
    fill(trail, "a", [50, 40, 1])

    assert all_removed(trail, days=30) == Removed(records=2, chains=1)
    assert len(all_kept(store)) == 3 + 2
    assert all_breaks(store) == []


def test_a_crash_between_the_word_and_the_removal_breaks_nothing(
    trail: Trail, store: Store
) -> None:
    """A record that tells of a removal which did not happen is no break; the next round does it."""
    fill(trail, "a", [50, 40, 1])
    second = all_kept(store)[1]
    told = {"seq": second.seq, "hash": second.hash}
    trail.keep([a_record("a", decision="retention", input=told, timestamp=days_ago(0))])

    assert all_breaks(store) == []
    assert all_removed(trail, days=30).records == 2
    assert all_breaks(store) == []


def test_what_is_too_much_goes_oldest_first(tmp_path: Path) -> None:
    """Where there is more than a size, the oldest of all chains go, as many as it takes."""
    for store in (MemoryStore(), open_sqlite(tmp_path / "proctor.db")):
        trail = trail_over(store, tmp_path)
        fill(trail, "old", [90.0 - number / 100 for number in range(600)])
        fill(trail, "new", [10.0 - number / 1000 for number in range(600)])
        before = store.size()
        most = before * 2 // 3

        done = all_removed(trail, size=most)

        assert 380 <= done.records <= 420
        assert done.chains == 1
        assert len(ages(store, "new")) == 600
        assert store.size() < before * 0.9
        assert all_breaks(store) == []
        assert all_removed(trail, size=store.size()) == Removed()
        store.close()


def test_even_a_size_of_nothing_leaves_the_newest(trail: Trail, store: Store) -> None:
    """No size is so small that a chain is emptied."""
    fill(trail, "a", [3, 2, 1])
    fill(trail, "b", [1])
    all_removed(trail, size=0)

    assert {kept.record.agent_name for kept in all_kept(store)} == {"a", "b"}
    assert all_breaks(store) == []


def test_events_and_closed_questions_go_by_their_age(trail: Trail, store: Store) -> None:
    """What is still open stays, however old it is."""
    numbers = [100.0 - number / 100 for number in range(1_300)] + [2.0]
    trail.put_events([an_event(timestamp=days_ago(age)) for age in numbers])
    asked, closed = days_ago(51), days_ago(50)
    for status in (Status.EXPIRED, Status.PENDING, Status.CANCELLED):
        question = store.ask(
            Question(new_uid(), "anvil", "0a0b0c0d", "a", "Bash", "x", asked, closed)
        )
        if status is not Status.PENDING:
            store.close_question(question.id, status, at=closed)

    done = all_removed(trail, days=30)

    assert done == Removed(others=1_302)
    assert [event.timestamp for event in store.events()] == [days_ago(2)]
    assert [question.status for question in store.questions()] == [Status.PENDING]


def test_events_of_one_moment_go_too(trail: Trail, store: Store) -> None:
    """Many events with the same time do not keep it going round."""
    trail.put_events([an_event(timestamp=days_ago(50)) for _ in range(1_100)])

    assert all_removed(trail, days=30).others == 1_100
