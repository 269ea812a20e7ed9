"""
A run: one template on its way, with its tasks and what has happened to it.

    active ──► waiting ──► active      the gate is tried; passed: the next stage; else the same
       │          └──────► completed   the last stage's gate was passed
       ├─────────────────► completed   likewise, where that gate is `auto`
       ├─────────────────► cancelled   a person ended it (also from waiting)
       └─────────────────► failed      it cannot go on (also from waiting)

Runs are values: `moves.py` makes the next one of one, `kept_run.py` keeps them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from proctor.workflows.template import Stage, Template

# `WF-20261116-001`; a day with more than 999 runs has longer numbers.
RUN_ID = re.compile(r"WF-[0-9]{8}-[0-9]{3,9}")


class RunStatus(StrEnum):
    """Where a run stands; only one that is active or waiting has a role."""

    ACTIVE = "active"
    WAITING = "waiting"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def live(self) -> bool:
        """Say whether the run has not ended."""
        return self in LIVE


LIVE = (RunStatus.ACTIVE, RunStatus.WAITING)


class TaskStatus(StrEnum):
    """Where a task stands; one that was dropped needs nothing any more."""

    TODO = "todo"
    DOING = "doing"
    DONE = "done"
    APPROVED = "approved"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Task:
    """
    One thing to do in a stage.

    `by` has added it. `workers` are all who have ever started or completed it, also before it was
    sent back: none of them approves it.
    """

    id: str
    title: str
    stage: str
    status: TaskStatus = TaskStatus.TODO
    by: str = ""
    done_by: str = ""
    approved_by: str = ""
    workers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has happened to a run: when, what, by whom, in which stage, in words."""

    at: str
    what: str
    by: str
    stage: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """
    One run of a template, which is kept as it was when the run started.

    `stage` counts from 0 and stays in the last stage when the run has ended. `attempt` names the
    one try of the gate that a waiting run waits for; nothing else can end the waiting. `version`
    is that of the row in the store, 0 before it is kept.
    """

    id: str
    template: Template
    project: str
    created_by: str
    created_at: str
    title: str = ""
    status: RunStatus = RunStatus.ACTIVE
    stage: int = 0
    attempt: str = ""
    tasks: tuple[Task, ...] = ()
    history: tuple[Entry, ...] = ()
    updated_at: str = ""
    version: int = 0

    @property
    def current(self) -> Stage:
        """Return the stage that the run is in, or was in when it ended."""
        return self.template.stages[self.stage]

    @property
    def next_stage(self) -> Stage | None:
        """Return the stage that comes next; None in the last."""
        later = self.template.stages[self.stage + 1 :]
        return later[0] if later else None

    @property
    def earlier_tasks(self) -> tuple[Task, ...]:
        """Return the tasks of the stages that the run has left."""
        names = {stage.name for stage in self.template.stages[: self.stage]}
        return tuple(task for task in self.tasks if task.stage in names)

    @property
    def later_tasks(self) -> tuple[Task, ...]:
        """Return the tasks of the stages that are still to come."""
        names = {stage.name for stage in self.template.stages[self.stage + 1 :]}
        return tuple(task for task in self.tasks if task.stage in names)

    @property
    def stage_tasks(self) -> tuple[Task, ...]:
        """Return the tasks of the stage that the run is in."""
        return tuple(task for task in self.tasks if task.stage == self.current.name)

    def task(self, task_id: str) -> Task | None:
        """Return a task by its id."""
        return next((task for task in self.tasks if task.id == task_id), None)


def run_id(day: str, number: int) -> str:
    """Return the id of a day's run: `WF-20261116-001` for `20261116` and 1."""
    return f"WF-{day}-{number:03d}"
