"""
What the gate of a stage wants before the next one begins.

A gate is looked at once the tasks of its stage are finished: approved, or done where the gate is
`auto`. Whoever calls then asks the question or runs the commands, and tells `moves.py` what came
of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from proctor.workflows.run import Run, RunStatus, Task, TaskStatus
from proctor.workflows.template import GateKind

# So many tasks stand in a question; those that nobody has approved come first.
MOST_SHOWN = 20
FINISHED = {
    GateKind.AUTO: (TaskStatus.DONE, TaskStatus.APPROVED, TaskStatus.DROPPED),
    GateKind.HUMAN_APPROVAL: (TaskStatus.APPROVED, TaskStatus.DROPPED),
    GateKind.VERIFICATION: (TaskStatus.APPROVED, TaskStatus.DROPPED),
}


@dataclass(frozen=True, slots=True)
class Nothing:
    """The gate is open by itself."""


@dataclass(frozen=True, slots=True)
class AskPerson:
    """A person has to say yes; `text` is the whole question."""

    text: str


@dataclass(frozen=True, slots=True)
class RunCommands:
    """
    Each command has to end with 0, in this order, under the role of the stage.

    `seconds` is what each of them may take.
    """

    commands: tuple[str, ...]
    seconds: float


Want = Nothing | AskPerson | RunCommands


def wanted(run: Run) -> Want:
    """Return what the gate of the current stage wants."""
    gate = run.current.gate
    match gate.kind:
        case GateKind.AUTO:
            return Nothing()
        case GateKind.HUMAN_APPROVAL:
            return AskPerson(question_text(run))
        case GateKind.VERIFICATION:
            return RunCommands(gate.commands, gate.timeout)


def question_text(run: Run) -> str:
    """
    Return what a person is asked: run, stage, prompt, what a yes leads to, and the tasks.

    Agents write the tasks, so these come last and are not many: they push nothing out of sight.
    """
    then = run.next_stage
    after = (
        f"stage `{then.name}` under the role `{then.role_id}`" if then else "the run is complete"
    )
    about = f" ({run.title})" if run.title else ""
    prompt = run.current.gate.prompt or f"Is the stage `{run.current.name}` done?"
    lines = [
        f"Workflow {run.id}{about}, template `{run.template.id}`, stage `{run.current.name}`:",
        prompt,
        f"Then: {after}.",
        *task_lines(run),
    ]
    return "\n".join(lines)


def task_lines(run: Run) -> list[str]:
    """Return a line for each of the tasks that a person has to know of."""
    tasks = shown_tasks(run)
    lines = [f"- {task_words(run, task)}: {task.status}" for task in tasks[:MOST_SHOWN]]
    more = len(tasks) - MOST_SHOWN
    return [*lines, f"- and {more} more"] if more > 0 else lines


def task_words(run: Run, task: Task) -> str:
    """Return a task as it is named in a question; its stage comes before what an agent wrote."""
    where = "" if task.stage == run.current.name else f" (stage {task.stage})"
    return f"{task.id}{where} {task.title}"


def shown_tasks(run: Run) -> list[Task]:
    """
    Return the tasks that a person has to know of.

    What nobody has approved of earlier stages, this stage's, and those of later ones: they are the
    plan that a yes begins.
    """
    open_before = [task for task in run.earlier_tasks if task.status is not TaskStatus.APPROVED]
    return [*open_before, *run.stage_tasks, *run.later_tasks]


def unfinished(run: Run) -> tuple[Task, ...]:
    """Return the tasks of the current stage that its gate still waits for."""
    enough = FINISHED[run.current.gate.kind]
    return tuple(task for task in run.stage_tasks if task.status not in enough)


def tries_itself(run: Run) -> bool:
    """
    Say whether the gate is to be tried without anybody's word: the last task is finished.

    To be asked after a task was completed or approved. Of a stage without any task nobody can
    tell that it is finished, so a person has to; a stage that reviews is finished when all that
    was done before is approved, too.
    """
    auto = run.current.gate.kind is GateKind.AUTO
    looked_at = run.stage_tasks if auto else (*run.earlier_tasks, *run.stage_tasks)
    left = [task for task in looked_at if task.status not in FINISHED[run.current.gate.kind]]
    return run.status is RunStatus.ACTIVE and bool(looked_at) and not left
