"""What a gate wants, and when it is tried by itself."""

from __future__ import annotations

from dataclasses import replace

from proctor.workflows.gates import (
    AskPerson,
    Nothing,
    RunCommands,
    tries_itself,
    unfinished,
    wanted,
)
from proctor.workflows.moves import advance, wait
from proctor.workflows.run import Run, Task, TaskStatus
from proctor.workflows.task_moves import add_task, approve_task, complete_task, start_task
from proctor.workflows.template import Gate, GateKind
from tests.workflows.samples import BUILD, LATER, PLAN, PROVE, run_of


def with_tasks(run: Run, *statuses: TaskStatus) -> Run:
    """Return the run with tasks of its current stage that stand so."""
    tasks = tuple(
        Task(id=f"T-{number:03d}", title="t", stage=run.current.name, status=status)
        for number, status in enumerate(statuses, start=1)
    )
    return replace(run, tasks=tasks)


def test_each_kind_wants_its_own() -> None:
    """Nothing, commands with their time, or a person's word."""
    assert wanted(run_of(BUILD)) == Nothing()
    assert wanted(run_of(PROVE)) == RunCommands(("make test", "make lint"), 90.0)
    assert isinstance(wanted(run_of(PLAN)), AskPerson)


def test_the_question_says_run_stage_prompt_and_what_comes_next() -> None:
    """A person can answer it without looking anything up."""
    run = with_tasks(run_of(title="New page"), TaskStatus.APPROVED)

    assert wanted(run) == AskPerson(
        "Workflow WF-20260601-001 (New page), template `three`, stage `plan`:\n"
        "Is the plan good?\n"
        "Then: stage `build` under the role `implementer`.\n"
        "- T-001 t: approved"
    )


def test_the_question_of_a_last_stage_names_what_nobody_approved() -> None:
    """What an auto gate let pass is shown, and without a prompt the stage is asked about."""
    bare = replace(PLAN, gate=Gate(GateKind.HUMAN_APPROVAL))
    run = advance(with_tasks(run_of(BUILD, bare), TaskStatus.DONE), by="ada", at=LATER)

    assert wanted(run) == AskPerson(
        "Workflow WF-20260601-001, template `own`, stage `plan`:\n"
        "Is the stage `plan` done?\n"
        "Then: the run is complete.\n"
        "- T-001 (stage build) t: done"
    )


def test_the_question_names_the_plan() -> None:
    """Tasks of later stages are what a yes begins, so they are named, with their stage."""
    run = add_task(run_of(), "Write it", by="plan-1", at=LATER, stage="build")

    want = wanted(run)

    assert isinstance(want, AskPerson)
    assert want.text.splitlines()[-1] == "- T-001 (stage build) Write it: todo"


def test_a_dropped_task_keeps_no_gate_shut() -> None:
    """Neither an auto gate nor one that wants all approved waits for it."""
    for stage in (PLAN, BUILD):
        assert unfinished(with_tasks(run_of(stage), TaskStatus.DROPPED)) == ()


def test_many_tasks_push_nothing_out_of_sight() -> None:
    """What agents wrote comes last, and of many tasks the rest is counted."""
    want = wanted(with_tasks(run_of(), *[TaskStatus.APPROVED] * 23))

    assert isinstance(want, AskPerson)
    lines = want.text.splitlines()
    assert lines[2] == "Then: stage `build` under the role `implementer`."
    assert (len(lines), lines[-1]) == (24, "- and 3 more")


def test_an_auto_gate_takes_what_is_done_and_others_what_is_approved() -> None:
    """Whatever is less than that is left to do."""
    every = tuple(TaskStatus)

    assert [task.status for task in unfinished(with_tasks(run_of(BUILD), *every))] == [
        TaskStatus.TODO,
        TaskStatus.DOING,
    ]
    for stage in (PLAN, PROVE):
        left = unfinished(with_tasks(run_of(stage), *every))
        assert [task.status for task in left] == list(every[:3])


def test_a_gate_tries_itself_once_the_last_task_is_finished() -> None:
    """Not before, not without any task, and not while it is tried already."""
    run = run_of(PLAN)
    ready = with_tasks(run, TaskStatus.APPROVED, TaskStatus.APPROVED)

    assert tries_itself(ready)
    assert not tries_itself(run)
    assert not tries_itself(with_tasks(run, TaskStatus.APPROVED, TaskStatus.DONE))
    assert not tries_itself(wait(ready, attempt="try-1", by="ada", at=LATER))
    assert tries_itself(with_tasks(run_of(BUILD), TaskStatus.DONE))
    assert not tries_itself(with_tasks(run_of(BUILD), TaskStatus.DOING))


def test_a_stage_that_reviews_is_finished_when_all_before_is_approved() -> None:
    """The last approval of earlier work has its gate tried; an auto gate looks at its own alone."""
    run = run_of(BUILD, PLAN, replace(BUILD, name="polish"))
    for title in ("One", "Two"):
        run = add_task(run, title, by="lead-1", at=LATER)
    for task in ("T-001", "T-002"):
        run = start_task(run, task, by="impl-1", at=LATER)
        run = complete_task(run, task, by="impl-1", at=LATER)
    run = advance(run, by="ada", at=LATER)

    first = approve_task(run, "T-001", by="rev-1", at=LATER)
    second = approve_task(first, "T-002", by="rev-1", at=LATER)

    assert [tries_itself(each) for each in (run, first, second)] == [False, False, True]
    onward = advance(wait(second, attempt="t", by="ada", at=LATER), attempt="t", by="ada", at=LATER)
    assert not tries_itself(onward)


def test_tasks_for_later_hold_nothing_up() -> None:
    """What is planned for another stage is not what this gate waits for."""
    run = add_task(run_of(), "Later", by="lead-1", at=LATER, stage="build")

    assert unfinished(run) == ()
    assert not tries_itself(run)
