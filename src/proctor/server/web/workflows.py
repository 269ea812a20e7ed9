"""`/workflows` and `/workflows/{id}`: runs, where they are, and what moves them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.errors import FileProblems, NotFound
from proctor.server.known_projects import projects_of
from proctor.server.office import Office
from proctor.server.stage_tools import found_json
from proctor.server.web import live
from proctor.server.web.render import fragment, page
from proctor.server.web.workflows_acts import moving, run_of, stages_of, starting
from proctor.server.web.workflows_templates import editing
from proctor.server.workflow_templates import listed

# So many runs are shown.
MOST_RUNS = 200
live.topic("workflows", of=("run", "question"), every=0.2)


def workflows(office: Office) -> APIRouter:
    """Return the routes of the workflows' pages."""
    router = APIRouter()
    # First: none of its paths is that of a run.
    router.include_router(editing(office))
    looking(router, office)
    router.include_router(starting(office))
    router.include_router(moving(office))
    return router


def looking(router: APIRouter, office: Office) -> None:
    """Add the routes that show runs."""

    @router.get("/workflows")
    async def every(
        request: Request, project: str = "", every: str = "", template: str = ""
    ) -> HTMLResponse:
        """Show runs and templates, and start one."""
        projects = [one.as_data() for one in await projects_of(office)]
        try:
            found, problems = [found_json(one) for one in await listed(office, project)], []
        except FileProblems as error:
            found, problems = [], [problem.line() for problem in error.problems]
        return page(
            request,
            "workflows.html",
            runs=await runs_of(office, every=bool(every)),
            every=bool(every),
            templates=found,
            problems=problems,
            projects=projects,
            project=project,
            chosen=template,
        )

    @router.get("/workflows/-/runs")
    async def runs(request: Request, every: str = "") -> HTMLResponse:
        """Show the table of runs alone: something has changed."""
        found = await runs_of(office, every=bool(every))
        return fragment(request, "workflows/runs.html", runs=found, every=bool(every))

    @router.get("/workflows/{run}")
    async def one(request: Request, run: str) -> HTMLResponse:
        """Show one run."""
        try:
            found = await run_of(office, run)
        except NotFound:
            return page(request, "workflows/gone.html", status=404, name=run)
        return page(request, "workflows/run.html", run=found, stages=await stages_of(office, found))

    @router.get("/workflows/{run}/facts")
    async def facts(request: Request, run: str) -> HTMLResponse:
        """Show what changes of a run: something has."""
        found = await run_of(office, run)
        stages = await stages_of(office, found)
        return fragment(request, "workflows/facts.html", run=found, stages=stages)


async def runs_of(office: Office, *, every: bool) -> list[dict[str, Any]]:
    """Return the runs that are under way, newest first; or all."""
    found = await office.workflows.desk.listed({"all": every})
    runs = found if isinstance(found, list) else []
    return runs[::-1][:MOST_RUNS]
