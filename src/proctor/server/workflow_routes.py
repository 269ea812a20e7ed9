"""The HTTP paths of workflow runs and their tasks: for people, as everything here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Path, Query, Request

from proctor.errors import UsageError
from proctor.server.answers import Json, Unnamed
from proctor.server.bodies import read_body, read_object
from proctor.server.description import TEXT, an_object, json_of
from proctor.server.known_projects import refuse_no_project
from proctor.server.office import Office
from proctor.server.wanted import Strict, Waiting
from proctor.server.web.may import May, needs
from proctor.server.workflow_answers import MovedTaskAnswer, RunAnswer, TaskAnswer
from proctor.server.workflow_template_routes import template_paths
from proctor.workflows.run import RUN_ID

LARGEST = 64 << 10
TAGS: list[Any] = ["workflows"]
RunId = Annotated[str, Path(pattern=f"^{RUN_ID.pattern}$")]
TaskId = Annotated[str, Path(pattern="^T-[0-9]{3,9}$")]
Move = Literal["start", "complete", "approve", "return", "drop"]
NOT_HERE: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such run."}}
MOVED: dict[int | str, dict[str, Any]] = {
    409: {"description": "The run is in another stage by now; nothing was tried."},
    422: {"description": "The request does not say which stage is meant."},
}
START = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "template": {**TEXT, "description": "See `proctor workflow list`."},
                    "project": {**TEXT, "description": "A folder of a project, absolute."},
                    "title": {**TEXT, "description": "What it is about."},
                },
                *("template", "project"),
            )
        ),
    }
}
ADVANCE = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "stage": {
                        **TEXT,
                        "minLength": 1,
                        "description": "The stage that is meant to end: the one that was seen.",
                    },
                    "wait": {"type": "number", "minimum": 0},
                },
                "stage",
            )
        ),
    }
}
CANCEL = {
    "requestBody": {"required": False, **json_of(an_object({"why": TEXT}))},
}
ADD_TASK = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "title": {**TEXT, "description": "What is to be done."},
                    "stage": {**TEXT, "description": "This stage or a later one; else this."},
                },
                "title",
            )
        ),
    }
}
MOVE_TASK = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "action": {"enum": list(get_args(Move))},
                    "words": {**TEXT, "description": "Why, of what is sent back or dropped."},
                },
                "action",
            )
        ),
    }
}


class Runs(Strict):
    """Which runs are wanted: those that are under way, or all."""

    all: bool = False


def workflows(office: Office) -> APIRouter:
    """Return the routes of workflows."""
    router = APIRouter(tags=TAGS, responses=NOT_HERE)
    # First: `templates` is no run.
    router.include_router(template_paths(office))
    running(router, office)
    working(router, office)
    return router


def running(router: APIRouter, office: Office) -> None:
    """Add the routes of runs."""

    @router.get("/api/workflows", response_model=list[RunAnswer])
    async def runs(wanted: Annotated[Runs, Query()]) -> Json:
        """Return the runs that are under way, oldest first; `all=true` for those that ended too."""
        return Json(await office.workflows.desk.listed({"all": wanted.all}))

    @router.get("/api/workflows/{run}", response_model=RunAnswer)
    async def one(run: RunId, waiting: Annotated[Waiting, Query()]) -> Json:
        """Return a run; with `wait`, once its gate is not tried any more."""
        return Json(await office.workflows.desk.listed({"run": run, "wait": waiting.wait}))

    @router.post("/api/workflows", response_model=RunAnswer, openapi_extra=START)
    async def start(request: Request) -> Json:
        """Start a run of a template in a project."""
        person = needs(request, May.WORK)
        data = read_object(await read_body(request, LARGEST))
        await refuse_no_project(office, data)
        return Json(await office.workflows.desk.start(data, person=person))

    @router.post(
        "/api/workflows/{run}/advance",
        response_model=RunAnswer,
        responses=MOVED,
        openapi_extra=ADVANCE,
    )
    async def advance(request: Request, run: RunId) -> Json:
        """Try the gate of the stage that a run was seen in."""
        person = needs(request, May.WORK)
        wanted = await body_for(request, run)
        refuse_unnamed(wanted)
        return Json(await office.workflows.desk.advance(wanted, person=person))

    @router.post("/api/workflows/{run}/cancel", response_model=RunAnswer, openapi_extra=CANCEL)
    async def cancel(request: Request, run: RunId) -> Json:
        """End a run."""
        person = needs(request, May.WORK)
        wanted = await body_for(request, run, optional=True)
        return Json(await office.workflows.desk.cancel(wanted, person=person))


def working(router: APIRouter, office: Office) -> None:
    """Add the routes of a run's tasks."""

    @router.get("/api/workflows/{run}/tasks", response_model=list[TaskAnswer])
    async def tasks(run: RunId) -> Json:
        """Return the tasks of a run."""
        return Json(await office.workflows.desk.task({"action": "list", "run": run}))

    @router.post(
        "/api/workflows/{run}/tasks", response_model=MovedTaskAnswer, openapi_extra=ADD_TASK
    )
    async def add(request: Request, run: RunId) -> Json:
        """Add a task to the stage that a run is in, or to a later one."""
        person = needs(request, May.WORK)
        said = await body_for(request, run)
        only(said, "title", "stage")
        return Json(await office.workflows.desk.task({**said, "action": "add"}, person=person))

    @router.post(
        "/api/workflows/{run}/tasks/{task}",
        response_model=MovedTaskAnswer,
        openapi_extra=MOVE_TASK,
    )
    async def move(request: Request, run: RunId, task: TaskId) -> Json:
        """Start a task, complete it, approve it, send it back, or say that it need not be done."""
        person = needs(request, May.WORK)
        said = await body_for(request, run)
        only(said, "action", "words")
        return Json(await moved(office, run, task, said, person))


async def moved(
    office: Office, run: str, task: str, said: dict[str, Any], person: str
) -> dict[str, Any]:
    """
    Move a task of a run, for a person.

    Raises:
        UsageError: there is no such move.

    """
    if said.get("action") not in get_args(Move):
        raise UsageError(f"`action` is one of {', '.join(get_args(Move))}")
    wanted = {"action": said["action"], "run": run, "task": task}
    if said.get("words"):
        wanted["title"] = said["words"]
    done: dict[str, Any] = await office.workflows.desk.task(wanted, person=person)
    return done


def refuse_unnamed(said: Mapping[str, Any]) -> None:
    """
    Refuse to advance whichever stage a run is in: it may be another than somebody saw.

    Raises:
        Unnamed: no stage is named.

    """
    if not said.get("stage"):
        raise Unnamed("say which stage is meant to end", help="`stage` is the one that you saw")


def only(said: dict[str, Any], *fields: str) -> None:
    """
    Look whether every field is known.

    Raises:
        UsageError: one is not.

    """
    for field in said.keys() - {*fields, "run"}:
        raise UsageError(f"`{field[:60]}` is not a field of this request")


async def body_for(request: Request, run: str, *, optional: bool = False) -> dict[str, Any]:
    """
    Return what is said about the run that the path names.

    Raises:
        UsageError: the body names a run too.

    """
    data = read_object(await read_body(request, LARGEST), optional=optional)
    if "run" in data:
        raise UsageError("`run` is in the path, and not in the body")
    return {**data, "run": run}
