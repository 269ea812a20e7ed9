"""`proctor workflow task`: people add, do, approve, send back and drop tasks of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from proctor.cli.run_names import complete_stage, complete_task
from proctor.cli.workflow_tasks import app
from proctor.owner.client import Client
from tests.cli.conftest import Proctor
from tests.cli.test_workflow import said, served

__all__ = ["served"]


def tasks(proctor: Proctor, *words: str) -> Any:
    """Run a command about tasks, and return the JSON that it prints."""
    return said(proctor, "task", *words)


def typed(run: str) -> typer.Context:
    """Return a command line on which a run is named."""
    context = typer.Context(typer.main.get_command(app))
    context.params["run"] = run
    return context


def by_agent(home: Path, action: str, run: str, task: str) -> None:
    """Move a task as an agent does it."""
    with Client.connect(home) as client:
        client.call("task", action=action, run=run, task=task, agent="coder-1")


def test_a_person_works_on_tasks_and_approves_those_of_others(
    served: Proctor, workflow_home: Path
) -> None:
    """In their own name: what they did themselves they do not approve."""
    run = said(served, "start", "asked")["id"]
    added = tasks(served, "add", run, "Write it")["task"]
    tasks(served, "add", run, "Read it")
    for action in ("start", "complete"):
        by_agent(workflow_home, action, run, "T-001")
        tasks(served, action, run, "T-002")
    own = served("workflow", "task", "approve", run, "T-002")
    approved = tasks(served, "approve", run, "T-001")["task"]
    listed = tasks(served, "list", run)
    shown = served("task:status", run, "T-001")

    assert (shown.status, shown.out) == (0, f"  [x] T-001 Write it  approved by {added['by']}\n")
    assert (own.status, "cannot approve it" in own.err) == (2, True)
    assert (approved["status"], approved["approved_by"]) == ("approved", added["by"])
    assert [(task["id"], task["status"]) for task in listed] == [
        ("T-001", "approved"),
        ("T-002", "done"),
    ]


def test_a_task_is_sent_back_with_words(served: Proctor, workflow_home: Path) -> None:
    """It is to be done again; why is in the history."""
    run = said(served, "start", "asked")["id"]
    tasks(served, "add", run, "Write it")
    for action in ("start", "complete"):
        by_agent(workflow_home, action, run, "T-001")
    back = served("workflow", "task", "return", run, "T-001", "no", "tests")

    assert (back.status, back.out) == (0, "  [ ] T-001 Write it  todo by coder-1\n")
    assert said(served, "status", run)["history"][-1]["text"] == "T-001 no tests"


def test_a_task_that_nobody_can_do_is_dropped(served: Proctor) -> None:
    """The stage ends then; before, `advance` says what is left and how to go on."""
    run = said(served, "start", "easy")["id"]
    tasks(served, "add", run, "Write it")
    tasks(served, "add", run, "Build it", "--stage", "build")
    refused = served("workflow", "advance", run)
    shown = served("workflow", "task", "list", run).out
    dropped = tasks(served, "drop", run, "T-001", "not here")

    assert (refused.status, "T-001 (todo)" in refused.err) == (2, True)
    assert "have them completed, by its agents or with `proctor workflow task`" in refused.err
    assert shown == "plan\n  [ ] T-001 Write it  todo\nbuild\n  [ ] T-002 Build it  todo\n"
    assert (dropped["task"]["status"], dropped["run"]["stage"]) == ("dropped", "plan")
    assert "      [-] T-001 Write it  dropped\n" in served("workflow", "status", run).out
    assert said(served, "advance", run)["stage"] == "build"


def test_runs_tasks_and_stages_are_completed(served: Proctor) -> None:
    """Those of the run that is named; without one a shell hears nothing."""
    run = said(served, "start", "easy")["id"]
    tasks(served, "add", run, "Write it")

    assert complete_task(typed(run), "T-") == [("T-001", "Write it, todo")]
    assert complete_stage(typed(run), "b") == ["build"]
    assert complete_task(typed("nope"), "") == []
    assert complete_stage(typed(""), "") == []


def test_what_is_not_there_is_said_so(served: Proctor) -> None:
    """A run and a task that nobody knows, with status 2."""
    run = said(served, "start", "easy")["id"]
    unknown = served("workflow", "task", "list", "nope")
    missing = served("workflow", "task", "start", run, "T-009")

    assert (unknown.status, "there is no workflow run `nope`\n" in unknown.err) == (2, True)
    assert (missing.status, "has no task `T-009`" in missing.err) == (2, True)
