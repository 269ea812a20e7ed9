"""The page of roles: all of them, with what is wrong, who uses them, and what can be done."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from proctor.server.office import Office
from proctor.server.role_desk import RoleDesk, role_desk
from proctor.server.role_drafts import role_drafts
from proctor.server.wanted import Strict
from proctor.server.web.forms import read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment, page
from proctor.server.web.roles_editor import editing
from proctor.server.web.roles_history import remembering
from proctor.server.web.roles_links import (
    act,
    leads_to,
    link,
    list_link,
    project_of,
    refuse_any,
    said_of,
)

SMALL = 16 << 10


class Listing(Strict):
    """Which roles are wanted: of the home or of a project, with some words."""

    project: str = ""
    q: str = ""
    said: str = ""


class Which(Strict):
    """Whose roles are meant."""

    project: str = ""


def roles(office: Office) -> APIRouter:
    """Return the routes of the pages of roles."""
    router = APIRouter()
    desk = role_desk(office)
    router.include_router(listing(desk))
    # Before the editor: its path would take these for ids.
    router.include_router(copying(desk))
    router.include_router(deleting(desk))
    router.include_router(remembering(desk))
    router.include_router(editing(role_drafts(office)))
    return router


def listing(desk: RoleDesk) -> APIRouter:
    """Return the route of the list."""
    router = APIRouter()

    @router.get("/roles")
    async def list_roles(request: Request, wanted: Annotated[Listing, Query()]) -> HTMLResponse:
        """Show all roles, or those that have some words."""
        board = await desk.board(wanted.project)
        rows = await desk.rows(wanted.project, wanted.q)
        # Hundreds of rows take a while, and calls are decided meanwhile.
        return await asyncio.to_thread(
            page,
            request,
            "roles.html",
            rows=rows,
            total=len(board.rows),
            obstacles=board.obstacles,
            projects=await desk.projects(),
            project=str(board.files.root or ""),
            q=wanted.q,
            said=wanted.said,
            link=link,
            act=act,
            project_of=project_of,
        )

    return router


def copying(desk: RoleDesk) -> APIRouter:
    """Return the routes that copy a role."""
    router = APIRouter()

    @router.get("/roles/{role}/copy")
    async def ask(request: Request, role: str, wanted: Annotated[Which, Query()]) -> HTMLResponse:
        """Ask for the name of a copy."""
        row = await desk.row(role, wanted.project)
        return fragment(
            request,
            "roles/copy.html",
            row=row,
            project=wanted.project,
            projects=await desk.projects(),
            act=act,
        )

    @router.post("/roles/{role}/copy")
    async def copy(request: Request, role: str) -> Response:
        """Copy a role, and open the copy."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, ("name", "project", "into"), SMALL)
        change = await desk.copy(
            role,
            form.text("name"),
            person=person,
            project=form.text("project"),
            into=form.text("into"),
        )
        return leads_to(link(change.role_id, form.text("into"), said=said_of(change)))

    return router


def deleting(desk: RoleDesk) -> APIRouter:
    """Return the routes that delete a role."""
    router = APIRouter()

    @router.get("/roles/{role}/delete")
    async def ask(request: Request, role: str, wanted: Annotated[Which, Query()]) -> HTMLResponse:
        """Say who depends on a role, and ask whether it shall go."""
        needs(request, May.ADMIN)
        found = await desk.deletion(role, wanted.project)
        return fragment(request, "roles/delete.html", found=found, project=wanted.project, act=act)

    @router.post("/roles/{role}/delete")
    async def delete(request: Request, role: str) -> Response:
        """Delete a role, and go back to the list."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, ("project", "seen", "replace_with"), SMALL)
        refuse_any(form.text("seen"))
        change = await desk.delete(
            role,
            person=person,
            project=form.text("project"),
            seen=form.text("seen"),
            replace_with=form.text("replace_with"),
        )
        said = f"{change.role_id} was deleted; its history is kept (version {change.number})"
        return leads_to(list_link(form.text("project"), said))

    return router
