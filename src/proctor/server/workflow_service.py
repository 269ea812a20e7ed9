"""Everything about workflows that a server has, put together: runs, gates, messages, requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from proctor.agents.session_files import sessions
from proctor.approval.rights import Rights
from proctor.assemble import Proctor
from proctor.audit.inbox import Inbox
from proctor.audit.store import Change
from proctor.errors import StoreError
from proctor.keepers import Keepers
from proctor.pipeline import Judged
from proctor.server.bus import Bus
from proctor.server.postman import Postman
from proctor.server.requests import Request
from proctor.server.stage_checks import Checks
from proctor.server.stage_gates import StageGates
from proctor.server.stage_messages import StageMessages
from proctor.server.stage_questions import GateQuestions
from proctor.server.workflow_desk import Workflows
from proctor.server.workflow_runs import LOOK, WorkflowRuns
from proctor.terms.record import Record
from proctor.terms.role_chain import runs_of
from proctor.workflows.run import Run

LOG = logging.getLogger("proctor.workflows")

# How long a store that could not be read is left alone, at first and at the most, in seconds.
RESTS, LONGEST_REST = 15.0, 60.0


class WorkflowService:
    """
    The workflows of a server.

    Args:
        home: Proctor's home.
        keepers: where runs are kept.
        inbox: where questions wait.
        bus: who is told of changes.
        postman: brings messages to agents.
        rights: what people may.
        judge: decides a call, asks where that is open, and keeps the record.
        append: keeps a record.
        bound: makes a name that nobody can guess.
        reachable: says whether there is any channel to people.

    """

    def __init__(  # noqa: PLR0913 - everybody who has to do with a run
        self,
        home: Path,
        keepers: Keepers,
        inbox: Inbox,
        bus: Bus,
        postman: Postman,
        *,
        rights: Rights,
        judge: Callable[[Request], Awaitable[Judged]],
        append: Callable[[Record], Awaitable[bool]],
        bound: Callable[[str, object], str],
        reachable: Callable[[], bool],
    ) -> None:
        self.home = home
        self.runs = WorkflowRuns(
            keepers.store, inbox, bus, shared=keepers.shared, changed=self.changed
        )
        questions = GateQuestions(
            inbox,
            bound=bound,
            keep=append,
            reachable=reachable,
            nobody=lambda role: rights.people().refuses_everybody(role, ()),
        )
        checks = Checks(self.runs, judge, self.sandboxed)
        owner = f"{keepers.identity.host}\0{keepers.identity.home}"
        self.gates = StageGates(self.runs, questions, checks, owner)
        self.messages = StageMessages(home, postman)
        self.desk = Workflows(home, self.runs, self.gates, rights.people)
        self.following: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """
        Read what is kept, take up what the last server has left, and follow others.

        Raises:
            StoreError: the store cannot be read.

        """
        await self.runs.look()
        await self.gates.start()
        if self.runs.shared:
            self.following = asyncio.create_task(self.follow())

    async def stop(self) -> None:
        """Begin nothing any more."""
        if self.following is not None:
            self.following.cancel()
            await asyncio.gather(self.following, return_exceptions=True)
        await self.gates.stop()
        await self.messages.stop()

    async def follow(self) -> None:
        """Look at the store now and then, whatever goes wrong: it may be heard of, or not."""
        rest = LOOK
        while True:
            await asyncio.sleep(rest)
            # A store that hangs holds up whoever else asks it: it is left alone for a while.
            rest = LOOK if await self.looked() else min(max(RESTS, 2 * rest), LONGEST_REST)

    async def heard(self, changes: Sequence[Change]) -> None:
        """Look at what others have changed."""
        try:
            await self.runs.heard(changes)
        except StoreError as error:
            LOG.warning("the workflow runs cannot be read: %s", error.message)

    async def looked(self) -> bool:
        """Look at all runs; say whether that went well."""
        try:
            await self.runs.look()
        except StoreError as error:
            LOG.warning("the workflow runs cannot be read: %s", error.message)
        except Exception:
            LOG.exception("the workflow runs cannot be read")
        else:
            return True
        return False

    def changed(self, before: Run | None, run: Run) -> None:
        """Hear that a run has changed."""
        self.gates.changed(before, run)
        self.messages.changed(before, run)

    def sandboxed(self, run: Run) -> str:
        """
        Say what of a run is in the sandbox: the role of a stage, or an agent; else nothing.

        Raises:
            ProctorError: a role does not load.

        """
        for role in run.template.roles:
            if Proctor.for_role(role, cwd=run.project, home=self.home).role.sandbox:
                return f"agents of the role `{role}` are"
        for session in sessions(self.home):
            if session.sandbox and run.id in runs_of(session.role):
                return f"the agent `{session.name}` is"
        return ""
