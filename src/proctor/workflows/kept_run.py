"""
Runs as the store has them, and back.

What comes back is checked: a row that we did not write is an error, never a guess at a stage.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from proctor.errors import StoreError
from proctor.terms.kept_run import KeptRun
from proctor.workflows.run import RUN_ID, Entry, Run, RunStatus, Task, TaskStatus
from proctor.workflows.template import Gate, GateKind, Stage, Template

# What stands in columns of its own.
COLUMNS = ("id", "project", "status", "created_at", "updated_at", "version")


def to_kept(run: Run) -> KeptRun:
    """Return a run as it is kept; its `version` says which one it was made of."""
    body = {name: value for name, value in asdict(run).items() if name not in COLUMNS}
    return KeptRun(
        id=run.id,
        project=run.project,
        template=run.template.id,
        status=run.status.value,
        created_at=run.created_at,
        updated_at=run.updated_at,
        body=body,
        version=run.version,
    )


def from_kept(kept: KeptRun) -> Run:
    """
    Return the run that was kept.

    Raises:
        StoreError: it is not what a run can be.

    """
    try:
        run = read(kept)
        sound = run.template.stages[run.stage] and run.stage >= 0 and RUN_ID.fullmatch(run.id)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError) as problem:
        raise broken(kept) from problem
    if not sound:
        raise broken(kept)
    return run


def broken(kept: KeptRun) -> StoreError:
    """Return the error for a row that is no run."""
    return StoreError(
        f"the workflow run {kept.id} in the store is not what was written there",
        help="somebody has changed the store by hand; put back what was there",
    )


def read(kept: KeptRun) -> Run:
    """Make a run of a row; whatever is missing raises."""
    body = kept.body
    return Run(
        id=kept.id,
        template=template_of(body["template"]),
        project=kept.project,
        created_by=str(body["created_by"]),
        created_at=kept.created_at,
        title=str(body["title"]),
        status=RunStatus(kept.status),
        stage=int(body["stage"]),
        attempt=str(body["attempt"]),
        tasks=tuple(task_of(each) for each in body["tasks"]),
        history=tuple(Entry(**each) for each in body["history"]),
        updated_at=kept.updated_at,
        version=kept.version,
    )


def template_of(said: dict[str, Any]) -> Template:
    """Make a template of what was kept."""
    return Template(**{**said, "stages": tuple(stage_of(each) for each in said["stages"])})


def stage_of(said: dict[str, Any]) -> Stage:
    """Make a stage of what was kept."""
    gate = said["gate"]
    kind, commands = GateKind(gate["kind"]), tuple(gate["commands"])
    return Stage(**{**said, "gate": Gate(**{**gate, "kind": kind, "commands": commands})})


def task_of(said: dict[str, Any]) -> Task:
    """Make a task of what was kept."""
    status, workers = TaskStatus(said["status"]), tuple(said["workers"])
    return Task(**{**said, "status": status, "workers": workers})
