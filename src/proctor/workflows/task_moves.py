"""
What can happen to the tasks of a run, each as a pure step like those of `moves.py`.

Agents do this, so every text and name is taken as one that wants out: only tasks of the current
stage move, only while the run is active, and nobody approves what they had a hand in. Two things
reach further: whoever plans adds tasks to a later stage, and whoever reviews approves what was
done in an earlier one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from proctor.errors import MoveRefused, did_you_mean
from proctor.workflows.moves import must_be_active, noted
from proctor.workflows.run import Run, Task, TaskStatus
from proctor.workflows.wording import named, one_line, same_name

LONGEST_TITLE = 200
MOST_TASKS = 200
# What agents may add to the history of a run; those who end it can always say so.
MOST_ENTRIES = 1000


def add_task(run: Run, title: str, *, by: str, at: str, stage: str = "") -> Run:
    """
    Return the run with one more task, which is the last of `tasks`.

    It belongs to the current stage, or to a later one that is named.
    """
    must_take_tasks(run)
    where = stage or run.current.name
    ahead = [each.name for each in run.template.stages[run.stage :]]
    if where not in ahead:
        hint = did_you_mean(where, ahead) or f"one of {', '.join(ahead)}"
        raise MoveRefused(f"{run.id} has no stage `{one_line(where)}` before it", help=hint)
    words = one_line(title, LONGEST_TITLE)
    if not words:
        raise MoveRefused("a task has a title", help="say in a few words what is to be done")
    if len(run.tasks) >= MOST_TASKS:
        raise MoveRefused(f"the run {run.id} has {MOST_TASKS} tasks; it takes no more")
    task = Task(id=f"T-{len(run.tasks) + 1:03d}", title=words, stage=where, by=named(by))
    more = replace(run, tasks=(*run.tasks, task))
    return noted(more, "task added", by=by, at=at, text=f"{task.id} {task.title}")


def start_task(run: Run, task_id: str, *, by: str, at: str) -> Run:
    """Return the run with a task that somebody works on."""
    task = movable(run, task_id, TaskStatus.TODO, "started")
    started = replace(task, status=TaskStatus.DOING, workers=with_worker(task, by))
    return moved(run, started, "task started", by=by, at=at)


def complete_task(run: Run, task_id: str, *, by: str, at: str) -> Run:
    """Return the run with a task that somebody has completed; it had been started."""
    task = movable(run, task_id, TaskStatus.DOING, "completed")
    done = replace(task, status=TaskStatus.DONE, done_by=named(by), workers=with_worker(task, by))
    return moved(run, done, "task completed", by=by, at=at)


def approve_task(run: Run, task_id: str, *, by: str, at: str, also: Collection[str] = ()) -> Run:
    """
    Return the run with a task, of this stage or an earlier one, that another has approved.

    `also` are the names of those for whom whoever approves it speaks: an agent speaks for
    the one that has started it.
    """
    earlier = tuple(stage.name for stage in run.template.stages[: run.stage])
    task = movable(run, task_id, TaskStatus.DONE, "approved", also=earlier)
    if any(same_name(name, worker) for name in (by, *also) for worker in task.workers):
        raise MoveRefused(
            f"`{named(by)}` has worked on {task.id} and cannot approve it",
            help="have somebody else look at it",
        )
    approved = replace(task, status=TaskStatus.APPROVED, approved_by=named(by))
    return moved(run, approved, "task approved", by=by, at=at)


def return_task(run: Run, task_id: str, *, by: str, at: str, text: str = "") -> Run:
    """Return the run with a completed task that is to be done again; its workers stay known."""
    task = movable(run, task_id, TaskStatus.DONE, "sent back")
    again = replace(task, status=TaskStatus.TODO, done_by="")
    return moved(run, again, "task sent back", by=by, at=at, text=text)


def drop_task(run: Run, task_id: str, *, by: str, at: str, text: str = "") -> Run:
    """
    Return the run with a task that nobody has to do any more, of whichever stage.

    For people alone: it can be all that keeps a gate shut. What is approved stays so.
    """
    task = known_task(run, task_id)
    if task.status in (TaskStatus.APPROVED, TaskStatus.DROPPED):
        raise MoveRefused(f"{task.id} is {task.status}: there is nothing to drop")
    dropped = replace(task, status=TaskStatus.DROPPED)
    return moved(run, dropped, "task dropped", by=by, at=at, text=text)


def moved(run: Run, task: Task, what: str, *, by: str, at: str, text: str = "") -> Run:  # noqa: PLR0913 - all of it is said of a move
    """Return the run with one task as it is now."""
    tasks = tuple(task if each.id == task.id else each for each in run.tasks)
    words = f"{task.id} {text}".strip()
    return noted(replace(run, tasks=tasks), what, by=by, at=at, text=words)


def movable(
    run: Run, task_id: str, status: TaskStatus, done: str, also: tuple[str, ...] = ()
) -> Task:
    """Return a task of the current stage, or one of these, that stands as it must for a move."""
    task = known_task(run, task_id)
    if task.stage not in (run.current.name, *also):
        raise MoveRefused(
            f"{task.id} belongs to stage `{task.stage}`, and {run.id} is in `{run.current.name}`"
        )
    if task.status is not status:
        raise MoveRefused(f"{task.id} is {task.status}: only a task that is {status} can be {done}")
    return task


def known_task(run: Run, task_id: str) -> Task:
    """Return a task of a run in which tasks move."""
    must_take_tasks(run)
    task = run.task(task_id)
    if task is None:
        known = [each.id for each in run.tasks]
        hint = did_you_mean(task_id, known) or "list the tasks of the run to see which there are"
        raise MoveRefused(f"{run.id} has no task `{one_line(task_id)}`", help=hint)
    return task


def must_take_tasks(run: Run) -> None:
    """Refuse tasks of a run that is not active, or has seen too much."""
    must_be_active(run)
    if len(run.history) >= MOST_ENTRIES:
        raise MoveRefused(f"too much has happened in {run.id}", help="start another run")


def with_worker(task: Task, by: str) -> tuple[str, ...]:
    """Return all who had a hand in a task, and this one."""
    return tuple(dict.fromkeys((*task.workers, named(by))))
