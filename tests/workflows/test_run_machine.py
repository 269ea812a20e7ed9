"""Whatever is tried, in whatever order: what a run promises holds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from proctor.errors import MoveRefused, NoStageRole
from proctor.workflows.kept_run import from_kept, to_kept
from proctor.workflows.moves import advance, cancel, fail, hold, wait
from proctor.workflows.run import Run, RunStatus, TaskStatus
from proctor.workflows.stage_role import stage_role
from proctor.workflows.task_moves import (
    add_task,
    approve_task,
    complete_task,
    return_task,
    start_task,
)
from proctor.workflows.template import GateKind
from proctor.workflows.wording import same_name
from tests.amounts import amount
from tests.workflows.samples import LATER, run_of

WHO = st.sampled_from(["ada", "ADA", "impl-1", "rev-1", ""])
TRIES = st.sampled_from(["", "try-1", "try-2", "try-3"])
TASKS = st.sampled_from(["T-001", "T-002", "T-003", "T-9"])
STAGES = st.sampled_from(["", "plan", "build", "prove", "else"])
ENDS = st.sampled_from([cancel, fail])
STEPS = st.sampled_from([start_task, complete_task, approve_task, return_task])


class RunMachine(RuleBasedStateMachine):
    """One run, and everything that anybody can try with it."""

    def __init__(self) -> None:
        super().__init__()
        self.run = run_of()
        self.opened: set[str] = set()

    def attempt(self, move: Callable[[Run], Run]) -> None:
        """Make a move if it is allowed, and compare before and after."""
        before = self.run
        with suppress(MoveRefused):
            self.run = move(before)
        assert before.status.live or self.run == before
        assert self.run.stage in (before.stage, before.stage + 1)
        assert self.run.history[: len(before.history)] == before.history
        ended = before.status.live and self.run.status is RunStatus.COMPLETED
        if ended or self.run.stage > before.stage:
            gate = before.current.gate.kind
            assert gate is GateKind.AUTO or before.status is RunStatus.WAITING

    @rule(by=WHO, attempt=TRIES)
    def waits(self, by: str, attempt: str) -> None:
        """Try the gate; a try has a name of its own."""
        if attempt not in self.opened:
            self.attempt(lambda run: wait(run, attempt=attempt, by=by, at=LATER))

    @rule(by=WHO, attempt=TRIES)
    def advances(self, by: str, attempt: str) -> None:
        """Go on; what opened one gate opens no other."""
        before = self.run
        self.attempt(lambda run: advance(run, attempt=attempt, by=by, at=LATER))
        if attempt and self.run != before:
            assert attempt not in self.opened
            self.opened.add(attempt)

    @rule(by=WHO, attempt=TRIES)
    def holds(self, by: str, attempt: str) -> None:
        """Say that the gate stays shut."""
        self.attempt(lambda run: hold(run, attempt=attempt, by=by, at=LATER))

    @rule(by=WHO, stage=STAGES)
    def adds(self, by: str, stage: str) -> None:
        """Add a task."""
        self.attempt(lambda run: add_task(run, "x", stage=stage, by=by, at=LATER))

    @rule(by=WHO, task=TASKS, step=STEPS)
    def steps(self, by: str, task: str, step: Callable[..., Run]) -> None:
        """Move a task."""
        self.attempt(lambda run: step(run, task, by=by, at=LATER))

    @rule(by=WHO, end=ENDS, sure=st.integers(0, 9))
    def ends(self, by: str, end: Callable[..., Run], sure: int) -> None:
        """End the run, seldom: much else shall happen before."""
        if sure == 0:
            self.attempt(lambda run: end(run, by=by, at=LATER, text="x"))

    @invariant()
    def nobody_approves_their_own(self) -> None:
        """An approved task has an approver that had no hand in it."""
        for task in self.run.tasks:
            if task.status is TaskStatus.APPROVED:
                assert task.approved_by
                assert not any(same_name(task.approved_by, each) for each in task.workers)
                assert task.done_by in task.workers

    @invariant()
    def what_was_left_behind_is_finished(self) -> None:
        """No stage was left with work undone."""
        for task in self.run.earlier_tasks:
            assert task.status in (TaskStatus.DONE, TaskStatus.APPROVED)

    @invariant()
    def only_a_live_run_gives_a_role(self) -> None:
        """It is that of the stage it is in."""
        role = None
        with suppress(NoStageRole):
            role = stage_role(self.run)
        assert role == (self.run.current.role_id if self.run.status.live else None)

    @invariant()
    def it_can_be_kept(self) -> None:
        """Whatever has happened, it comes back from the store as it was."""
        assert self.run == from_kept(to_kept(self.run))


RunMachine.TestCase.settings = settings(
    max_examples=amount(20, 120), stateful_step_count=40, deadline=None
)
TestRuns = RunMachine.TestCase
TestRuns.__doc__ = "A run keeps what it promises, whatever is tried."
