"""Complete the names of workflow runs and templates."""

from __future__ import annotations

from contextlib import closing, suppress

import typer

from proctor.errors import ProctorError
from proctor.home import proctor_home
from proctor.keepers import keeping_of, open_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.workflows.run import Run


def complete_run(incomplete: str) -> list[tuple[str, str]]:
    """Return the runs under way that begin so; a shell that completes never sees an error."""
    from proctor.workflows.run import LIVE  # noqa: PLC0415 - only where somebody completes

    home = proctor_home()
    with (
        suppress(ProctorError, OSError),
        closing(open_store(home, keeping_of(home), reads=True)) as store,
    ):
        return [
            (kept.id, f"{kept.template}, {kept.status}")
            for kept in store.runs([status.value for status in LIVE])
            if kept.id.startswith(incomplete)
        ]
    return []


def complete_template(incomplete: str) -> list[str]:
    """Return the templates that begin so."""
    from proctor.cli.options import here  # noqa: PLC0415 - only where somebody completes
    from proctor.workflows.templates import templates  # noqa: PLC0415 - the same

    with suppress(ProctorError, OSError):
        home, root = here()
        return [found.id for found in templates(root, home) if found.id.startswith(incomplete)]
    return []


def complete_task(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the tasks of the run that is named before, which begin so."""
    run = run_named(ctx)
    tasks = run.tasks if run is not None else ()
    return [
        (task.id, f"{task.title}, {task.status}")
        for task in tasks
        if task.id.startswith(incomplete)
    ]


def complete_stage(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the stages that a task of the run that is named before can be added to."""
    run = run_named(ctx)
    ahead = run.template.stages[run.stage :] if run is not None else ()
    return [stage.name for stage in ahead if stage.name.startswith(incomplete)]


def run_named(ctx: typer.Context) -> Run | None:
    """Return the run that stands on the command line; None where there is none."""
    from proctor.workflows.lookup import run_in  # noqa: PLC0415 - only where somebody completes

    with suppress(ProctorError, OSError):
        return run_in(proctor_home(), str(ctx.params.get("run") or ""))
    return None
