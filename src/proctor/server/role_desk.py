"""
What people do to roles by a page or by the API: the same for both, and all of it on record.

A change names the revision that its author has seen. Where the role is another by now,
nothing is written, and what has changed meanwhile is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from proctor.errors import NotFound, ProctorError, TooLate, UsageError
from proctor.nodes import visible
from proctor.roles.copying import text_to_copy
from proctor.roles.drafting import difference
from proctor.roles.find import PROJECT
from proctor.roles.heard_agents import heard_agents, heard_under
from proctor.roles.live_agents import LiveAgent
from proctor.roles.store import Change, RoleStore, StoredRole
from proctor.server.answers import Stale, Unseen
from proctor.server.known_projects import chosen, projects_of
from proctor.server.office import Office
from proctor.server.role_board import Board, Boards, RoleRow
from proctor.server.web.changes import note_change
from proctor.terms.unseen import one_line
from proctor.workflows.keeping import live_runs
from proctor.workflows.runs_of_role import among

# Whoever writes this has seen nothing, and says so.
ANY = "*"
# Whoever brings back a role that was deleted has seen that there is none.
GONE = "gone"
# Behind so many versions nobody looks for what somebody has seen.
MOST_VERSIONS = 50
LONGEST = 512 * 1024
DESK = "role_desk"


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is to be known before a role is deleted: who uses it, and who could take its place."""

    row: RoleRow
    others: tuple[str, ...]

    @property
    def stuck(self) -> tuple[str, ...]:
        """Name those who cannot be moved to another role."""
        return tuple(one_line(str(use)) for use in self.row.uses if not use.file)


class RoleDesk:
    """The roles of an office's home, and of the projects that it knows."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.home = office.home
        self.boards = Boards(office.home)
        self.reading: asyncio.Future[None] | None = None

    # Looking

    def read_ahead(self) -> None:
        """Read the home's roles beside all else: the first time, hundreds of them take a second."""

        def read() -> None:
            with suppress(ProctorError, OSError):  # who looks is told what is wrong
                board = self.boards.board(None)
                self.used(board, board.found(""))

        if self.reading is None or self.reading.done():
            self.reading = asyncio.get_running_loop().run_in_executor(None, read)

    async def projects(self) -> list[str]:
        """Return the projects whose roles can be looked at: those that somebody has trusted."""
        return [one.root for one in await projects_of(self.office) if one.trusted]

    async def store(self, project: str = "") -> RoleStore:
        """
        Return the roles of the home, or of a project that it knows.

        Raises:
            NotFound: it does not know that project, or nobody has trusted it.

        """
        if not project:
            return RoleStore(self.home)
        known = [one for one in await projects_of(self.office) if one.trusted]
        return RoleStore(self.home, Path(chosen(known, project).root))

    async def board(self, project: str = "") -> Board:
        """Return all roles that count in a project, or for the home alone."""
        store = await self.store(project)
        return await asyncio.to_thread(self.boards.board, store.place.root)

    async def rows(self, project: str = "", words: str = "") -> list[RoleRow]:
        """Return the roles that have these words, with who uses them."""
        board = await self.board(project)
        return await asyncio.to_thread(self.used, board, board.found(words))

    async def row(self, role_id: str, project: str = "") -> RoleRow:
        """
        Return one role, with who uses it.

        Raises:
            NotFound: there is none of that id.

        """
        board = await self.board(project)
        found = board.rows.get(role_id)
        if found is None:
            raise NotFound(f"there is no role `{visible(role_id)}`", help="see the list of roles")
        return (await asyncio.to_thread(self.used, board, [found]))[0]

    def used(self, board: Board, rows: list[RoleRow]) -> list[RoleRow]:
        """Return roles with who uses them."""
        runs = live_runs(self.office.keepers.reader)
        return self.boards.with_uses(board, rows, runs, self.heard())

    def heard(self) -> list[LiveAgent]:
        """Return the agents at work that only their hooks tell of."""
        identity = self.office.keepers.identity
        rows = self.office.keepers.reader.agents()
        own = (identity.host, identity.home)
        return heard_agents(row for row in rows if (row.host, row.home) == own)

    async def stored(self, role_id: str, project: str = "") -> StoredRole:
        """
        Return a role of a place as its own file has it.

        Raises:
            NotFound: this place has none of that id.

        """
        store = await self.store(project)
        return await asyncio.to_thread(store.get, role_id)

    async def deletion(self, role_id: str, project: str = "") -> Deletion:
        """Return what is to be known before a role is deleted."""
        row, board = await self.row(role_id, project), await self.board(project)
        others = tuple(name for name, one in board.rows.items() if one.loads and name != role_id)
        return Deletion(row, others)

    # Changing

    async def create(  # noqa: PLR0913 - a role is made of these
        self,
        name: str,
        fields: Mapping[str, Any] | None = None,
        *,
        person: str,
        project: str = "",
        role_id: str | None = None,
        text: str = "",
    ) -> Change:
        """Make a role."""
        store = await self.store(project)
        return await self.done(
            "role-created",
            person,
            store,
            lambda: store.create(name, fields, by=person, role_id=role_id, text=text),
        )

    async def update(
        self, role_id: str, changes: Mapping[str, Any], *, person: str, project: str, seen: str
    ) -> Change:
        """Change keys of a role."""
        store = await self.store(project)
        return await self.done(
            "role-changed",
            person,
            store,
            lambda: unless_changed(
                store,
                role_id,
                seen,
                lambda expected: store.update(role_id, changes, by=person, expected=expected),
            ),
        )

    async def write(
        self, role_id: str, text: str, *, person: str, project: str, seen: str
    ) -> Change:
        """Give a role another text."""
        store = await self.store(project)
        return await self.done(
            "role-changed",
            person,
            store,
            lambda: unless_changed(
                store,
                role_id,
                seen,
                lambda expected: store.write(role_id, text, by=person, expected=expected),
            ),
        )

    async def delete(
        self, role_id: str, *, person: str, project: str, seen: str, replace_with: str = ""
    ) -> Change:
        """Delete a role that nobody uses, or give those who do another one."""
        store = await self.store(project)

        def delete() -> Change:
            runs = live_runs(self.office.keepers.reader)
            root = store.place.root
            also = heard_under(role_id, self.heard(), self.home, root)
            also += among(runs, role_id, self.home, root)
            return unless_changed(
                store,
                role_id,
                seen,
                lambda expected: store.delete(
                    role_id,
                    by=person,
                    replace_with=replace_with or None,
                    also=also,
                    expected=expected,
                ),
            )

        return await self.done("role-deleted", person, store, delete)

    async def copy(
        self, role_id: str, name: str, *, person: str, project: str = "", into: str = ""
    ) -> Change:
        """Make a role of the text of another, also of a built-in one."""
        place = await self.store(project)
        store = await self.store(into)

        def copy() -> Change:
            root = place.place.root or self.home / "nowhere"
            text = text_to_copy(role_id, self.home, root, into=store.place)
            return store.copy(role_id, name, by=person, text=text)

        return await self.done("role-created", person, store, copy)

    async def restore(
        self, role_id: str, number: int, *, person: str, project: str, seen: str
    ) -> Change:
        """Bring back an earlier version of a role; `GONE` was seen of one that is deleted."""
        store = await self.store(project)

        def restore(expected: str | None) -> Change:
            known = "" if expected == GONE else expected
            return store.restore(role_id, number, by=person, expected=known)

        return await self.done(
            "role-restored", person, store, lambda: unless_changed(store, role_id, seen, restore)
        )

    async def done(
        self, what: str, person: str, store: RoleStore, work: Callable[[], Change]
    ) -> Change:
        """Make a change, and keep on record who did; what changed nothing is not."""
        change = await asyncio.to_thread(work)
        self.office.posts.look_again()
        if change.number:
            place = PROJECT if store.place.in_project else "home"
            detail = {"role": change.role_id, "version": str(change.number), "place": place}
            await note_change(self.office, person, what, **detail, file=str(change.path))
        return change


def role_desk(office: Office) -> RoleDesk:
    """Return the one desk of an office: its pages and its API share what they know."""
    known = vars(office)
    if DESK not in known:
        known[DESK] = RoleDesk(office)
    return cast("RoleDesk", known[DESK])


def unless_changed(
    store: RoleStore, role_id: str, seen: str, work: Callable[[str | None], Change]
) -> Change:
    """
    Change a role, if it is still what somebody has seen.

    Raises:
        Unseen: they do not say what they have seen.
        Stale: it is another by now.

    """
    if not seen:
        hint = "send the revision that you have seen as `If-Match`; `*` means whatever it is"
        raise Unseen("a change says what it was made of", help=hint)
    try:
        return work(None if seen == ANY else seen)
    except TooLate as error:
        raise stale(store, role_id, seen, error) from error


def stale(store: RoleStore, role_id: str, seen: str, error: TooLate) -> Stale:
    """Say what has become of a role since somebody looked at it, as far as that is known."""
    now = next((role for role in store.list() if role.id == role_id), None)
    lines = changed_since(store, role_id, seen, now)
    revision = now.revision if now else GONE
    return Stale(error.message, help=error.help, revision=revision, changed=lines)


def changed_since(store: RoleStore, role_id: str, seen: str, now: StoredRole | None) -> list[str]:
    """Return the lines that came and went since somebody saw a role, if it is known what it was."""
    before = "" if seen == GONE else text_of_revision(store, role_id, seen)
    names = ("as you have seen it", "as it is now")
    return difference(before, now.text if now else "", names) if before is not None else []


def text_of_revision(store: RoleStore, role_id: str, revision: str) -> str | None:
    """Return the text that a revision was of, if it is kept."""
    for number in reversed(store.history.numbers(role_id)[-MOST_VERSIONS:]):
        version = store.history.read(role_id, number)
        for text in (version.after, version.before):
            if text is not None and StoredRole(role_id, Path(), text, {}).revision == revision:
                return text
    return None


def refuse_long(*texts: str) -> None:
    """
    Refuse a field that no role file can hold.

    Raises:
        UsageError: it is longer.

    """
    if any(len(text) > LONGEST for text in texts):
        raise UsageError(
            f"a field has at most {LONGEST // 1024} KiB", help="a role is a short text"
        )
