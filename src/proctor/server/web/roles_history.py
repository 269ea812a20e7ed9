"""
The history of a role: who changed it, when and how; and the way back.

Bringing a version back is like saving: the lines that would come and go are shown first, and
nothing is written over what changed after that.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from proctor.roles.drafting import difference
from proctor.roles.history import History, Version
from proctor.roles.key_changes import key_changes
from proctor.roles.store import RoleStore
from proctor.server.answers import Stale
from proctor.server.role_desk import GONE, RoleDesk, changed_since
from proctor.server.wanted import Strict
from proctor.server.web.forms import read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment
from proctor.server.web.roles_links import act, leads_to, link, refuse_any, said_of

SMALL = 16 << 10
# So many changes are shown, the newest.
MOST = 200


class Which(Strict):
    """Whose role is meant, and what somebody has seen of it."""

    project: str = ""
    seen: str = ""


class Bringing(Which):
    """Which version somebody wants back."""

    number: Annotated[int, Field(ge=1, le=10**9)]


class Way(NamedTuple):
    """
    What bringing back a version would do, as a dialog shows it.

    `seen` names the role as it is, which is what `lines` begin with. `moved` says that it is
    not what somebody had seen, `theirs` what changed since, if that is known.
    """

    seen: str
    lines: list[str]
    moved: bool
    theirs: list[str]


def remembering(desk: RoleDesk) -> APIRouter:
    """Return the routes of what was."""
    router = APIRouter()

    @router.get("/roles/{role}/history")
    async def history(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Show all changes of a role, the newest first."""
        store = await desk.store(wanted.project)
        versions = await asyncio.to_thread(newest, store.history, role)
        return fragment(
            request,
            "roles/history.html",
            role=role,
            project=wanted.project,
            seen=wanted.seen,
            versions=versions,
            act=act,
        )

    @router.get("/roles/{role}/history/{number}")
    async def version(
        request: Request,
        role: str,
        number: Annotated[int, Path(ge=1, le=10**9)],
        wanted: Annotated[Which, Query()],
    ) -> HTMLResponse:
        """Show the lines that one change brought and took."""
        store = await desk.store(wanted.project)
        found = await asyncio.to_thread(store.history.version, role, number)
        lines = difference(found.before or "", found.after or "", ("before", f"version {number}"))
        return fragment(request, "roles/version.html", lines=lines, version=found)

    router.include_router(bringing_back(desk))
    return router


def bringing_back(desk: RoleDesk) -> APIRouter:
    """Return the routes by which a version comes back."""
    router = APIRouter()

    @router.get("/roles/{role}/restore")
    async def ask(
        request: Request, role: str, wanted: Annotated[Bringing, Query()]
    ) -> HTMLResponse:
        """Show what bringing a version back would change, and ask whether it shall."""
        needs(request, May.ADMIN)
        return await asked(request, role, wanted)

    @router.post("/roles/{role}/restore")
    async def restore(request: Request, role: str) -> Response:
        """Bring a version back, if the role is still what was shown."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, ("number", "project", "seen"), SMALL)
        number, project, seen = form.whole("number"), form.text("project"), form.text("seen")
        refuse_any(seen)
        try:
            change = await desk.restore(role, number, person=person, project=project, seen=seen)
        except Stale:
            return await asked(request, role, Bringing(project=project, seen=seen, number=number))
        return leads_to(link(role, project, said=said_of(change)))

    async def asked(request: Request, role: str, wanted: Bringing) -> HTMLResponse:
        store = await desk.store(wanted.project)
        way = await asyncio.to_thread(way_back, store, role, wanted.number, wanted.seen)
        return fragment(
            request,
            "roles/restore.html",
            role=role,
            project=wanted.project,
            number=wanted.number,
            way=way,
            link=link(role, wanted.project),
            act=act,
        )

    return router


def way_back(store: RoleStore, role: str, number: int, seen: str) -> Way:
    """Return what bringing back a version would do to a role as it is now."""
    version = store.history.version(role, number)
    now = next((one for one in store.list() if one.id == role), None)
    revision = now.revision if now else GONE
    names = ("as it is", f"version {number}")
    lines = difference(now.text if now else "", version.text or "", names)
    moved = bool(seen) and seen != revision
    return Way(revision, lines, moved, changed_since(store, role, seen, now) if moved else [])


def newest(history: History, role: str) -> list[tuple[Version, str]]:
    """Return the newest changes of a role, each with the keys that it changed."""
    numbers = history.numbers(role)[-MOST:]
    found = [history.read(role, number) for number in reversed(numbers)]
    return [(version, key_changes(version)) for version in found]
