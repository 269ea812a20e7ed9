"""What *always* does where no rule has asked: it writes one into the role's file."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from proctor.approval.rights import Rights
from proctor.audit.ids import timestamp
from proctor.errors import ProctorError
from proctor.roles.always import Lasting, plan, write
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Standing

LOG = logging.getLogger("proctor.server")
DAY = len("2026-11-16")


class LastingRules:
    """Rules that are made of answers; files are read and written in a thread."""

    def __init__(self, home: Path, rights: Rights) -> None:
        self.home = home
        self.rights = rights

    async def shown(self, _: ToolCall, decision: Decision, standing: Standing) -> str:
        """Say what would be written; nothing where no rule would be."""
        found = await asyncio.to_thread(self.plan, decision, standing)
        return found.words if found is not None else ""

    async def keep(
        self, _: ToolCall, decision: Decision, standing: Standing, *, shown: str, by: str
    ) -> bool:
        """Write what was shown; False where it would be something else by now, or fails."""
        found = await asyncio.to_thread(self.plan, decision, standing)
        if found is None or found.words != shown:
            return False
        # A role that extends this one gets the rule too: it takes somebody who may answer for it.
        if any(self.rights.refuses_role(by, heir) for heir in found.also):
            return False
        try:
            path = await asyncio.to_thread(write, found, by=by, on=timestamp()[:DAY])
        except ProctorError as error:
            LOG.warning("a rule was not written: %s", error.message)
            return False
        LOG.info("%s: %s, by %r", path, shown, by)
        return True

    def plan(self, decision: Decision, standing: Standing) -> Lasting | None:
        """Work out what would be written."""
        root = Path(standing.project) if standing.project else None
        return plan(decision, standing.role, home=self.home, root=root)
