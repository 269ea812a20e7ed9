"""The HTTP interface: what the office can do, by paths. `/api/openapi.json` describes it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import StreamingResponse

from proctor.server.access import Access
from proctor.server.agent_routes import agent_paths
from proctor.server.answering_problems import answer_problems
from proctor.server.answers import App, Json
from proctor.server.approval_routes import questions
from proctor.server.audit_routes import auditing
from proctor.server.bodies import read_body, read_object
from proctor.server.description import ALLOWANCE, FAILURES, described
from proctor.server.explain_routes import explaining
from proctor.server.office import VERSION, Office
from proctor.server.role_desk import role_desk
from proctor.server.role_routes import roles
from proctor.server.stream import lines
from proctor.server.tool_routes import tools
from proctor.server.wanted import Number, Records
from proctor.server.web.app_pages import pages
from proctor.server.web.may import May, channel_of, needs
from proctor.server.web.signing_in import signing_in
from proctor.server.web.static_files import static_files
from proctor.server.workflow_routes import workflows

OneThing, Things = dict[str, Any], list[dict[str, Any]]
ABOUT = (
    "Every path but `/healthz` needs a person's token, `Authorization: Bearer ...`, or the "
    "cookie of a page and, for what changes something, the header `X-CSRF-Token` of it. "
    "Telemetry needs the token of an agent's session instead, which opens nothing else."
)
LARGEST_REPLY = 64 << 10
# Nothing of what people do here is told to anybody, whatever the environment says.
SIGNALS = ("tracing", "metrics", "logs", "operation_spans", "auto_configure")
# By name, because older versions of the framework have none and do not know the word.
SILENT: dict[str, Any] = {"telemetry": dict.fromkeys(SIGNALS, False)}


def make_routes(office: Office, access: Access) -> App:
    """Return every route but those that need no framework."""
    api = FastAPI(
        title="Proctor",
        version=VERSION,
        description=ABOUT,
        openapi_url=None,  # ours says more
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        responses=FAILURES,
        **SILENT,
    )
    answer_problems(api)
    # Before a record by its number: `stats` is none.
    api.include_router(auditing(office))
    api.include_router(looking(office))
    api.include_router(questions(office, access))
    api.include_router(living(office, access))
    api.include_router(answering(office))
    api.include_router(workflows(office))
    api.include_router(agent_paths(office))
    api.include_router(roles(office))
    api.include_router(tools(office))
    api.include_router(explaining(office))
    api.include_router(static_files())
    api.include_router(signing_in(access, role_desk(office).read_ahead))
    api.include_router(pages(office, access))

    @api.get("/api/openapi.json", include_in_schema=False)
    async def description() -> Json:
        """Describe the interface."""
        return Json(described(api, access.cookie_name))

    return api


# What there is


def looking(office: Office) -> APIRouter:
    """Return the routes that show what is kept."""
    router = APIRouter()

    @router.get("/healthz", tags=["server"], response_model=OneThing)
    async def healthz() -> Json:
        """Say that the server is there; needs no token, and tells nothing else."""
        return Json({"ok": True})

    @router.get("/api/status", tags=["server"], response_model=OneThing)
    async def status() -> Json:
        """Say how the server is."""
        return Json(await office.status())

    @router.get("/api/audit", tags=["audit"], response_model=Things)
    async def records(wanted: Annotated[Records, Query()]) -> Json:
        """Return records, newest first, that meet all of the filters."""
        filters = wanted.model_dump(mode="json", exclude={"limit"})
        return Json(await office.records(filters, limit=wanted.limit))

    @router.get("/api/audit/{number}", tags=["audit"], response_model=OneThing)
    async def record(number: Number) -> Json:
        """Return one record."""
        return Json(await office.record(number))

    @router.get("/api/agents", tags=["agents"], response_model=Things)
    async def agents() -> Json:
        """Return every agent, with its state."""
        return Json(await office.agents())

    @router.get("/api/grants", tags=["grants"], response_model=Things)
    async def grants() -> Json:
        """Return the grants that hold."""
        return Json(await office.grants())

    return router


def living(office: Office, access: Access) -> APIRouter:
    """Return the routes that wait for what happens; a token that is revoked meanwhile ends them."""
    router = APIRouter()

    @router.get("/api/events", tags=["events"])
    async def events(request: Request) -> StreamingResponse:
        """
        Tell what happens from now on, as an event stream.

        A stream ends with the server, and with the token that it came with.
        """
        return StreamingResponse(
            lines(office.events(), lambda: access.still_in(request.scope)),
            media_type="text/event-stream",
            headers={
                "cache-control": "no-store",
                "x-accel-buffering": "no",
                "x-content-type-options": "nosniff",
            },
        )

    return router


def answering(office: Office) -> APIRouter:
    """Return the routes by which people allow things in advance, and take answers back."""
    router = APIRouter()

    @router.post("/api/grants", tags=["grants"], response_model=OneThing, openapi_extra=ALLOWANCE)
    async def allow(request: Request) -> Json:
        """Allow a whole category for one agent's session, before anything was asked."""
        person = needs(request, May.WORK)
        data = read_object(await read_body(request, LARGEST_REPLY))
        return Json(await office.allow(data, person=person, channel=channel_of(request)))

    @router.delete("/api/grants/{number}", tags=["grants"], response_model=OneThing)
    async def revoke(request: Request, number: Number) -> Json:
        """Revoke a grant."""
        return Json(await office.revoke(number, person=needs(request, May.WORK)))

    return router
