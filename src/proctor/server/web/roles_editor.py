"""The editor of roles: a form or the text, checked as one types, a diff, and then it is saved."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from proctor.errors import ProctorError
from proctor.roles.drafting import difference
from proctor.roles.stored_role import StoredRole, stamped
from proctor.server.answers import Stale
from proctor.server.role_drafts import RoleDrafts
from proctor.server.scope_keys import MAY
from proctor.server.wanted import Strict
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment
from proctor.server.web.roles_form import filled
from proctor.server.web.roles_links import (
    NEW,
    act,
    leads_to,
    link,
    list_link,
    refuse_any,
    said_of,
)
from proctor.server.web.roles_pages import (
    Which,
    editor_data,
    editor_page,
    gone_page,
    in_force,
    known_tools,
    new_page,
    reading_page,
)
from proctor.server.web.roles_writing import (
    AS_FORM,
    AS_TEXT,
    Writing,
    judged,
    read_writing,
    revision_of,
)


class Seen(Strict):
    """What somebody has seen of a role."""

    project: str = ""
    seen: str = ""


def editing(drafts: RoleDrafts) -> APIRouter:
    """Return the routes of the editor."""
    router = APIRouter()
    router.include_router(opening(drafts))
    router.include_router(looking(drafts))
    router.include_router(switching(drafts))
    router.include_router(trying(drafts))
    router.include_router(saving(drafts))
    return router


def opening(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that show a role."""
    router = APIRouter()

    @router.get("/roles/{role}")
    async def one(request: Request, role: str, wanted: Annotated[Which, Query()]) -> HTMLResponse:
        """Show a role: to be changed by those who may, to be read by everybody."""
        board = await drafts.desk.board(wanted.project)
        if role == NEW and wanted.id != NEW:
            needs(request, May.ADMIN)
            return await new_page(request, drafts, board, wanted.project)
        row = board.rows.get(role)
        if row is None:
            return await gone_page(request, drafts, role, wanted.project)
        if row.stored is None or request.scope[MAY] < May.ADMIN:
            return await reading_page(request, drafts, board, row, wanted)
        return await editor_page(request, drafts, board, row, wanted)

    @router.get("/roles/{role}/state")
    async def state(request: Request, role: str, wanted: Annotated[Seen, Query()]) -> Response:
        """Say whether a role is another by now than somebody has seen; nothing if it is not."""
        now = await drafts.now(role, wanted.project)
        if now is not None and now.revision == wanted.seen:
            return Response(status_code=204)
        return fragment(request, "roles/state.html", now=now, link=link(role, wanted.project))

    return router


def looking(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that look at what is being written."""
    router = APIRouter()

    @router.post("/roles/{role}/check")
    async def check(request: Request, role: str, wanted: Annotated[Which, Query()]) -> HTMLResponse:
        """Say what is wrong with a draft, each problem under its line."""
        draft = await written(drafts, request, role, wanted.project)
        verdict, now = await judged(drafts, draft), await on_disk(drafts, draft)
        return fragment(
            request, "roles/verdict.html", verdict=verdict, moved=has_moved(draft, now),
            now=now, link=link(role, wanted.project), in_force=in_force,
        )  # fmt: skip

    return router


def switching(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that show the draft in another way."""
    router = APIRouter()

    @router.post("/roles/{role}/as-text")
    async def as_text(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Show the draft as text."""
        draft = await written(drafts, request, role, wanted.project)
        return await body(request, drafts, draft, AS_TEXT)

    @router.post("/roles/{role}/as-form")
    async def as_form(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Show the draft as a form, if the form can show it."""
        draft = await written(drafts, request, role, wanted.project)
        return await body(request, drafts, draft, AS_FORM)

    return router


def trying(drafts: RoleDrafts) -> APIRouter:
    """Return the routes that show what the draft would do."""
    router = APIRouter()

    @router.post("/roles/{role}/preview")
    async def preview(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Show the tools that it would have, and which of them would be offered."""
        verdict = await judged(drafts, await written(drafts, request, role, wanted.project))
        made = verdict.draft.role if verdict.draft else None
        every = await drafts.groups(wanted.project, made) if made else []
        groups = [group.assigned for group in every if group.assigned.tools]
        return fragment(request, "roles/preview.html", verdict=verdict, groups=groups)

    @router.post("/roles/{role}/rehearse")
    async def rehearse(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Begin to decide the last week's calls by the draft."""
        draft = await written(drafts, request, role, wanted.project)
        verdict = await judged(drafts, draft)
        if verdict.errors:
            return fragment(request, "roles/preview.html", verdict=verdict, groups=[])
        # A new role has no calls of its own yet.
        of = "" if draft.is_new and draft.of is None else draft.of
        number, found = await drafts.rehearse(draft.id, draft.text, project=wanted.project, of=of)
        return fragment(request, "roles/rehearsal.html", number=number, found=found)

    @router.get("/roles/rehearsals/{number}")
    async def rehearsal(request: Request, number: str) -> HTMLResponse:
        """Show how far a rehearsal is."""
        needs(request, May.ADMIN)
        found = drafts.rehearsal(number)
        return fragment(request, "roles/rehearsal.html", number=number, found=found)

    return router


def saving(drafts: RoleDrafts) -> APIRouter:
    """Return the routes by which a draft becomes the role."""
    router = APIRouter()

    @router.post("/roles/{role}/review")
    async def review(
        request: Request, role: str, wanted: Annotated[Which, Query()]
    ) -> HTMLResponse:
        """Show what saving would change in the file."""
        draft = await written(drafts, request, role, wanted.project)
        return await reviewed(request, drafts, draft, saving=False)

    @router.post("/roles/{role}/save")
    async def save(request: Request, role: str, wanted: Annotated[Which, Query()]) -> Response:
        """Save what was reviewed, if nobody has changed the role meanwhile."""
        person = needs(request, May.ADMIN)
        project = wanted.project
        draft = await written(drafts, request, role, project)
        verdict = await judged(drafts, draft)
        if verdict.errors or not draft.is_reviewed:
            return await reviewed(request, drafts, draft)
        desk = drafts.desk
        if draft.is_new:
            name = verdict.draft.role.name if verdict.draft and verdict.draft.role else draft.id
            change = await desk.create(
                name, person=person, project=project, role_id=draft.id, text=draft.text
            )
            return leads_to(link(change.role_id, project, said=said_of(change)))
        try:
            seen = draft.expected or draft.seen
            # Whoever saves over a change names the one that was shown to them.
            refuse_any(seen)
            change = await desk.write(role, draft.text, person=person, project=project, seen=seen)
        except Stale:
            return await reviewed(request, drafts, draft)
        return leads_to(link(role, project, said=said_of(change)))

    return router


async def written(drafts: RoleDrafts, request: Request, role: str, project: str) -> Writing:
    """
    Read the form of somebody who may write.

    Raises:
        NotAllowed: they may not.

    """
    needs(request, May.ADMIN)
    return await read_writing(request, role, project, await known_tools(drafts, project))


async def on_disk(drafts: RoleDrafts, draft: Writing) -> StoredRole | None:
    """Return a role as it is in its file now."""
    return await drafts.now(draft.id, draft.project) if draft.id else None


def has_moved(draft: Writing, now: StoredRole | None) -> bool:
    """Say whether a role is another by now than its author has seen."""
    if draft.is_new:
        return False
    return now is None or now.revision != draft.seen


async def reviewed(
    request: Request, drafts: RoleDrafts, draft: Writing, *, saving: bool = True
) -> HTMLResponse:
    """Show the diff, and where the file has changed meanwhile, what is to be chosen."""
    verdict, now = await judged(drafts, draft), await on_disk(drafts, draft)
    moved = has_moved(draft, now)
    before = now.text if now else ""
    text = draft.text
    if draft.is_new and verdict.draft:
        text = verdict.draft.written
    elif not verdict.errors and text != before:
        text = stamped(text, "the role")
    names = ("as it is", "as it would be")
    return fragment(
        request,
        "roles/review.html",
        verdict=verdict,
        moved=moved,
        now=now,
        lines=difference(before, text, names),
        theirs=difference(draft.opened, before, ("as you opened it", "as it is now")),
        link=link(draft.id, draft.project) if draft.id else list_link(draft.project),
        unlooked=saving and not draft.is_reviewed and not verdict.errors,
        mark=revision_of(draft.text),
        save=act(draft.id or NEW, "save", draft.project),
    )


async def body(request: Request, drafts: RoleDrafts, draft: Writing, how: str) -> HTMLResponse:
    """Show the editor's inner part in another way, with what stands in it."""
    known = await known_tools(drafts, draft.project)
    board = await drafts.desk.board(draft.project)
    shown, trouble = None, draft.trouble
    if how == AS_FORM and not trouble:
        try:
            shown = filled(draft.text, known)
        except ProctorError as error:
            how, trouble = AS_TEXT, error.message
    elif trouble:
        # What cannot be put into the text must not be lost: the form stays.
        how, shown = draft.how, draft.form
    data = await editor_data(drafts, board, draft.project)
    verdict = await judged(drafts, draft)
    return fragment(
        request,
        "roles/editor.html",
        **data,
        role=verdict.draft.role if verdict.draft else None,
        how=how,
        form=shown,
        text=draft.text,
        base=draft.base if trouble and how == AS_FORM else draft.text,
        opened=draft.opened,
        trouble=trouble,
        is_new=draft.is_new,
        role_id=draft.id,
        act=act,
    )
