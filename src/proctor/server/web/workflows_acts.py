"""What a person does to workflow runs from their pages: start, advance, answer, cancel, tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from proctor.errors import NotFound, UsageError
from proctor.server.known_projects import refuse_no_project
from proctor.server.office import Office
from proctor.server.stage_tools import tools_in
from proctor.server.web.forms import Form, read_form
from proctor.server.web.may import May, channel_of, needs
from proctor.server.web.render import fragment
from proctor.server.workflow_routes import moved, refuse_unnamed
from proctor.workflows.stage_role import is_run_id

ANSWERS = frozenset({"allow", "deny"})
# So much of a run's history is shown.
LAST = 50
LARGEST = 64 << 10
# How long to wait for what comes of an answer, in seconds.
SHORTLY = 2.0
NONE_SUCH = "there is no such workflow run"

Act = Callable[[str, Form], Awaitable[Any]]


def starting(office: Office) -> APIRouter:
    """Return the routes that begin and end runs, and open their gates."""
    router = APIRouter()

    @router.post("/workflows")
    async def start(request: Request) -> Response:
        """Start a run, and go to it."""
        person = needs(request, May.WORK)
        form = await read_form(request, {"template", "project", "title"}, LARGEST)
        fields = {name: form.text(name) for name in ("template", "project", "title")}
        await refuse_no_project(office, fields)
        run = await office.workflows.desk.start(fields, person=person)
        return Response(status_code=204, headers={"hx-redirect": f"/workflows/{run['id']}"})

    @router.post("/workflows/{run}/advance")
    async def advance(request: Request, run: str) -> HTMLResponse:
        """Try the gate of the stage that somebody was shown."""

        async def act(person: str, form: Form) -> None:
            said = {"run": run, "stage": form.text("stage")}
            refuse_unnamed(said)
            await office.workflows.desk.advance(said, person=person)

        return await done(request, office, run, {"stage"}, act)

    @router.post("/workflows/{run}/cancel")
    async def cancel(request: Request, run: str) -> HTMLResponse:
        """End a run."""

        async def act(person: str, form: Form) -> None:
            said = {"run": run, "why": form.text("why")}
            await office.workflows.desk.cancel(said, person=person)

        return await done(request, office, run, {"why"}, act)

    @router.post("/workflows/{run}/answer")
    async def answer(request: Request, run: str) -> HTMLResponse:
        """Answer the question of the gate that somebody was shown."""

        async def act(person: str, form: Form) -> None:
            number, said = form.whole("question"), form.text("answer")
            if said not in ANSWERS:
                raise UsageError("an answer is `allow` or `deny`")
            if (await run_of(office, run))["question"] != number:
                raise UsageError("the gate does not wait for this question any more")
            reply = {"answer": said, "words": form.text("words")}
            await office.answer(number, reply, person=person, channel=channel_of(request))
            # What comes of it is shown, where it comes at once.
            await office.workflows.desk.listed({"run": run, "wait": SHORTLY})

        return await done(request, office, run, {"question", "answer", "words"}, act)

    return router


def moving(office: Office) -> APIRouter:
    """Return the routes of a run's tasks."""
    router = APIRouter()

    @router.post("/workflows/{run}/tasks")
    async def add(request: Request, run: str) -> HTMLResponse:
        """Add a task."""

        async def act(person: str, form: Form) -> None:
            said = {"action": "add", "run": run, "title": form.text("title")}
            said["stage"] = form.text("stage")
            await office.workflows.desk.task(said, person=person)

        return await done(request, office, run, {"title", "stage"}, act)

    @router.post("/workflows/{run}/tasks/{task}")
    async def move(request: Request, run: str, task: str) -> HTMLResponse:
        """Move a task."""

        async def act(person: str, form: Form) -> None:
            said = {"action": form.text("action"), "words": form.text("words")}
            await moved(office, run, task, said, person)

        return await done(request, office, run, {"action", "words"}, act)

    return router


async def done(
    request: Request, office: Office, run: str, known: set[str], act: Act
) -> HTMLResponse:
    """Do something to a run, and show it as it is then."""
    person = needs(request, May.WORK)
    if not is_run_id(run):
        raise NotFound(NONE_SUCH)
    await act(person, await read_form(request, known, LARGEST))
    found = await run_of(office, run)
    stages = await stages_of(office, found)
    return fragment(request, "workflows/facts.html", run=found, stages=stages)


async def run_of(office: Office, name: str) -> dict[str, Any]:
    """
    Return a run.

    Raises:
        NotFound: there is none.

    """
    if not is_run_id(name):
        raise NotFound(NONE_SUCH)
    found = await office.workflows.desk.listed({"run": name})
    run = found if isinstance(found, dict) else {}
    return {**run, "history": run["history"][-LAST:], "earlier": max(len(run["history"]) - LAST, 0)}


async def stages_of(office: Office, run: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the stages of a run: behind it, now, or to come, each with its tasks and tools."""
    names = [stage["name"] for stage in run["stages"]]
    now = names.index(run["stage"])
    over = run["status"] == "completed"
    tools = await asyncio.to_thread(tools_of, office.home, run)
    return [
        {
            **stage,
            **tools[stage["role"]],
            "where": "done" if number < now or over else "now" if number == now else "next",
            "tasks": [task for task in run["tasks"] if task["stage"] == stage["name"]],
        }
        for number, stage in enumerate(run["stages"])
    ]


def tools_of(home: Path, run: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the tools that each role of a run gives, as it is now."""
    roles = {stage["role"] for stage in run["stages"]}
    return {role: tools_in(role, home, Path(run["project"])) for role in roles}
