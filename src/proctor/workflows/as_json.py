"""
Runs, tasks and templates as the JSON that commands, the socket and HTTP give out.

INVARIANT: the name of a try of a gate is not in it; only the server has it.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from proctor.workflows.run import Run, Task
from proctor.workflows.template import Stage, Template


def run_json(run: Run, question: int | None = None) -> dict[str, Any]:
    """Return a run, and the number of the question that its gate waits for, where it is known."""
    then = run.next_stage
    return {
        "id": run.id,
        "template": run.template.id,
        "title": run.title,
        "project": run.project,
        "status": run.status.value,
        "stage": run.current.name,
        "role": run.current.role_id if run.status.live else None,
        "prompt": run.current.prompt,
        "next": then.name if then else None,
        "question": question,
        "stages": [stage_json(stage) for stage in run.template.stages],
        "tasks": [task_json(task) for task in run.tasks],
        "history": [asdict(entry) for entry in run.history],
        "created_by": run.created_by,
        "created_at": run.created_at,
        "updated_at": run.updated_at,
        "version": run.version,
    }


def short_run_json(run: Run) -> dict[str, Any]:
    """Return where a run stands, without its prompts, tasks and history: for a model to read."""
    then = run.next_stage
    return {
        "id": run.id,
        "template": run.template.id,
        "title": run.title,
        "status": run.status.value,
        "stage": run.current.name,
        "role": run.current.role_id if run.status.live else None,
        "next": then.name if then else None,
        "version": run.version,
    }


def task_json(task: Task) -> dict[str, Any]:
    """Return a task."""
    data = asdict(task)
    return {**data, "status": task.status.value, "workers": list(task.workers)}


def stage_json(stage: Stage) -> dict[str, Any]:
    """Return a stage."""
    gate = stage.gate
    return {
        "name": stage.name,
        "type": stage.type,
        "role": stage.role_id,
        "prompt": stage.prompt,
        "gate": {
            "type": gate.kind.value,
            "prompt": gate.prompt,
            "commands": list(gate.commands),
            "timeout": gate.timeout,
        },
    }


def template_json(template: Template) -> dict[str, Any]:
    """Return a template."""
    return {
        "id": template.id,
        "name": template.name,
        "description": template.description,
        "builtin": template.builtin,
        "version": template.version,
        "stages": [stage_json(stage) for stage in template.stages],
    }
