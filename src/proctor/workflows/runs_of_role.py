"""Which runs under way need a role: for whoever is about to delete it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from proctor.errors import FileProblems
from proctor.keepers import open_reader
from proctor.roles.find import RoleShelf
from proctor.roles.identity import identity
from proctor.roles.uses import RUN, Use
from proctor.workflows.keeping import live_runs
from proctor.workflows.run import Run


def runs_with(role: str, home: Path, root: Path | None) -> list[Use]:
    """
    Return the runs that are in a stage of a role, or still come to one.

    Args:
        role: the role's id.
        home: Proctor's home.
        root: the project whose role it is; None for a role of the home.

    Raises:
        StoreError: the store cannot be read, so nobody can tell.

    """
    with closing(open_reader(home)) as store:
        return among(live_runs(store), role, home, root)


def among(runs: Iterable[Run], role: str, home: Path, root: Path | None) -> list[Use]:
    """Return those of some runs that need a role of a place."""
    return [
        Use(RUN, run.id, run.project)
        for run in runs
        if any(stage.role_id == role for stage in run.template.stages[run.stage :])
        and is_meant(run, role, home, root)
    ]


def is_meant(run: Run, role: str, home: Path, root: Path | None) -> bool:
    """Say whether it is the role of this place that a run has, or may have."""
    if root is not None:
        return str(root) == run.project or identity(root) == identity(run.project)
    try:
        return role not in RoleShelf(home, Path(run.project)).projects_own()
    except (FileProblems, OSError, ValueError):
        return True
