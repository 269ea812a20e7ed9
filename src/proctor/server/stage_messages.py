"""Tell the agents of a workflow run that it has moved on: the stage, its role and its prompt."""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256
from pathlib import Path

from proctor.agents.session_files import life_of, sessions
from proctor.errors import ProctorError
from proctor.server.postman import Letter, Postman
from proctor.terms.role_chain import runs_of
from proctor.workflows.run import Run

LOG = logging.getLogger("proctor.workflows")

UID_LENGTH = 32
STAGE = (
    "the workflow {id} is now in the stage `{stage}`. From now on you have the role `{role}`: "
    "what you may do is what that role may do."
)
ENDED = "the workflow {id} is {status}. It gives you no role any more, so no tool call is allowed."


class StageMessages:
    """Tells the agents of this home."""

    def __init__(self, home: Path, postman: Postman) -> None:
        self.home = home
        self.postman = postman
        self.tasks: set[asyncio.Task[None]] = set()

    def changed(self, before: Run | None, run: Run) -> None:
        """Hear that a run has changed; its agents are told of another stage, and of the end."""
        if before is None or not before.status.live:
            return
        if before.stage == run.stage and run.status.live:
            return
        task = asyncio.create_task(self.tell(run))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def tell(self, run: Run) -> None:
        """Send a message to every live agent of a run."""
        text = text_of(run)
        for name in await asyncio.to_thread(self.agents_of, run.id):
            uid = sha256(f"{run.id}\0{run.version}\0{name}".encode()).hexdigest()[:UID_LENGTH]
            letter = Letter(name=name, text=text, sender=f"workflow {run.id}", own=True, uid=uid)
            try:
                await self.postman.send(letter, 0.0)
            except ProctorError as error:
                LOG.warning("%s was not told of %s: %s", name, run.id, error.message)

    def agents_of(self, name: str) -> list[str]:
        """Return the agents that work in a run, and are there."""
        return [
            session.name
            for session in sessions(self.home)
            if name in runs_of(session.role) and life_of(self.home, session).is_live
        ]

    async def stop(self) -> None:
        """Tell nobody any more; what is on its way waits for the next server."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def text_of(run: Run) -> str:
    """Return what an agent of a run is told."""
    if not run.status.live:
        return ENDED.format(id=run.id, status=run.status.value)
    stage = run.current
    head = STAGE.format(id=run.id, stage=stage.name, role=stage.role_id)
    return f"{head}\n\n{stage.prompt}" if stage.prompt else head
