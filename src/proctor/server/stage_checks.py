"""
The commands of a verification gate: each a call of the stage's role, decided before it runs.

They run in the project, one after the other, outside of any sandbox. So in a run that has an
agent in the sandbox, or a role that wants one, none runs: what an agent has written in a sandbox
would run without it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from proctor.approval.askers import Manner
from proctor.pipeline import Judged
from proctor.server.requests import Request
from proctor.server.workflow_runs import WorkflowRuns
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.role_chain import RUN
from proctor.tools.running import Finished, run_command_text
from proctor.workflows.run import Run, RunStatus

SHELL = "Bash"
HARNESS = "workflow"
# Of what a command has written so much is kept in the run's history.
MOST_OUTPUT = 1500
SANDBOXED = (
    "{who} in the sandbox, and verification commands run outside of it: what was written inside "
    "would run there; give the stage another gate"
)
NOT_ALLOWED = "`{command}` was not allowed: {why}"
NOT_WELL = "`{command}` did not end well:\n{text}"
MOVED = "the run does not wait for this any more"


class RunsCommands(Protocol):
    """What runs a command to its end: see `tools/running.py`."""

    def __call__(
        self, command: str, *, cwd: Path, seconds: float, most_output: int, ends: threading.Event
    ) -> Finished:
        """Run a command; `ends` is set where nobody waits for it any more."""


class Checks:
    """
    Runs the commands of gates.

    Args:
        runs: the runs.
        judge: decides a call, asks where that is open, and keeps the record.
        sandboxed: says what of a run is in the sandbox: a role or an agent; else nothing.
        runner: runs a command.

    """

    def __init__(
        self,
        runs: WorkflowRuns,
        judge: Callable[[Request], Awaitable[Judged]],
        sandboxed: Callable[[Run], str],
        runner: RunsCommands = run_command_text,
    ) -> None:
        self.runs = runs
        self.judge = judge
        self.sandboxed = sandboxed
        self.runner = runner

    async def trouble(
        self, run: Run, commands: Sequence[str], seconds: float, *, requester: str = ""
    ) -> str:
        """Run all commands of a gate; say what is wrong with the first that is not well."""
        if who := await asyncio.to_thread(self.sandboxed, run):
            return SANDBOXED.format(who=who)
        for number, command in enumerate(commands):
            judged = await self.judge(call_of(run, number, command, requester))
            if judged.verdict.effect is not Effect.ALLOW:
                return NOT_ALLOWED.format(command=command, why=judged.verdict.why)
            if not self.still_waits(run):
                return MOVED
            done = await self.ran(command, run.project, seconds)
            if not done.ok:
                return NOT_WELL.format(command=command, text=done.text())
        return ""

    async def ran(self, command: str, project: str, seconds: float) -> Finished:
        """Run one command, in a thread; where nobody waits for it any more, it is ended."""
        ends = threading.Event()
        running = asyncio.get_running_loop().run_in_executor(
            None,
            partial(
                self.runner,
                command,
                cwd=Path(project),
                seconds=seconds,
                most_output=MOST_OUTPUT,
                ends=ends,
            ),
        )
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            ends.set()
            await asyncio.wait({running})
            raise

    def still_waits(self, run: Run) -> bool:
        """Say whether a run waits for this very try."""
        now = self.runs.known.get(run.id)
        return now is not None and (now.status, now.attempt) == (RunStatus.WAITING, run.attempt)


def call_of(run: Run, number: int, command: str, requester: str) -> Request:
    """Return a command of a gate as a call of the run, under the role of its stage."""
    call = ToolCall(
        tool=SHELL,
        input={"command": command},
        cwd=run.project,
        agent=agent_of(run),
        session=run.id,
        harness=HARNESS,
        requester=requester or None,
    )
    return Request(call, f"{RUN}{run.id}", run.project, f"{run.attempt}-{number}", Manner.HOLD)


def agent_of(run: Run) -> str:
    """Return the name under which a run asks and acts: with a blank, so it is no agent's."""
    return f"workflow {run.id}"
