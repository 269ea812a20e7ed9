"""What the pages of one role show: to be changed, to be made, to be read, or what is left of it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse

from proctor.errors import ConfigProblems, NotFound, ProctorError
from proctor.nodes import visible
from proctor.policy.profiles import PROFILES
from proctor.roles.copying import text_to_copy
from proctor.roles.file_changes import Place
from proctor.roles.find import PROJECT
from proctor.roles.role_text import held_in
from proctor.server.role_board import Board, RoleRow
from proctor.server.role_drafts import RoleDrafts
from proctor.server.wanted import Strict
from proctor.server.web.render import page
from proctor.server.web.roles_form import Filled, filled
from proctor.server.web.roles_links import NEW, act, link, project_of
from proctor.server.web.roles_writing import AS_FORM, AS_TEXT, packed, revision_of
from proctor.terms.catalogue import Catalogue
from proctor.terms.mode import Mode
from proctor.terms.role import Role

ORDERS = ("deny, ask, allow", "deny, allow, ask")


class Which(Strict):
    """Whose role is meant; `said` is what was just done, `id` means a role that is called new."""

    project: str = ""
    said: str = ""
    id: str = ""


async def known_tools(drafts: RoleDrafts, project: str) -> Catalogue:
    """
    Return the tools that are known from a place.

    Raises:
        ConfigProblems: a config.yaml has an error.

    """
    board = await drafts.desk.board(project)
    if board.catalogue is None:
        raise ConfigProblems(board.obstacles)
    return board.catalogue


async def editor_page(
    request: Request, drafts: RoleDrafts, board: Board, row: RoleRow, wanted: Which
) -> HTMLResponse:
    """Show a role to somebody who may change it."""
    project = project_of(row, wanted.project)
    text = row.stored.text if row.stored else ""
    shown, trouble = opened_form(text, board)
    data = await editor_data(drafts, board, project)
    return page(
        request,
        "roles/one.html",
        **data,
        row=(await asyncio.to_thread(drafts.desk.used, board, [row]))[0],
        role=await loaded(drafts, row.id, text, project),
        how=AS_FORM if shown else AS_TEXT,
        form=shown,
        text=text,
        base=text,
        opened=text,
        trouble=trouble,
        is_new=False,
        role_id=row.id,
        seen=revision_of(text),
        said=wanted.said,
        link=link,
        act=act,
    )


def opened_form(text: str, board: Board) -> tuple[Filled | None, str]:
    """Return a role as the form shows it; or why it cannot."""
    if board.catalogue is None:
        return None, "a config.yaml has an error, so the tools are not known"
    try:
        return filled(text, board.catalogue), ""
    except ProctorError as error:
        return None, error.message


async def new_page(
    request: Request, drafts: RoleDrafts, board: Board, project: str
) -> HTMLResponse:
    """Show an empty role."""
    data = await editor_data(drafts, board, project)
    return page(
        request,
        "roles/one.html",
        **data,
        row=None,
        role=None,
        how=AS_FORM,
        form=filled("", await known_tools(drafts, project)),
        text="",
        base="",
        opened="",
        trouble="",
        is_new=True,
        role_id=NEW,
        seen="",
        said="",
        link=link,
        act=act,
    )


async def reading_page(
    request: Request, drafts: RoleDrafts, board: Board, row: RoleRow, wanted: Which
) -> HTMLResponse:
    """Show a role to be read: a built-in one, or to somebody who may not change it."""
    project = project_of(row, wanted.project)
    role: Role | None = row.role
    return page(
        request,
        "roles/whole.html",
        row=(await asyncio.to_thread(drafts.desk.used, board, [row]))[0],
        text=await asyncio.to_thread(text_to_read, drafts, board, row),
        groups=await drafts.groups(project, role) if role else [],
        project=project,
        said=wanted.said,
        link=link,
        act=act,
    )


def text_to_read(drafts: RoleDrafts, board: Board, row: RoleRow) -> str:
    """Return the text of a role: of its file, as it was trusted, or as it comes with Proctor."""
    if row.stored:
        return row.stored.text
    ours = board.files.in_project
    kept = held_in(ours.trusted) if ours and ours.trusted and row.origin == PROJECT else ()
    for held in kept:
        if held.id == row.id:
            return held.text
    home = drafts.desk.home
    return text_to_copy(row.id, home, home / "nowhere", into=Place(home, None))


async def gone_page(request: Request, drafts: RoleDrafts, role: str, project: str) -> HTMLResponse:
    """
    Show what is kept of a role that is not there any more.

    Raises:
        NotFound: nothing is.

    """
    store = await drafts.desk.store(project)
    numbers = await asyncio.to_thread(store.history.numbers, role)
    if not numbers:
        raise NotFound(f"there is no role `{visible(role)}`", help="the list has all of them")
    return page(request, "roles/gone.html", role=role, project=project, link=link, act=act)


async def editor_data(drafts: RoleDrafts, board: Board, project: str) -> dict[str, Any]:
    """Return what the fields of the editor can be."""
    profiles = sorted({*PROFILES, *board.profiles})
    return {
        "project": project,
        "groups": await drafts.groups(project) if board.catalogue else [],
        "modes": [mode.value for mode in Mode],
        "profiles": profiles,
        "orders": ORDERS,
        "parents": sorted(board.rows),
        "packed": packed,
        "choices": choices,
        "in_force": in_force,
    }


def in_force(role: Role | None) -> str:
    """Say what becomes of a call that no rule of a role matches."""
    return (
        f"in force: {role.permissions.otherwise.word}"
        if role
        else "in force: known once the role loads"
    )


async def loaded(drafts: RoleDrafts, role_id: str, text: str, project: str) -> Role | None:
    """Return the role that a text makes; None where it would not load."""
    try:
        return (await drafts.look(role_id, text, project)).role
    except ProctorError:
        return None


def choices(values: list[str], now: str, none: str) -> list[tuple[str, str]]:
    """Return what a field can be; also what it is, where that is none of these."""
    found = [("", none), *((value, value) for value in values)]
    return found if now in {key for key, _ in found} else [*found, (now, now)]
