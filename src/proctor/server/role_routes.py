"""The HTTP paths of roles: list, get, create, update, delete, and what else the pages do."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.roles.read import ID
from proctor.roles.store import Change
from proctor.server.answers import Json
from proctor.server.office import Office
from proctor.server.problems import one_problem
from proctor.server.role_bodies import (
    ChangeAnswer,
    ChangedRoleAnswer,
    CheckAnswer,
    Copying,
    Draft,
    NewRole,
    RehearsalAnswer,
    Rehearsing,
    Restoring,
    RoleAnswer,
    RoleChanges,
    VersionAnswer,
    WholeRoleAnswer,
    WholeVersionAnswer,
    change_json,
    described_body,
    read_model,
    rehearsal_json,
    role_json,
    version_json,
    whole_json,
)
from proctor.server.role_desk import RoleDesk, role_desk
from proctor.server.role_drafts import RoleDrafts, groups_of, role_drafts
from proctor.server.wanted import Strict
from proctor.server.web.may import May, needs

TAGS: list[Any] = ["roles"]
RoleId = Annotated[str, Path(pattern=f"^{ID.pattern}$")]
VersionNumber = Annotated[int, Path(ge=1, le=10**9)]
RehearsalId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
TAG = re.compile(r'(?:W/)?"([^",]*)"|([^",\s]+)')
Answers = dict[int | str, dict[str, Any]]
NONE: Answers = {404: {"description": "There is no such role, or no such project is known."}}
WRONG: Answers = {
    **NONE,
    412: {"description": "The role is another by now; `changed` says what came and went."},
    413: {"description": "The request is too large."},
    422: {"description": "The role would not load; `problems` says why."},
    428: {"description": "The request has no `If-Match` with the revision that was seen."},
}
# Of a role that was deleted there is no ETag.
BACK = (
    "The ETag of the role as it was seen, `gone` of one that was deleted; `*` for whatever it is."
)
MADE: Answers = {**NONE, 201: {"model": ChangedRoleAnswer}, 413: WRONG[413], 422: WRONG[422]}
IF_MATCH = {
    "parameters": [
        {
            "name": "If-Match",
            "in": "header",
            "required": True,
            "schema": {"type": "string"},
            "description": "The ETag of the role as it was seen; `*` for whatever it is.",
        }
    ]
}


class Which(Strict):
    """Whose roles: those of the home, or of a project that it knows."""

    project: str = ""


class Wanted(Which):
    """Which roles are wanted: those in which these words stand."""

    text: str = ""


class Deleting(Which):
    """Who takes the place of a role that goes."""

    replaceWith: str = ""  # noqa: N815 - as in bodies


def roles(office: Office) -> APIRouter:
    """Return the routes of roles."""
    router = APIRouter()
    router.include_router(looking(role_desk(office)))
    router.include_router(changing(role_desk(office)))
    router.include_router(deleting(role_desk(office)))
    router.include_router(bringing(role_desk(office)))
    router.include_router(drafting(role_drafts(office)))
    router.include_router(rehearsing(role_drafts(office)))
    return router


def looking(desk: RoleDesk) -> APIRouter:
    """Return the routes that show roles and what became of them."""
    router = APIRouter()

    @router.get("/api/roles", tags=TAGS, response_model=list[RoleAnswer], responses=NONE)
    async def list_roles(wanted: Annotated[Wanted, Query()]) -> Json:
        """Return all roles that count, nearest first of a name; also those that do not load."""
        found = await desk.rows(wanted.project, wanted.text)
        return Json([role_json(row) for row in found])

    @router.get("/api/roles/{role}", tags=TAGS, response_model=WholeRoleAnswer, responses=NONE)
    async def get_role(role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Return one role with its text; its revision is the ETag."""
        row = await desk.row(role, wanted.project)
        return Json(whole_json(row), headers=etag(row.stored.revision if row.stored else None))

    @router.get(
        "/api/roles/{role}/history", tags=TAGS, response_model=list[VersionAnswer], responses=NONE
    )
    async def history(role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Return who changed a role, when and how, the oldest first; also of one that is gone."""
        store = await desk.store(wanted.project)
        versions = await asyncio.to_thread(store.history.versions, role)
        if not versions:
            raise NotFound(
                f"nothing is kept of `{visible(role)}`", help="it was never changed here"
            )
        return Json([version_json(version) for version in versions])

    @router.get(
        "/api/roles/{role}/history/{number}",
        tags=TAGS,
        response_model=WholeVersionAnswer,
        responses=NONE,
    )
    async def version(
        role: RoleId, number: VersionNumber, wanted: Annotated[Which, Query()]
    ) -> Json:
        """Return one change of a role with its texts."""
        store = await desk.store(wanted.project)
        found = await asyncio.to_thread(store.history.version, role, number)
        return Json(version_json(found, whole=True))

    return router


def changing(desk: RoleDesk) -> APIRouter:
    """Return the routes by which an administrator changes roles."""
    router = APIRouter()

    @router.post(
        "/api/roles",
        tags=TAGS,
        status_code=201,
        response_model=ChangedRoleAnswer,
        responses=MADE,
        openapi_extra=described_body(NewRole),
    )
    async def create(request: Request, wanted: Annotated[Which, Query()]) -> Json:
        """Make a role; one that would not load is not written."""
        person = needs(request, May.ADMIN)
        said = await read_model(request, NewRole)
        fields = {"description": said.description, "tools": said.toolIds, **said.fields}
        change = await desk.create(
            said.name, fields, person=person, project=wanted.project, role_id=said.id
        )
        return await done(desk, change, wanted.project, made=True)

    @router.patch(
        "/api/roles/{role}",
        tags=TAGS,
        response_model=ChangedRoleAnswer,
        responses=WRONG,
        openapi_extra={**described_body(RoleChanges), **IF_MATCH},
    )
    async def update(request: Request, role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Change a role; comments and everything that is not named stay as they are."""
        person, seen = needs(request, May.ADMIN), seen_by(request)
        said = await read_model(request, RoleChanges)
        keys = said.keys(role)
        if said.text is not None and keys:
            raise UsageError("`text` is the whole role: nothing else goes with it")
        how: dict[str, Any] = {"person": person, "project": wanted.project, "seen": seen}
        if said.text is not None:
            return await done(desk, await desk.write(role, said.text, **how), wanted.project)
        return await done(desk, await desk.update(role, keys, **how), wanted.project)

    return router


def deleting(desk: RoleDesk) -> APIRouter:
    """Return the route by which an administrator deletes a role."""
    router = APIRouter()

    @router.delete(
        "/api/roles/{role}",
        tags=TAGS,
        response_model=ChangeAnswer,
        responses=WRONG,
        openapi_extra=IF_MATCH,
    )
    async def delete(request: Request, role: RoleId, wanted: Annotated[Deleting, Query()]) -> Json:
        """Delete a role that nobody uses; `replaceWith` gives those who do another one."""
        person = needs(request, May.ADMIN)
        change = await desk.delete(
            role,
            person=person,
            project=wanted.project,
            seen=seen_by(request),
            replace_with=wanted.replaceWith,
        )
        return await done(desk, change, wanted.project)

    return router


def bringing(desk: RoleDesk) -> APIRouter:
    """Return the routes that make a role of what is, or was, there."""
    router = APIRouter()

    @router.post(
        "/api/roles/{role}/copy",
        tags=TAGS,
        status_code=201,
        response_model=ChangedRoleAnswer,
        responses=MADE,
        openapi_extra=described_body(Copying),
    )
    async def copy(request: Request, role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Copy a role, comments and all, also a built-in one."""
        person = needs(request, May.ADMIN)
        said = await read_model(request, Copying)
        change = await desk.copy(
            role, said.name, person=person, project=wanted.project, into=said.into
        )
        return await done(desk, change, said.into, made=True)

    @router.post(
        "/api/roles/{role}/restore",
        tags=TAGS,
        response_model=ChangedRoleAnswer,
        responses=WRONG,
        openapi_extra={
            **described_body(Restoring),
            "parameters": [{**IF_MATCH["parameters"][0], "description": BACK}],
        },
    )
    async def restore(request: Request, role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Bring back an earlier version, as a new one; of a deletion, what was deleted."""
        person, seen = needs(request, May.ADMIN), seen_by(request)
        said = await read_model(request, Restoring)
        how = {"person": person, "project": wanted.project, "seen": seen}
        return await done(desk, await desk.restore(role, said.number, **how), wanted.project)

    return router


def drafting(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that look at a role that is being written; nothing is written by them."""
    router = APIRouter()

    @router.post(
        "/api/roles/{role}/check",
        response_model=CheckAnswer,
        openapi_extra=described_body(Draft),
        tags=TAGS,
        responses={**NONE, 413: WRONG[413]},
    )
    async def check(request: Request, role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Say what would be wrong with a text for a role, there or new, and what it would offer."""
        needs(request, May.ADMIN)
        said = await read_model(request, Draft)
        draft = await drafts.look(role, said.text, wanted.project)
        store = await drafts.desk.store(wanted.project)
        root, found = store.place.root, []
        if draft.role:
            found = await asyncio.to_thread(groups_of, drafts.desk, root, draft.role)
        return Json(
            {
                "ok": not draft.errors,
                "problems": [one_problem(one) for one in (*draft.errors, *draft.warnings)],
                "notes": list(draft.notes),
                "offered": [
                    each.tool.info.id for group in found for each in group.tools if each.offered
                ],
            }
        )

    return router


def rehearsing(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that try a role that is being written on what was decided."""
    router = APIRouter()

    @router.post(
        "/api/roles/{role}/rehearsals",
        response_model=RehearsalAnswer,
        openapi_extra=described_body(Rehearsing),
        tags=TAGS,
        responses={**MADE, 429: {"description": "Others are rehearsing."}},
    )
    async def rehearse(request: Request, role: RoleId, wanted: Annotated[Which, Query()]) -> Json:
        """Begin to decide the last week's calls by a role as it would be."""
        needs(request, May.ADMIN)
        said = await read_model(request, Rehearsing)
        number, found = await drafts.rehearse(role, said.text, project=wanted.project, of=said.of)
        return Json(rehearsal_json(number, found))

    @router.get(
        "/api/rehearsals/{rehearsal}", tags=TAGS, response_model=RehearsalAnswer, responses=NONE
    )
    async def rehearsal(request: Request, rehearsal: RehearsalId) -> Json:
        """Say how far a rehearsal is, and what it found."""
        needs(request, May.ADMIN)
        return Json(rehearsal_json(rehearsal, drafts.rehearsal(rehearsal)))

    return router


def seen_by(request: Request) -> str:
    """
    Return the revision that somebody has seen, empty where they do not say.

    Raises:
        UsageError: the header is none, or names several.

    """
    said = request.headers.get("if-match", "").strip()
    found = TAG.fullmatch(said) if said else None
    if said and found is None:
        raise UsageError("`If-Match` has one revision, as the ETag of the role was")
    return (found[1] or found[2] or "") if found else ""


def etag(revision: str | None) -> dict[str, str]:
    """Return the header that names a revision."""
    return {"ETag": f'"{revision}"'} if revision else {}


async def done(desk: RoleDesk, change: Change, project: str, *, made: bool = False) -> Json:
    """Answer what was done, and the role as it now is; nothing more where it is gone."""
    if change.role is None:
        return Json(change_json(change))
    row = await desk.row(change.role_id, project)
    revision = row.stored.revision if row.stored else None
    where = {"Location": f"/api/roles/{change.role_id}"} if made else {}
    said = {**change_json(change), **whole_json(row)}
    return Json(said, 201 if made else 200, headers={**etag(revision), **where})
