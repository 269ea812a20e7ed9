"""Runs in each store: started once, moved by whoever saw the last version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.errors import MoveRefused, NotFound, StoreError
from proctor.terms.kept_run import KeptRun
from proctor.workflows.keeping import begin, change, live_runs, load
from proctor.workflows.kept_run import to_kept
from proctor.workflows.moves import advance, cancel, wait
from proctor.workflows.run import Run
from proctor.workflows.task_moves import add_task
from tests.contracts.places import MemoryPlace, PostgresPlace, SqlitePlace
from tests.contracts.store import Place, all_at_once
from tests.workflows.samples import AT, BUILD, ID, LATER, TEMPLATE, run_of


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Give an empty place of each kind."""
    if request.param == "memory":
        return MemoryPlace(MemoryStore())
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "proctor.db")
    return PostgresPlace(request.getfixturevalue("fresh_postgres"))


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """Open the store that is there."""
    opened = place.open()
    yield opened
    opened.close()


def started(store: Store, at: str = AT) -> Run:
    """Start a run."""
    return begin(store, TEMPLATE, project="/srv/app", by="ada", at=at)


def test_runs_of_a_day_are_numbered(store: Store) -> None:
    """Each day counts for itself, and what was started can be loaded."""
    runs = [started(store), started(store), started(store, "2026-06-02T00:00:00.000Z")]

    assert [run.id for run in runs] == ["WF-20260601-001", "WF-20260601-002", "WF-20260602-001"]
    assert runs == [load(store, run.id) for run in runs]
    assert runs == live_runs(store)
    assert [run.version for run in runs] == [1, 1, 1]


def test_all_that_start_at_once_get_a_run_each(place: Place, store: Store) -> None:
    """No two have one id."""
    runs = all_at_once(place, [started] * 6)

    assert [f"WF-20260601-{number:03}" for number in range(1, 7)] == sorted(r.id for r in runs)
    assert len(live_runs(store)) == 6


def test_a_number_that_is_taken_is_passed_over(store: Store) -> None:
    """A run that stands there already stays as it is."""
    first = store.put_run(to_kept(run_of(BUILD)))

    assert started(store).id == "WF-20260601-002"
    assert first == store.run(ID)


def test_each_step_of_a_run_comes_back(store: Store) -> None:
    """From its start through tasks and gates to its end; the version counts the steps."""
    run = started(store)
    steps = [
        partial(add_task, title="Plan \U0001f98a", by="lead-1", at=LATER, stage="build"),
        partial(wait, attempt="try-1", by="ada", at=LATER),
        partial(advance, attempt="try-1", by="ada", at=LATER, text="two\nlines"),
        partial(cancel, by="ada", at=LATER, text="enough"),
    ]

    for version, step in enumerate(steps, start=2):
        run = change(store, run.id, step)
        assert (version, run) == (run.version, load(store, run.id))

    assert [entry.what for entry in run.history] == [
        "started", "task added", "gate tried", "gate passed", "stage", "cancelled",
    ]  # fmt: skip
    assert live_runs(store) == []


def test_no_move_of_many_at_once_is_lost(place: Place, store: Store) -> None:
    """Each is made of the run as it is then."""
    run = started(store)

    def add(number: int, mine: Store) -> Run:
        return change(mine, run.id, lambda now: add_task(now, f"n{number}", by="a", at=LATER))

    all_at_once(place, [partial(add, number) for number in range(6)])

    tasks = load(store, run.id).tasks
    assert [f"T-{number:03}" for number in range(1, 7)] == [task.id for task in tasks]
    assert {f"n{number}" for number in range(6)} == {task.title for task in tasks}


def test_of_many_that_advance_at_once_one_does(place: Place, store: Store) -> None:
    """One answer opens the gate once: the run is one stage further, not two."""
    run = started(store)
    change(store, run.id, partial(wait, attempt="t", by="ada", at=LATER))

    def go(mine: Store) -> bool:
        try:
            change(mine, run.id, partial(advance, attempt="t", by="ada", at=LATER))
        except MoveRefused:
            return False
        return True

    assert sorted(all_at_once(place, [go] * 5)) == [False, False, False, False, True]
    assert load(store, run.id).stage == 1


def test_a_refused_move_changes_nothing(store: Store) -> None:
    """The run is in the version it was."""
    run = started(store)

    with pytest.raises(MoveRefused):
        change(store, run.id, partial(advance, by="ada", at=LATER))

    assert run == load(store, run.id)


@pytest.mark.parametrize("wanted", ["", "WF-20260601-002", "@WF-20260601-001", "%", "\x1b[2J"])
def test_a_run_that_nobody_knows_is_not_found(store: Store, wanted: str) -> None:
    """Whatever the id looks like, and it is not printed as it came."""
    started(store)

    with pytest.raises(NotFound, match="there is no workflow run") as caught:
        load(store, wanted)

    assert "\x1b" not in caught.value.message


class Busy(MemoryStore):
    """A store in which others are always faster."""

    def put_run(self, run: KeptRun) -> KeptRun | None:
        """Let somebody else keep it first."""
        super().put_run(run)
        return super().put_run(run)


def test_one_that_is_never_fast_enough_gives_up() -> None:
    """It says so, and that it may work in a moment."""
    store = Busy()
    MemoryStore.put_run(store, to_kept(run_of()))

    with pytest.raises(StoreError, match="others keep changing") as caught:
        change(store, ID, lambda run: run)

    assert caught.value.passing
    with pytest.raises(StoreError, match="no number could be given"):
        started(store)
