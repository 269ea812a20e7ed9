"""
Which role counts in a workflow run, for a process that is not the server.

The store is looked at each time: what is remembered here could be the role of a stage that is
over.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from proctor.errors import NoStageRole
from proctor.keepers import open_reader
from proctor.roles.identity import identity
from proctor.workflows.kept_run import from_kept
from proctor.workflows.run import Run
from proctor.workflows.stage_role import is_run_id, stage_role
from proctor.workflows.wording import one_line


def stage_role_in(home: Path, run_id: str, root: str | Path) -> str:
    """
    Return the role of the stage in which a run is now, for an agent of a project.

    Raises:
        NoStageRole: there is no such run there, or it has ended.
        StoreError: the store cannot be read.

    """
    return role_for(run_in(home, run_id), root)


def run_in(home: Path, run_id: str) -> Run:
    """
    Return a run as it is kept now.

    Raises:
        NoStageRole: there is none of this id.
        StoreError: the store cannot be read.

    """
    if not is_run_id(run_id):
        raise unknown_run(run_id)
    # Of runs nothing is spooled.
    with closing(open_reader(home, takes_in=False)) as store:
        kept = store.run(run_id)
    if kept is None:
        raise unknown_run(run_id)
    return from_kept(kept)


def role_for(run: Run, root: str | Path) -> str:
    """
    Return the role that counts in a run, for an agent of a project.

    Of the same name, another project may have another role: a run gives one only where it was
    started, in any worktree of that repository.

    Raises:
        NoStageRole: the run has ended, or is that of another project.

    """
    role = stage_role(run)
    if str(root) != run.project and identity(root) != identity(run.project):
        raise NoStageRole(
            f"the workflow run {run.id} belongs to `{run.project}`, so it gives no role here"
        )
    return role


def unknown_run(run_id: str) -> NoStageRole:
    """Return the error for a run that nobody knows."""
    return NoStageRole(
        f"there is no workflow run `{one_line(run_id)}`",
        help="`proctor workflow status` lists those that are under way",
    )
