"""Runs go from stage to stage, through their gates and no other way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from proctor.errors import MoveRefused
from proctor.workflows.moves import advance, cancel, fail, hold, start, wait
from proctor.workflows.run import Entry, Run, RunStatus
from proctor.workflows.task_moves import add_task, complete_task, start_task
from proctor.workflows.template import Gate, GateKind, Stage, Template
from tests.tables import each_row
from tests.workflows.samples import AT, BUILD, ID, LATER, PLAN, PROVE, TEMPLATE, run_of

BY = {"by": "ada", "at": LATER}
Move = Callable[[Run], Run]
ENDS: dict[str, Move] = {
    "cancelled": partial(cancel, by="ada", at=LATER),
    "failed": partial(fail, by="ada", at=LATER, text="no"),
}


def test_a_run_starts_in_its_first_stage() -> None:
    """A new run is active, has the template as it is, and says who started it."""
    assert run_of(title="Two\nlines \x1b[31m") == Run(
        id=ID,
        template=TEMPLATE,
        project="/srv/app",
        created_by="ada",
        created_at=AT,
        title="Two lines [31m",
        history=(Entry(AT, "started", "ada", "plan", "stage plan"),),
        updated_at=AT,
    )


@each_row(
    "run_id", ["", "WF-1-1", "WF-20260601-1", "WF-20260601-001\n", "@WF-20260601-001", "../x"]
)
def test_a_run_has_an_id_of_its_form(run_id: str) -> None:
    """Anything but WF, a day and a number is refused."""
    with pytest.raises(MoveRefused, match="is not the id of a run"):
        run_of(run_id=run_id)


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ((), "has no stage"),
        ((PLAN, BUILD, PLAN), "two of one name"),
        ((replace(PROVE, gate=Gate(GateKind.VERIFICATION)),), "verifies nothing"),
    ],
)
def test_a_template_that_no_file_could_give_does_not_start(
    stages: tuple[Stage, ...], words: str
) -> None:
    """Without a stage there is no role, and a gate that verifies nothing would always open."""
    odd = Template(id="odd", name="Odd", stages=stages)

    with pytest.raises(MoveRefused, match=words):
        start(odd, run_id=ID, project="/srv/app", by="ada", at=AT)


def test_a_gate_that_asks_is_passed_by_its_own_try_alone() -> None:
    """The run waits under a name; the word for that name leads to the next stage."""
    waiting = wait(run_of(), attempt="try-1", **BY)
    onward = advance(waiting, attempt="try-1", by="grace", at=LATER, text="yes")

    assert (waiting.status, waiting.current) == (RunStatus.WAITING, PLAN)
    assert (onward.status, onward.current, onward.attempt) == (RunStatus.ACTIVE, BUILD, "")
    assert onward.history[-3:] == (
        Entry(LATER, "gate tried", "ada", "plan", "human_approval"),
        Entry(LATER, "gate passed", "grace", "plan", "yes"),
        Entry(LATER, "stage", "grace", "build", "role implementer"),
    )


@pytest.mark.parametrize("attempt", ["", "try-0", "TRY-1", "try-1 "])
def test_another_try_passes_nothing(attempt: str) -> None:
    """An answer to an older question, or to none, neither opens the gate nor holds it."""
    waiting = wait(run_of(), attempt="try-1", **BY)

    for move in (advance, hold):
        with pytest.raises(MoveRefused, match="waits for another try"):
            move(waiting, attempt=attempt, **BY)


@pytest.mark.parametrize("stage", [PLAN, PROVE])
def test_a_gate_is_not_passed_without_being_tried(stage: object) -> None:
    """Who says that the gate is open does not open it, with a name or without."""
    run = run_of(PLAN) if stage is PLAN else run_of(PROVE)

    for attempt in ("", "try-1"):
        with pytest.raises(MoveRefused, match="is not being tried"):
            advance(run, attempt=attempt, **BY)


def test_a_try_that_fails_leaves_the_run_where_it_was() -> None:
    """The stage is the same, the reason is kept, and the old try is worth nothing any more."""
    waiting = wait(run_of(), attempt="try-1", **BY)
    held = hold(waiting, attempt="try-1", by="grace", at=LATER, text="not yet")

    assert (held.status, held.current, held.attempt) == (RunStatus.ACTIVE, PLAN, "")
    assert Entry(LATER, "gate held", "grace", "plan", "not yet") == held.history[-1]
    again = wait(held, attempt="try-2", **BY)
    with pytest.raises(MoveRefused, match="another try"):
        advance(again, attempt="try-1", **BY)


def test_an_auto_gate_needs_no_try() -> None:
    """It lets an active run pass, and there is nothing to wait for."""
    run = run_of(BUILD, PLAN)

    assert advance(run, **BY).current == PLAN
    with pytest.raises(MoveRefused, match="nothing to wait for"):
        wait(run, attempt="try-1", **BY)


def test_an_answer_that_comes_twice_passes_one_gate() -> None:
    """What opened a gate does not open the next, not even one that needs no answer."""
    waiting = wait(run_of(PLAN, BUILD, PROVE), attempt="try-1", **BY)
    onward = advance(waiting, attempt="try-1", **BY)

    with pytest.raises(MoveRefused, match="is not being tried"):
        advance(onward, attempt="try-1", **BY)


def test_the_last_gate_completes_the_run() -> None:
    """The run stays in its last stage, and is over."""
    done = advance(run_of(BUILD), **BY)

    assert (done.status, done.stage) == (RunStatus.COMPLETED, 0)
    assert [entry.what for entry in done.history] == ["started", "gate passed", "completed"]


def test_a_stage_with_tasks_left_does_not_end() -> None:
    """Neither an auto gate passes nor any other is tried, and the words name the tasks."""
    auto = add_task(run_of(BUILD), "Do it", **BY)
    asking = add_task(run_of(PLAN), "Plan it", **BY)
    asking = complete_task(start_task(asking, "T-001", **BY), "T-001", **BY)

    with pytest.raises(MoveRefused, match=r"has tasks left: T-001 \(todo\)"):
        advance(auto, **BY)
    with pytest.raises(MoveRefused, match=r"has tasks left: T-001 \(done\)"):
        wait(asking, attempt="try-1", **BY)


def test_a_try_has_a_name() -> None:
    """Without one, an answer to anything would be an answer to it."""
    with pytest.raises(MoveRefused, match="has a name"):
        wait(run_of(), attempt="", **BY)


def test_a_gate_is_tried_once_at_a_time() -> None:
    """While a person is asked, nobody can put another question in its place."""
    waiting = wait(run_of(), attempt="try-1", **BY)

    with pytest.raises(MoveRefused, match="is being tried"):
        wait(waiting, attempt="try-2", **BY)


@pytest.mark.parametrize("end", ENDS)
def test_a_waiting_run_can_be_ended(end: str) -> None:
    """What it waited for is forgotten, and the reason kept."""
    ended = ENDS[end](wait(run_of(), attempt="try-1", **BY))

    assert (end, "", end) == (ended.status, ended.attempt, ended.history[-1].what)


MOVES: dict[str, Move] = {
    "advance": partial(advance, attempt="try-1", by="ada", at=LATER),
    "hold": partial(hold, attempt="try-1", by="ada", at=LATER),
    "wait": partial(wait, attempt="try-1", by="ada", at=LATER),
    **ENDS,
}


@each_row("name", MOVES)
@each_row("status", [s for s in RunStatus if not s.live])
def test_nothing_moves_in_a_run_that_has_ended(status: RunStatus, name: str) -> None:
    """Not even where the gate is open, or somebody still has an answer."""
    for stage in (BUILD, PLAN):
        ended = replace(run_of(stage, PROVE), status=status, attempt="try-1")

        with pytest.raises(MoveRefused, match=f"is {status}: nothing in it moves"):
            MOVES[name](ended)


@each_row("by", ["", " ", " ada", "ada\n", "a\u200bda", "\x1b[2J", "a" * 201])
def test_nobody_without_a_name_moves_anything(by: str) -> None:
    """A name that is not there, or looks like another's, is refused."""
    waiting = wait(run_of(), attempt="try-1", **BY)

    with pytest.raises(MoveRefused, match="nobody knows who"):
        advance(waiting, attempt="try-1", by=by, at=LATER)
    with pytest.raises(MoveRefused, match="nobody knows who"):
        run_of(by=by)


def test_what_a_command_said_is_kept_short_and_harmless() -> None:
    """Of a long output both ends are kept, and no control character of it."""
    waiting = wait(run_of(PROVE), attempt="try-1", **BY)
    said = "first\x1b[2J\n" + "x" * 100_000 + "\nlast"

    text = hold(waiting, attempt="try-1", **BY, text=said).history[-1].text

    assert len(text) < 2100
    assert (text.startswith("first [2J\n"), text.endswith("\nlast"), "\x1b" in text) == (
        True,
        True,
        False,
    )
