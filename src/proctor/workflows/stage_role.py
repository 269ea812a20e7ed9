"""Which role counts in a run: that of the stage that it is in, and none once it has ended."""

from __future__ import annotations

from proctor.errors import NoStageRole
from proctor.workflows.run import RUN_ID, Run


def stage_role(run: Run) -> str:
    """
    Return the id of the role that counts in a run now.

    Raises:
        NoStageRole: the run has ended; whatever is asked under it is denied.

    """
    if not run.status.live:
        raise NoStageRole(f"the workflow run {run.id} is {run.status}, so it gives no role")
    return run.current.role_id


def is_run_id(text: str) -> bool:
    """Say whether a text has the form of a run's id."""
    return RUN_ID.fullmatch(text) is not None
