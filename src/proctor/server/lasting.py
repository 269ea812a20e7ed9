"""What *always* does where no rule has asked: it writes one into the role's file."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from proctor.approval.neighbours import Proposed
from proctor.approval.rights import Rights, is_self_edit
from proctor.audit.ids import timestamp
from proctor.errors import NotAllowed, ProctorError
from proctor.roles.always import Lasting, plan, write
from proctor.roles.own_rules import plan_own
from proctor.server.self_edits import SelfEdits
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Standing
from proctor.terms.reply import Reply

LOG = logging.getLogger("proctor.server")
DAY = len("2026-11-16")


class LastingRules:
    """
    Rules that are made of answers; files are read and written in a thread.

    Args:
        home: Proctor's home.
        rights: who may answer.
        self_edits: what agents may change of themselves.
        on_written: called after a file was written.

    """

    def __init__(
        self,
        home: Path,
        rights: Rights,
        self_edits: SelfEdits,
        on_written: Callable[[], None] = lambda: None,
    ) -> None:
        self.home = home
        self.rights = rights
        self.self_edits = self_edits
        self.on_written = on_written

    async def shown(self, call: ToolCall, decision: Decision, standing: Standing) -> Proposed:
        """Say what would be written; nothing where no rule would be. Of a self-edit, all of it."""
        if is_self_edit(decision):
            return await asyncio.to_thread(self.self_edits.told, call, standing)
        found = await asyncio.to_thread(self.plan, decision, standing)
        return Proposed(found.words, found.rules) if found is not None else Proposed()

    async def keep(
        self, _: ToolCall, decision: Decision, standing: Standing, *, shown: str, reply: Reply
    ) -> bool:
        """
        Write what was shown, or the rule that the answer has in its place.

        False where it would be something else by now, or fails.
        """
        try:
            found = await self.wanted(decision, standing, shown, reply)
            if found is None:
                return False
            path = await asyncio.to_thread(write, found, by=reply.by, on=timestamp()[:DAY])
            self.on_written()
        except (ProctorError, OSError) as error:
            LOG.warning("a rule was not written: %s", error)
            return False
        LOG.info("%s: %s, by %r", path, found.words, reply.by)
        return True

    async def wanted(
        self, decision: Decision, standing: Standing, shown: str, reply: Reply
    ) -> Lasting | None:
        """
        Return what an answer wants to be written; None where it would be something else by now.

        Raises:
            ProctorError: a person's own rule cannot be written.
            OSError: a file cannot be read.

        """
        if reply.rule:
            return await self.own(decision, standing, reply.rule, by=reply.by)
        found = await asyncio.to_thread(self.plan, decision, standing)
        if found is None or found.words != shown:
            return None
        return None if self.refuses(found, reply.by) else found

    async def own(self, decision: Decision, standing: Standing, rule: str, *, by: str) -> Lasting:
        """
        Return what would be written with somebody's own rules in place of ours.

        Raises:
            RoleProblems: a rule cannot be read.
            UsageError: no rule can be added, or with these the call would not be allowed.
            NotAllowed: they may not answer for a role that would have them too.
            ProctorError: the file cannot be written.
            OSError: a file cannot be read.

        """
        root = Path(standing.project) if standing.project else None
        found = await asyncio.to_thread(
            plan_own, decision, standing.role, rule, home=self.home, root=root
        )
        why = self.refuses(found, by)
        if why:
            raise NotAllowed(why)
        return found

    def refuses(self, found: Lasting, by: str) -> str:
        """Say why somebody may not: a role that extends this one gets the rule too."""
        return next(filter(None, (self.rights.refuses_role(by, heir) for heir in found.also)), "")

    def plan(self, decision: Decision, standing: Standing) -> Lasting | None:
        """Work out what would be written."""
        root = Path(standing.project) if standing.project else None
        return plan(decision, standing.role, home=self.home, root=root)
