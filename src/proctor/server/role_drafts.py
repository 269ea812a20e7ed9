"""
Roles that are being written: what is wrong with them, what they would offer and have changed.

Nothing here writes. A rehearsal runs in a thread of its own; whoever began it asks how far it is.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import cast

from proctor.errors import ConfigProblems, NotFound, RoleProblems
from proctor.roles.drafting import Drafted, drafted, held_of
from proctor.roles.stored_role import StoredRole
from proctor.server.answers import Busy
from proctor.server.office import Office
from proctor.server.role_desk import RoleDesk, role_desk
from proctor.server.role_rehearsal import Rehearsal, Rehearser
from proctor.terms.role import Role
from proctor.tools.catalogue import ListedTool, ToolShelf
from proctor.tools.categories import Category
from proctor.tools.of_role import offering_of, tools_of

# So many are kept, and so many run at once.
MOST_KEPT, MOST_AT_WORK = 16, 2
DRAFTS = "role_drafts"


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """
    A tool, and whether the role would offer it: whether some call of it could pass.

    `assigned` is also one that the role lists and yet lets no call of it pass.
    """

    tool: ListedTool
    offered: bool
    assigned: bool


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """The tools of a category."""

    category: Category
    tools: tuple[OfferedTool, ...]

    @property
    def offered(self) -> int:
        """Return how many of them would be offered."""
        return sum(each.offered for each in self.tools)

    @property
    def assigned(self) -> ToolGroup:
        """Return the same without the tools that the role does not have."""
        return replace(self, tools=tuple(each for each in self.tools if each.assigned))


class RoleDrafts:
    """Looks at what somebody is writing."""

    def __init__(self, desk: RoleDesk) -> None:
        self.desk = desk
        self.rehearsals: OrderedDict[str, Rehearsal] = OrderedDict()

    async def look(
        self, role_id: str, text: str, project: str = "", *, new: bool = False
    ) -> Drafted:
        """
        Return a role as it would be, with everything that would be wrong.

        Raises:
            UsageError: the text says nothing, or is of another id; that of a new one is taken.
            ProctorError: it cannot be put into its file.

        """
        store = await self.desk.store(project)
        return await asyncio.to_thread(drafted, store.place, role_id, text, new=new)

    async def now(self, role_id: str, project: str = "") -> StoredRole | None:
        """Return a role as it is in its file now; None where there is none."""
        store = await self.desk.store(project)
        held = await asyncio.to_thread(held_of, store.place, role_id)
        if held is None:
            return None
        return StoredRole(held.id, store.place.folder / held.name, held.text, held.fields)

    async def groups(self, project: str = "", role: Role | None = None) -> list[ToolGroup]:
        """
        Return all tools by category; where a role is given, whether it offers them.

        Raises:
            ConfigProblems: a config.yaml has an error.

        """
        store = await self.desk.store(project)
        return await asyncio.to_thread(groups_of, self.desk, store.place.root, role)

    async def rehearse(
        self, role_id: str, text: str, *, project: str = "", of: str | None = None
    ) -> tuple[str, Rehearsal]:
        """
        Begin to decide the last week's calls by a role as it would be.

        Args:
            role_id: the role.
            text: its text as it would be.
            project: whose role it is.
            of: the role whose calls count; empty for those of all, its own if not given.

        Raises:
            RoleProblems: it would not load.
            Busy: others are at work already.

        """
        if sum(not each.done for each in self.rehearsals.values()) >= MOST_AT_WORK:
            raise Busy("others are rehearsing a role", help="wait a few seconds")
        draft = await self.look(role_id, text, project)
        if draft.errors:
            raise RoleProblems(draft.errors)
        store = await self.desk.store(project)
        held = await asyncio.to_thread(held_of, store.place, role_id)
        found = Rehearsal(role_id, role_id if of is None else of)
        rehearser = Rehearser(store.place, draft, exists=held is not None)
        # It must not keep the server from ending.
        Thread(target=self.run, args=(rehearser, found), daemon=True).start()
        number = secrets.token_hex(8)
        self.rehearsals[number] = found
        while len(self.rehearsals) > MOST_KEPT:
            _, old = self.rehearsals.popitem(last=False)
            old.stopped = True
        return number, found

    def run(self, rehearser: Rehearser, found: Rehearsal) -> None:
        """Rehearse to the end, whatever happens."""
        try:
            rehearser.run(self.desk.office.keepers.reader, found)
        except Exception as error:  # noqa: BLE001 - in a thread of its own, nobody else would hear
            found.ended = f"it failed ({type(error).__name__})"
            found.done = True

    def rehearsal(self, number: str) -> Rehearsal:
        """
        Return how far a rehearsal is.

        Raises:
            NotFound: it was never begun, or is too long ago.

        """
        if number not in self.rehearsals:
            raise NotFound("this rehearsal is not kept any more", help="begin it again")
        return self.rehearsals[number]

    def stop(self, number: str) -> Rehearsal:
        """End a rehearsal."""
        found = self.rehearsal(number)
        found.stopped = True
        return found


def role_drafts(office: Office) -> RoleDrafts:
    """Return the one desk of an office for what is being written."""
    known = vars(office)
    if DRAFTS not in known:
        known[DRAFTS] = RoleDrafts(role_desk(office))
    return cast("RoleDrafts", known[DRAFTS])


def groups_of(desk: RoleDesk, root: Path | None, role: Role | None) -> list[ToolGroup]:
    """Return all tools by category, and whether a role offers them."""
    board = desk.boards.board(root)
    catalogue = board.catalogue
    if catalogue is None:
        raise ConfigProblems(board.obstacles)
    offering = offering_of(role, catalogue) if role else None
    shelf = ToolShelf(desk.home, root, catalogue)
    listed = {role_id.name for role_id in tools_of(role.tools if role else None, catalogue)}
    every = {info.name: info for info in catalogue.tools}
    if role is not None and role.tools is not None:
        every |= {info.name: info for info in tools_of(role.tools, catalogue)}
    tools = shelf.listed(every.values())
    groups = []
    for category in shelf.categories(tool.category for tool in tools):
        own = []
        for tool in tools:
            if tool.category == category.id:
                had = tool.info.name in listed
                offered = had and (offering is None or offering.could_pass(tool.info))
                named = had and role is not None and role.tools is not None
                own.append(OfferedTool(tool, offered, assigned=offered or named))
        groups.append(ToolGroup(category, tuple(own)))
    return groups
