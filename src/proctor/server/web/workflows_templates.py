"""`/workflows/templates/{id}` and its editor: a template shown, filled in, looked at and saved."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from proctor.errors import FileProblems, NotFound, Problem, ProctorError, TooLate, UsageError
from proctor.roles.yaml_edit import with_key
from proctor.server import workflow_templates as shelf
from proctor.server.known_projects import projects_of
from proctor.server.office import Office
from proctor.server.stage_tools import found_json
from proctor.server.web.forms import read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment, page
from proctor.server.web.workflows_form import (
    EACH,
    GATES,
    LARGEST,
    ONCE,
    TYPES,
    Draft,
    difference,
    moved,
    problem_rows,
    read_draft,
)
from proctor.workflows.template_store import revision_of
from proctor.workflows.template_text import StageFields, TemplateFields, edited, fields_of

EDITOR = "/workflows/editor"
CHANGED_MEANWHILE = "the file was changed by somebody else since you opened it"
NOT_LOOKED_AT = "it is not any more what you looked at"
NO_TEXT = "it cannot be edited in a form: mend its file by hand first"


class Written(NamedTuple):
    """What a draft would write: over which text, and what is wrong with it."""

    before: str
    text: str
    problems: tuple[Problem, ...]
    # Words for what keeps it from being looked at at all.
    trouble: str = ""
    stale: bool = False

    @property
    def errors(self) -> bool:
        """Say whether it would be no template."""
        return bool(self.trouble) or any(not problem.warning for problem in self.problems)


def editing(office: Office) -> APIRouter:
    """Return the routes of templates."""
    router = APIRouter()
    looking(router, office)
    drafting(router, office)
    saving(router, office)
    return router


def looking(router: APIRouter, office: Office) -> None:
    """Add the routes that show templates, and open the editor."""

    @router.get("/workflows/templates/{name}")
    async def show(request: Request, name: str, project: str = "") -> HTMLResponse:
        """Show a template, stage by stage."""
        one = await shelf.whole(office, name, project)
        return page(
            request,
            "workflows/template.html",
            plan=found_json(one.found),
            stages=one.stages,
            problems=problem_rows(one.found.problems, one.text),
            project=project,
            place=project if one.found.origin.value == "project" else "",
            can_edit=one.stored is not None,
        )

    @router.get("/workflows/new")
    async def new(request: Request, project: str = "", source: str = "") -> HTMLResponse:
        """Open the editor for a new template, empty or as a copy."""
        needs(request, May.ADMIN)
        fields = TemplateFields(version="1", stages=(StageFields(),))
        if source:
            fields = fields_of(await copied(office, project, source), source)
        draft = Draft(project, f"{source}-2" if source else "", "", source, fields)
        return page(request, "workflows/editor.html", **await given(office, draft))

    @router.get("/workflows/templates/{name}/edit")
    async def edit(request: Request, name: str, project: str = "") -> HTMLResponse:
        """Open the editor for a template of the home, or of a project."""
        needs(request, May.ADMIN)
        store = await shelf.store_for(office, project)
        stored = await asyncio.to_thread(store.get, name)
        fields = fields_of(stored.text, stored.file)
        draft = Draft(project, name, stored.revision, "", fields)
        return page(request, "workflows/editor.html", **await given(office, draft))


def drafting(router: APIRouter, office: Office) -> None:
    """Add the routes of the editor that write nothing."""

    @router.post(f"{EDITOR}/draft")
    async def draft(request: Request) -> HTMLResponse:
        """Add, remove or move a stage, and show the form with it."""
        filled, _, what = await drafted(request)
        fields = filled.fields
        if what:
            fields = fields._replace(stages=moved(fields.stages, what))
        data = await given(office, filled._replace(fields=fields))
        return fragment(request, "workflows/moved.html", **data)

    @router.post(f"{EDITOR}/check")
    async def check(request: Request) -> HTMLResponse:
        """Say what is wrong, as one types."""
        filled, *_ = await drafted(request)
        written = await written_by(office, filled)
        # A look that came meanwhile, at the very text that was typed, stays.
        outdated = bool(filled.reviewed) and filled.reviewed != revision_of(written.text)
        return fragment(request, "workflows/checked.html", outdated=outdated, **shown(written))

    @router.post(f"{EDITOR}/review")
    async def review(request: Request) -> HTMLResponse:
        """Show what saving would change in the file."""
        filled, *_ = await drafted(request)
        written = await written_by(office, filled)
        return fragment(
            request,
            "workflows/review.html",
            **shown(written),
            lines=difference("" if filled.is_new else written.before, written.text, filled.id),
            reviewed=revision_of(written.text),
            new=filled.is_new,
        )


def saving(router: APIRouter, office: Office) -> None:
    """Add the one route of the editor that writes."""

    @router.post(f"{EDITOR}/save")
    async def save(request: Request) -> Response:
        """Write what was looked at, and show the template."""
        filled, person, _ = await drafted(request)
        written = await written_by(office, filled)
        if written.stale:
            raise TooLate(CHANGED_MEANWHILE, help="open it again; nothing was written")
        if written.trouble:
            raise UsageError(written.trouble)
        if revision_of(written.text) != filled.reviewed:
            raise TooLate(NOT_LOOKED_AT, help="look at the changes once more")
        done = await shelf.saved(
            office,
            filled.id,
            written.text,
            project=filled.project,
            person=person,
            expected=filled.expected or None,
        )
        where = page_of(done.template.id, filled.project)
        return Response(status_code=204, headers={"hx-redirect": where})


async def drafted(request: Request) -> tuple[Draft, str, str]:
    """Return what was filled in, who did, and what they want done with the stages."""
    person = needs(request, May.ADMIN)
    form = await read_form(request, {*ONCE, *EACH}, LARGEST)
    return read_draft(form), person, form.text("do")


async def written_by(office: Office, draft: Draft) -> Written:
    """Return what a draft would write."""
    before = ""
    try:
        if not draft.is_new:
            store = await shelf.store_for(office, draft.project)
            stored = await asyncio.to_thread(store.get, draft.id)
            before = stored.text
            if stored.revision != draft.expected:
                return Written(before, before, (), CHANGED_MEANWHILE, stale=True)
        elif draft.source:
            before = await copied(office, draft.project, draft.source)
        text = await asyncio.to_thread(edited, before, draft.id or "new", draft.fields)
        problems = await shelf.checked(office, draft.id or "new", text, draft.project)
    except NotFound as error:
        return Written(before, before, (), error.message, stale=not draft.is_new)
    except FileProblems as error:
        return Written(before, before, tuple(error.problems), NO_TEXT)
    except ProctorError as error:
        return Written(before, before, (), error.message)
    return Written(before, text, problems, "" if draft.id else "give it an id")


async def copied(office: Office, project: str, source: str) -> str:
    """
    Return the text that a copy of a template begins with: it has another name.

    Raises:
        NotFound: there is no such template.

    """
    one = await shelf.whole(office, source, project)
    return with_key(one.text, source, ("name",), None)


async def given(office: Office, draft: Draft) -> dict[str, Any]:
    """Return what the form shows."""
    written = await written_by(office, draft)
    return {
        "draft": draft,
        "roles": await shelf.role_names(office, draft.project),
        "types": list(TYPES),
        "known_types": [word for word, _ in TYPES],
        "gates": GATES,
        "known_gates": [word for word, _ in GATES],
        "wheres": [(one.root, one.shown) for one in await projects_of(office)],
        **shown(written),
    }


def shown(written: Written) -> dict[str, Any]:
    """Return what is said of a text that would be written."""
    return {
        "problems": problem_rows(written.problems, written.text),
        "trouble": written.trouble,
        "stale": written.stale,
        "errors": written.errors,
        "same": written.text == written.before,
    }


def page_of(name: str, project: str) -> str:
    """Return the address of a template's page."""
    where = f"?project={quote(project, safe='')}" if project else ""
    return f"/workflows/templates/{quote(name, safe='')}{where}"
