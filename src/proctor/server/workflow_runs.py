"""
Workflow runs in the memory of the server: which stage each is in, at this moment.

Each call of an agent of a run is decided by it, so nothing is looked up for that. What this
server changes counts here at once. What another one changes, in a store that several share, is
heard of, and looked at every second besides: where neither works, no run gives a role.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from proctor.audit.ids import timestamp
from proctor.audit.inbox import Inbox
from proctor.audit.store import Change, Store
from proctor.errors import MoveRefused, NoStageRole, NotFound, StoreError
from proctor.server.bus import Bus
from proctor.workflows import moves
from proctor.workflows.kept_run import from_kept, to_kept
from proctor.workflows.lookup import role_for, unknown_run
from proctor.workflows.run import LIVE, Run, run_id
from proctor.workflows.stage_role import is_run_id
from proctor.workflows.template import Template

# How often a store that others share is looked at, and for how long a look counts.
LOOK, STALE = 1.0, 10.0
# So many times a move is tried again that somebody else came before, or that the store could
# not take just then, and the time between.
TRIES, PAUSE = 20, 0.25
# So many runs may be under way at once; agents start no more of them long before that.
MOST_LIVE, MOST_FOR_AGENTS = 500, 100
# More than are ever under way.
ALL = 1_000_000
# So many that have ended are remembered, so that the reason can be told.
REMEMBERED = 1000
BUSY = "the workflow run {id} is changed by somebody else again and again"
NOT_HEARD = "nothing was heard of the store for {seconds:.0f} s, so nobody knows the stage of {id}"

Changed = Callable[[Run | None, Run], None]


class WorkflowRuns:
    """
    The runs of a store.

    Args:
        store: where they are kept.
        inbox: carries out calls of the store.
        bus: who is told of changes.
        shared: others change the store too.
        changed: hears of each change: the run as it was known, and as it is.

    """

    def __init__(
        self, store: Store, inbox: Inbox, bus: Bus, *, shared: bool, changed: Changed
    ) -> None:
        self.store = store
        self.inbox = inbox
        self.bus = bus
        self.shared = shared
        self.changed = changed
        self.known: dict[str, Run] = {}
        self.looked = 0.0

    # For deciding

    def stage(self, name: str, root: str) -> str:
        """
        Return the role that counts in a run now, for an agent of a project.

        Raises:
            NoStageRole: none does.

        """
        run = self.known.get(name)
        if run is None:
            raise unknown_run(name)
        silent = time.monotonic() - self.looked
        if self.shared and silent > STALE:
            raise NoStageRole(NOT_HEARD.format(seconds=silent, id=run.id))
        return role_for(run, root)

    def place(self, name: str) -> str:
        """Return what the stage in which a run is now is known by; no other has the same."""
        run = self.known.get(name)
        return f"{run.id}/{run.stage}" if run else ""

    # Following the store

    async def look(self) -> None:
        """
        Look at the runs that are under way, and at those that were.

        Raises:
            StoreError: the store cannot be read.

        """
        began = time.monotonic()
        words = [status.value for status in LIVE]
        found = {kept.id: kept for kept in await self.inbox.run(self.store.runs, words, limit=ALL)}
        for name in [run.id for run in self.known.values() if run.status.live]:
            if name not in found and (kept := await self.inbox.run(self.store.run, name)):
                found[name] = kept
        for kept in found.values():
            known = self.known.get(kept.id)
            if known is None or known.version < kept.version:
                try:
                    self.adopt(from_kept(kept))
                except StoreError:
                    # What cannot be read gives no role.
                    self.known.pop(kept.id, None)
        self.looked = began

    async def heard(self, changes: Sequence[Change]) -> None:
        """Look at what others have changed."""
        if any(change.kind == "run" for change in changes):
            await self.look()

    def adopt(self, run: Run) -> None:
        """Take a run as it is now, unless a later one is known already."""
        before = self.known.get(run.id)
        if before is not None and before.version >= run.version:
            return
        self.known[run.id] = run
        if len(self.known) > REMEMBERED:
            ended = (name for name, known in self.known.items() if not known.status.live)
            if name := next(ended, ""):
                del self.known[name]
        self.bus.tell("run", summary(run))
        self.changed(before, run)

    # Changing

    async def get(self, name: str) -> Run:
        """
        Return a run as it is kept.

        Raises:
            NotFound: there is none of this id.
            StoreError: the store cannot be read.

        """
        kept = await self.inbox.run(self.store.run, name) if is_run_id(name) else None
        if kept is None:
            raise NotFound(
                f"there is no workflow run `{name[:60]}`",
                help="`proctor workflow status` lists those that are under way",
            )
        return from_kept(kept)

    async def listed(self, *, live: bool) -> list[Run]:
        """
        Return runs, oldest first.

        Raises:
            StoreError: the store cannot be read.

        """
        words = [status.value for status in LIVE] if live else []
        return [from_kept(kept) for kept in await self.inbox.run(self.store.runs, words)]

    async def begin(
        self, template: Template, *, project: str, by: str, title: str = "", person: bool = True
    ) -> Run:
        """
        Start a run of a template, for a person or for an agent.

        Raises:
            MoveRefused: too many are under way.
            StoreError: it cannot be kept.

        """
        live = sum(run.status.live for run in self.known.values())
        if live >= (MOST_LIVE if person else MOST_FOR_AGENTS):
            raise MoveRefused(
                f"{live} workflow runs are under way, and more cannot be",
                help="`proctor workflow status` lists them; cancel those that nobody needs",
            )
        at = timestamp()
        day = at[:10].replace("-", "")
        number = await self.inbox.patiently(self.store.next_run_number, day)
        name = run_id(day, number)
        run = moves.start(template, run_id=name, project=project, by=by, at=at, title=title)
        kept = await self.keep(run)
        if kept is None:
            raise StoreError(f"a workflow run {name} is there already")
        return kept

    async def move(self, name: str, step: Callable[[Run], Run]) -> Run:
        """
        Change a run, and return it as it is then; who comes second does it to what is there then.

        Raises:
            NotFound: there is none of this id.
            MoveRefused: it does not go that way.
            StoreError: it cannot be kept.

        """
        for _ in range(TRIES):
            kept = await self.keep(step(await self.get(name)))
            if kept is not None:
                return kept
        raise StoreError(BUSY.format(id=name), passing=True)

    async def keep(self, run: Run) -> Run | None:
        """
        Keep a run; None where somebody else has kept another one meanwhile.

        Raises:
            StoreError: it cannot be kept.

        """
        in_doubt = False
        for left in reversed(range(TRIES)):
            try:
                kept = await self.inbox.run(self.store.put_run, to_kept(run))
                break
            except StoreError as error:
                if not error.passing or not left:
                    raise
                in_doubt = True
                await asyncio.sleep(PAUSE)
        if kept is None and in_doubt:
            # A connection may be lost after it was written: then it is there, and ours.
            found = await self.inbox.run(self.store.run, run.id)
            if found is not None and replace(from_kept(found), version=run.version) == run:
                kept = found
        if kept is None:
            return None
        now = from_kept(kept)
        self.adopt(now)
        return now


def summary(run: Run) -> dict[str, Any]:
    """Return what listeners are told of a run."""
    return {
        "id": run.id,
        "template": run.template.id,
        "status": run.status.value,
        "stage": run.current.name,
        "role": run.current.role_id,
        "version": run.version,
    }
