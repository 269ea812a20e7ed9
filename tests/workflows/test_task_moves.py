"""Tasks go from todo to approved, in their stage, and never by one hand alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from proctor.errors import MoveRefused
from proctor.workflows.moves import advance, cancel, wait
from proctor.workflows.run import Run, Task, TaskStatus
from proctor.workflows.task_moves import (
    MOST_ENTRIES,
    MOST_TASKS,
    add_task,
    approve_task,
    complete_task,
    drop_task,
    return_task,
    start_task,
)
from tests.tables import each_row
from tests.workflows.samples import BUILD, LATER, PLAN, PROVE, run_of

Move = Callable[[Run], Run]


def done(run: Run, *, by: str = "impl-1", task: str = "T-001") -> Run:
    """Return the run with a task that one agent has started and completed."""
    return complete_task(start_task(run, task, by=by, at=LATER), task, by=by, at=LATER)


def with_task(run: Run) -> Run:
    """Return the run with one task to do."""
    return add_task(run, "Write the page", by="lead-1", at=LATER)


MOVES: dict[str, Move] = {
    "drop": partial(drop_task, task_id="T-001", by="grace", at=LATER),
    "add": partial(add_task, title="One more", by="grace", at=LATER),
    "start": partial(start_task, task_id="T-001", by="grace", at=LATER),
    "complete": partial(complete_task, task_id="T-001", by="grace", at=LATER),
    "approve": partial(approve_task, task_id="T-001", by="grace", at=LATER),
    "return": partial(return_task, task_id="T-001", by="grace", at=LATER),
}


def test_a_task_goes_its_way() -> None:
    """It is added, started, completed and approved, and says by whom."""
    run = approve_task(done(with_task(run_of(PLAN))), "T-001", by="rev-1", at=LATER)

    assert run.tasks == (
        Task(
            id="T-001",
            title="Write the page",
            stage="plan",
            status=TaskStatus.APPROVED,
            by="lead-1",
            done_by="impl-1",
            approved_by="rev-1",
            workers=("impl-1",),
        ),
    )
    assert [(entry.what, entry.by, entry.text) for entry in run.history[1:]] == [
        ("task added", "lead-1", "T-001 Write the page"),
        ("task started", "impl-1", "T-001"),
        ("task completed", "impl-1", "T-001"),
        ("task approved", "rev-1", "T-001"),
    ]


@pytest.mark.parametrize("by", ["impl-1", "IMPL-1", "\uff49mpl-1", "Impl-1"])
def test_who_completed_a_task_never_approves_it(by: str) -> None:
    """Not under another spelling of the same name either."""
    with pytest.raises(MoveRefused, match="has worked on T-001 and cannot approve it"):
        approve_task(done(with_task(run_of())), "T-001", by=by, at=LATER)


def test_who_started_a_task_does_not_approve_what_another_completed() -> None:
    """Two that share the work cannot approve it for each other."""
    run = start_task(with_task(run_of()), "T-001", by="impl-1", at=LATER)
    run = complete_task(run, "T-001", by="impl-2", at=LATER)

    for by in ("impl-1", "impl-2"):
        with pytest.raises(MoveRefused, match="has worked on"):
            approve_task(run, "T-001", by=by, at=LATER)


def test_who_did_a_task_before_it_was_sent_back_does_not_approve_it() -> None:
    """Sending back, which anybody may do, washes nobody's hands."""
    run = return_task(done(with_task(run_of())), "T-001", by="impl-1", at=LATER, text="once more")
    run = done(run, by="impl-2")

    assert run.tasks[0].workers == ("impl-1", "impl-2")
    with pytest.raises(MoveRefused, match="has worked on"):
        approve_task(run, "T-001", by="impl-1", at=LATER)


@each_row(
    ("status", "allowed"),
    [
        (TaskStatus.TODO, {"add", "drop", "start"}),
        (TaskStatus.DOING, {"add", "drop", "complete"}),
        (TaskStatus.DONE, {"add", "drop", "approve", "return"}),
        (TaskStatus.APPROVED, {"add"}),
        (TaskStatus.DROPPED, {"add"}),
    ],
)
def test_each_status_has_its_moves(status: TaskStatus, allowed: set[str]) -> None:
    """No step is left out: what was not started is not completed, what is not done not approved."""
    run = with_task(run_of())
    run = replace(run, tasks=(replace(run.tasks[0], status=status),))

    for name in allowed:
        assert MOVES[name](run) != run
    for name in MOVES.keys() - allowed:
        with pytest.raises(MoveRefused, match=f"T-001 is {status}: (only a task that is|there is)"):
            MOVES[name](run)


@each_row("name", MOVES)
def test_no_task_moves_while_the_gate_is_tried(name: str) -> None:
    """What a person says yes to is what they were shown."""
    waiting = wait(run_of(), attempt="try-1", by="ada", at=LATER)

    with pytest.raises(MoveRefused, match="is being tried"):
        MOVES[name](waiting)


@each_row("name", MOVES)
def test_no_task_moves_in_a_run_that_has_ended(name: str) -> None:
    """Nor is one added."""
    ended = cancel(with_task(run_of()), by="ada", at=LATER)

    with pytest.raises(MoveRefused, match="is cancelled"):
        MOVES[name](ended)


@pytest.mark.parametrize("name", ["start", "complete", "return"])
def test_only_tasks_of_the_current_stage_move(name: str) -> None:
    """Work of a later stage does not begin, and of an earlier one not again."""
    ahead = add_task(run_of(BUILD, PLAN), "Later", by="lead-1", at=LATER, stage="plan")
    behind = advance(done(with_task(run_of(BUILD, PLAN))), by="ada", at=LATER)

    with pytest.raises(MoveRefused, match=r"belongs to stage `plan`, and .* is in `build`"):
        MOVES[name](ahead)
    with pytest.raises(MoveRefused, match=r"belongs to stage `build`, and .* is in `plan`"):
        MOVES[name](behind)


def test_a_stage_that_reviews_approves_what_was_done_before() -> None:
    """A task that an auto gate let pass is approved later; one of a later stage never sooner."""
    behind = advance(done(with_task(run_of(BUILD, PLAN))), by="ada", at=LATER)
    ahead = add_task(run_of(BUILD, PLAN), "Later", by="lead-1", at=LATER, stage="plan")

    assert MOVES["approve"](behind).tasks[0].status is TaskStatus.APPROVED
    with pytest.raises(MoveRefused, match="has worked on"):
        approve_task(behind, "T-001", by="impl-1", at=LATER)
    with pytest.raises(MoveRefused, match="belongs to stage"):
        MOVES["approve"](ahead)


def test_tasks_are_planned_ahead_and_never_back() -> None:
    """A task is added to this stage or a later one; others are named with a suggestion."""
    run = run_of()
    onward = advance(run_of(BUILD, PLAN, PROVE), by="ada", at=LATER)

    assert add_task(run, "x", by="a", at=LATER, stage="build").tasks[0].stage == "build"
    with pytest.raises(MoveRefused) as unknown:
        add_task(run, "x", by="a", at=LATER, stage="biuld")
    assert unknown.value.help == "did you mean `build`?"
    with pytest.raises(MoveRefused) as over:
        add_task(onward, "x", by="a", at=LATER, stage="build")
    assert over.value.help == "one of plan, prove"


@each_row("title", ["", " ", "\n\t", "\x1b\x07", "\u200b"])
def test_a_task_has_a_title_that_can_be_seen(title: str) -> None:
    """Nothing, or what looks like nothing, is no title."""
    with pytest.raises(MoveRefused, match="a task has a title"):
        add_task(run_of(), title, by="a", at=LATER)


def test_a_title_is_one_short_line() -> None:
    """Line breaks and control characters go; what is too long is cut."""
    run = add_task(run_of(), "one\ntwo\x1b[31m\u202e three " + "x" * 500, by="a", at=LATER)

    assert run.tasks[0].title.startswith("one two [31m three xxx")
    assert len(run.tasks[0].title) == 200


def test_an_unknown_task_is_refused() -> None:
    """With what was probably meant."""
    with pytest.raises(MoveRefused, match="has no task `T-01`") as caught:
        start_task(with_task(run_of()), "T-01", by="a", at=LATER)

    assert caught.value.help == "did you mean `T-001`?"


def test_a_run_does_not_grow_without_end() -> None:
    """An agent that adds and moves without end is refused; a person can still end the run."""
    run = with_task(run_of())
    full = replace(run, tasks=run.tasks * MOST_TASKS)
    long = replace(run, history=run.history[:1] * MOST_ENTRIES)

    with pytest.raises(MoveRefused, match="takes no more"):
        MOVES["add"](full)
    with pytest.raises(MoveRefused, match="too much has happened"):
        MOVES["start"](long)
    assert not cancel(long, by="ada", at=LATER).status.live


@each_row("name", MOVES)
def test_a_move_has_an_author(name: str) -> None:
    """A caller that nobody knows moves no task."""
    status = {"complete": "doing", "approve": "done", "return": "done"}.get(name, "todo")
    run = with_task(run_of())
    run = replace(run, tasks=(replace(run.tasks[0], status=TaskStatus(status)),))

    with pytest.raises(MoveRefused, match="nobody knows who"):
        MOVES[name].func(run, **{**MOVES[name].keywords, "by": ""})  # type: ignore[attr-defined]  # a partial


def test_what_nobody_needs_is_dropped() -> None:
    """Of any stage and from any state but approved; it is in the history, with the words."""
    run = add_task(with_task(run_of(PLAN, BUILD)), "Later", by="lead-1", at=LATER, stage="build")
    run = drop_task(start_task(run, "T-001", by="impl-1", at=LATER), "T-001", by="ada", at=LATER)
    run = drop_task(run, "T-002", by="ada", at=LATER, text="too much")

    assert [task.status for task in run.tasks] == [TaskStatus.DROPPED] * 2
    assert (run.history[-1].what, run.history[-1].text) == ("task dropped", "T-002 too much")
    for again in (start_task, complete_task, approve_task, return_task, drop_task):
        with pytest.raises(MoveRefused, match="T-001 is dropped"):
            again(run, "T-001", by="grace", at=LATER)


def test_what_is_approved_is_not_dropped() -> None:
    """It was done and looked at."""
    run = approve_task(done(with_task(run_of(PLAN))), "T-001", by="grace", at=LATER)

    with pytest.raises(MoveRefused, match="T-001 is approved"):
        drop_task(run, "T-001", by="ada", at=LATER)
