"""
An agent of a workflow run: what it is started with, whichever stage the run is in later.

Its role is the run's, `@WF-20261116-001`: each of its calls is decided by the role of the stage
of that moment. So nothing that is written for its program may hold in one stage only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from proctor.agents.claude_command import mode_of
from proctor.agents.messages import text_of
from proctor.terms.mode import Mode
from proctor.terms.role import Role
from proctor.terms.role_chain import RUN, runs_of, under
from proctor.workflows.lookup import run_in
from proctor.workflows.run import Run
from proctor.workflows.stage_role import stage_role

if TYPE_CHECKING:
    from proctor.agents.preparing import Wanted


def in_stage(home: Path, wanted: Wanted) -> Wanted:
    """
    Return what shall be started, as an agent of the run that was named.

    Raises:
        NoStageRole: there is no such run, or it has ended.

    """
    if not wanted.workflow:
        return wanted
    run = run_in(home, wanted.workflow)
    role = stage_role(run)
    above = f"{RUN}{run.id}"
    return replace(
        wanted,
        role=under(wanted.role, above) if wanted.role else above,
        name=wanted.name or wanted.role or role,
        prompt=prompt_of(run),
    )


def prompt_of(run: Run) -> str:
    """Return what an agent is told first: its stage's prompt, as a text that is no command."""
    prompt = run.current.prompt
    return text_of(sender_of(run.id), prompt) if prompt.strip() else ""


def sender_of(run_id: str) -> str:
    """Return whom an agent's messages about its run are from."""
    return f"workflow {run_id}"


def renewed(home: Path, chain: str, extra: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an earlier start, with the prompt of the stage of now."""
    for name in runs_of(chain):
        if extra and extra[-1].startswith(f"From {sender_of(name)}: "):
            prompt = prompt_of(run_in(home, name))
            return (*extra[:-1], prompt) if prompt else extra[:-1]
    return extra


def told_mode_of(own: Role, stages: Sequence[Role], *, as_said: bool) -> str:
    """
    Return the mode that the program is told: one that holds in all stages, else the usual.

    The mode of a role counts in its stage whatever the program is told, but the stricter of the
    two does: told `plan` in the first stage, it would plan for ever.
    """
    if as_said or not stages:
        return mode_of(own)
    modes = {mode_of(role) for role in stages}
    return modes.pop() if len(modes) == 1 else Mode.DEFAULT.value
