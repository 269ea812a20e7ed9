"""Runs come back from the store as they were, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from proctor.errors import StoreError
from proctor.terms.kept_run import KeptRun
from proctor.workflows.kept_run import from_kept, to_kept
from proctor.workflows.moves import advance, wait
from proctor.workflows.run import Run
from proctor.workflows.task_moves import add_task, complete_task, start_task
from tests.tables import each_row
from tests.workflows.samples import AT, ID, LATER, run_of


def busy_run() -> Run:
    """Return a run with something in every field."""
    run = wait(run_of(title="New page"), attempt="try-1", by="ada", at=LATER)
    run = advance(run, attempt="try-1", by="ada", at=LATER, text="yes")
    run = add_task(run, "Write \U0001f98a", by="lead-1", at=LATER)
    run = complete_task(start_task(run, "T-001", by="i", at=LATER), "T-001", by="i", at=LATER)
    return replace(run, version=3, attempt="try-2")


def test_a_run_comes_back_whole() -> None:
    """Through JSON, with template, tasks, history, and its types."""
    run = busy_run()
    kept = to_kept(run)

    again = from_kept(kept._replace(body=json.loads(json.dumps(kept.body))))

    assert run == again
    assert (type(again.status), type(again.tasks[0].status)) == (
        type(run.status),
        type(run.tasks[0].status),
    )


def test_what_a_store_looks_for_stands_in_columns() -> None:
    """Id, project, template, status and times are not inside the body."""
    kept = to_kept(busy_run())

    assert KeptRun(
        ID, "/srv/app", "three", "active", AT, LATER, kept.body, version=3
    ) == kept  # fmt: skip
    assert {"template", "created_by", "title", "stage", "attempt", "tasks", "history"} == set(
        kept.body
    )


def changed(**given: Any) -> Callable[[dict[str, Any]], None]:
    """Return what changes these keys of a body."""
    return lambda body: body.update(given)


SPOILT: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no stage": lambda body: body.pop("stage"),
    "beyond the last stage": changed(stage=3),
    "before the first": changed(stage=-1),
    "a stage that is a word": changed(stage="prove"),
    "no template": changed(template={}),
    "no stages": lambda body: body["template"].update(stages=[]),
    "a gate of no kind": lambda body: body["template"]["stages"][0]["gate"].update(kind="open"),
    "a key more": lambda body: body["template"]["stages"][0].update(role="root"),
    "a task of no status": lambda body: body["tasks"][0].update(status="fine"),
    "a task without workers": lambda body: body["tasks"][0].pop("workers"),
    "history that is none": changed(history=["x"]),
    "tasks that are none": changed(tasks=7),
}


@each_row("name", SPOILT)
def test_a_row_that_was_changed_is_no_run(name: str) -> None:
    """Nothing is guessed: the run does not load, so nobody has a role by it."""
    kept = to_kept(busy_run())
    body = json.loads(json.dumps(kept.body))
    SPOILT[name](body)

    with pytest.raises(StoreError, match=f"the workflow run {ID} in the store is not what"):
        from_kept(kept._replace(body=body))


@pytest.mark.parametrize("change", [{"status": "running"}, {"status": ""}, {"id": "WF-1"}])
def test_a_row_whose_columns_were_changed_is_no_run(change: dict[str, Any]) -> None:
    """A status that is none is not taken for active."""
    with pytest.raises(StoreError):
        from_kept(to_kept(busy_run())._replace(**change))
