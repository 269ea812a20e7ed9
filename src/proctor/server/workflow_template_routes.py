"""The HTTP paths of workflow templates: listed, shown, checked, made and changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from proctor.errors import UsageError
from proctor.roles.read import ID
from proctor.server import workflow_templates as shelf
from proctor.server.answers import Json
from proctor.server.bodies import read_body, read_object
from proctor.server.description import TEXT, an_object, json_of
from proctor.server.office import Office
from proctor.server.problems import one_problem
from proctor.server.stage_tools import found_json
from proctor.server.wanted import Strict
from proctor.server.web.may import May, needs
from proctor.server.workflow_answers import (
    CheckedAnswer,
    SavedAnswer,
    TemplateAnswer,
    WholeTemplateAnswer,
)
from proctor.workflows.template_store import Saved

TAGS: list[Any] = ["workflows"]
# A file has at most 512 kB, and JSON may write six bytes for one.
LARGEST = 4 << 20
TemplateId = Annotated[str, Path(pattern=f"^{ID.pattern}$", max_length=64)]
NOT_HERE: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such template."}}
PROJECT = {**TEXT, "description": "A folder of a known project; without it, the home."}
FILE = {**TEXT, "description": "All of the file, YAML."}


def body_of(required: tuple[str, ...], **fields: Any) -> dict[str, Any]:
    """Return how a body is described."""
    return {"requestBody": {"required": True, **json_of(an_object(fields, *required))}}


CREATE = body_of(("id", "text"), id=TEXT, text=FILE, project=PROJECT)
SAVE = body_of(
    ("text", "expected"),
    text=FILE,
    expected={**TEXT, "description": "The `revision` that was seen."},
    project=PROJECT,
)
CHECK = body_of(("text",), text=FILE, project=PROJECT)


class Where(Strict):
    """From which project templates are looked at."""

    project: str = ""


def template_paths(office: Office) -> APIRouter:
    """Return the routes of templates."""
    router = APIRouter(prefix="/api/workflows/templates", tags=TAGS, responses=NOT_HERE)
    looking(router, office)
    changing(router, office)
    return router


def looking(router: APIRouter, office: Office) -> None:
    """Add the routes that show templates."""

    @router.get("", response_model=list[TemplateAnswer])
    async def templates(where: Annotated[Where, Query()]) -> Json:
        """Return the templates that a project can use; without one, the home's and built-in."""
        found = await shelf.listed(office, where.project)
        return Json([found_json(each) for each in found])

    @router.get("/{name}", response_model=WholeTemplateAnswer)
    async def template(name: TemplateId, where: Annotated[Where, Query()]) -> Json:
        """Return a template with the tools of its stages and the text of its file."""
        return Json(shelf.whole_json(await shelf.whole(office, name, where.project)))

    @router.post("/{name}/check", response_model=CheckedAnswer, openapi_extra=CHECK)
    async def check(request: Request, name: TemplateId) -> Json:
        """Say all that is wrong in a text, as `proctor workflow check` does; nothing is written."""
        said = await read_texts(request, ("text",), ("project",))
        problems = await shelf.checked(office, name, said["text"], said["project"])
        loads = all(problem.warning for problem in problems)
        return Json({"loads": loads, "problems": list(map(one_problem, problems))})


def changing(router: APIRouter, office: Office) -> None:
    """Add the routes that write templates."""

    @router.post("", response_model=SavedAnswer, openapi_extra=CREATE)
    async def create(request: Request) -> Json:
        """Write a new template, of the home or of a project."""
        person = needs(request, May.ADMIN)
        said = await read_texts(request, ("id", "text"), ("project",))
        done = await shelf.saved(
            office, said["id"], said["text"], project=said["project"], person=person, expected=None
        )
        return Json(saved_json(done))

    @router.put("/{name}", response_model=SavedAnswer, openapi_extra=SAVE)
    async def save(request: Request, name: TemplateId) -> Json:
        """Give a template another text, if it still is the one that was seen."""
        person = needs(request, May.ADMIN)
        said = await read_texts(request, ("text", "expected"), ("project",))
        done = await shelf.saved(
            office,
            name,
            said["text"],
            project=said["project"],
            person=person,
            expected=said["expected"],
        )
        return Json(saved_json(done))


async def read_texts(
    request: Request, needed: tuple[str, ...], known: tuple[str, ...]
) -> dict[str, str]:
    """
    Read a body whose fields are texts.

    Raises:
        UsageError: one is missing, is none, or is not known.

    """
    data: Mapping[str, Any] = read_object(await read_body(request, LARGEST))
    for field in data.keys() - {*needed, *known}:
        raise UsageError(f"`{field[:60]}` is not a field of this request")
    said = {field: data.get(field, "") for field in (*needed, *known)}
    for field, text in said.items():
        if not isinstance(text, str) or (field in needed and field not in data):
            raise UsageError(f"`{field}` is a text, and has to be there")
    return said


def saved_json(done: Saved) -> dict[str, Any]:
    """Return what was written, as plain values."""
    return {
        "id": done.template.id,
        "file": done.template.file,
        "revision": done.template.revision,
        "trusted": done.trusted,
        "problems": list(map(one_problem, done.warnings)),
    }
