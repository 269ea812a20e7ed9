"""The HTTP interface: what the office can do, by paths. `/api/openapi.json` describes it."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from proctor.errors import NotAllowed, ProctorError
from proctor.server.access import PERSON, Access, Guarded
from proctor.server.answers import HIDDEN, App, Json, error_json, status_of
from proctor.server.bodies import read_body, read_object
from proctor.server.decide_route import Decide
from proctor.server.description import ALLOWANCE, FAILURES, REPLY, described
from proctor.server.office import Office
from proctor.server.stream import lines
from proctor.server.wanted import Number, Questions, Records, Waiting

OneThing, Things = dict[str, Any], list[dict[str, Any]]
ABOUT = "Every path but `/healthz` needs a person's token: `Authorization: Bearer ...`."
LARGEST_REPLY = 64 << 10
LONGEST_NAME = 40
# Nothing of what people do here is told to anybody, whatever the environment says.
SIGNALS = ("tracing", "metrics", "logs", "operation_spans", "auto_configure")
# By name, because older versions of the framework have none and do not know the word.
SILENT: dict[str, Any] = {"telemetry": dict.fromkeys(SIGNALS, False)}


def make_app(office: Office, access: Access) -> App:
    """Return the whole application: who may come in, the quick route, then all others."""
    api = FastAPI(
        title="Proctor",
        version=version("proctor-gate"),
        description=ABOUT,
        openapi_url=None,  # ours says more
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        responses=FAILURES,
        **SILENT,
    )
    api.add_exception_handler(ProctorError, refused)
    api.add_exception_handler(RequestValidationError, wrong_part)
    api.add_exception_handler(HTTPException, no_such_path)
    api.add_exception_handler(Exception, failed)
    api.include_router(looking(office))
    api.include_router(living(office, access))
    api.include_router(answering(office))

    @api.get("/api/openapi.json", include_in_schema=False)
    async def description() -> Json:
        """Describe the interface."""
        return Json(described(api))

    return Guarded(access, Decide(office, api))


# What goes wrong


async def refused(_: Request, error: Exception) -> Json:
    """Answer a wrong request, or one that cannot be met now."""
    if not isinstance(error, ProctorError):
        raise error
    return Json(error_json(error.message, error.help), status_of(error))


async def wrong_part(_: Request, error: Exception) -> Json:
    """Say which part of a request is wrong, and never what stood there: it may be a secret."""
    if not isinstance(error, RequestValidationError):
        raise error
    said: dict[str, str] = {}
    for one in error.errors():
        # A part that may be of two kinds is named once for each; the first one counts.
        part = str(one["loc"][1])[:LONGEST_NAME]
        said.setdefault(part, one["msg"].removeprefix("Value error, "))
    return Json(error_json("; ".join(f"`{part}`: {what}" for part, what in said.items())), 422)


async def no_such_path(_: Request, error: Exception) -> Json:
    """Say that there is nothing here, or nothing of this kind."""
    if not isinstance(error, HTTPException):
        raise error
    message = error_json(error.detail.lower(), "`/api/openapi.json` has all paths")
    return Json(message, error.status_code, headers=error.headers)


async def failed(_: Request, __: Exception) -> Json:
    """Say that something went wrong; only the log says what."""
    return Json(error_json(HIDDEN), 500)


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

    @router.get("/api/approvals", tags=["approvals"], response_model=Things)
    async def approvals(wanted: Annotated[Questions, Query()]) -> Json:
        """Return questions, oldest first; `status=` (empty) for all."""
        return Json(await office.questions(wanted.status))

    return router


def living(office: Office, access: Access) -> APIRouter:
    """Return the routes that wait for what happens; a token that is revoked meanwhile ends them."""
    router = APIRouter()

    @router.get("/api/approvals/{number}", tags=["approvals"], response_model=OneThing)
    async def approval(
        request: Request, number: Number, waiting: Annotated[Waiting, Query()]
    ) -> Json:
        """Return a question, as soon as it has ended or `wait` seconds are over."""
        found = await office.wait(number, waiting.wait)
        if waiting.wait and not access.still_in(request.scope):
            raise NotAllowed("the token was revoked meanwhile")
        return Json(found)

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
    """Return the routes by which people answer, and take answers back."""
    router = APIRouter()

    @router.post(
        "/api/approvals/{number}", tags=["approvals"], response_model=OneThing, openapi_extra=REPLY
    )
    async def answer(request: Request, number: Number) -> Json:
        """Answer a question: `answer` is allow or deny; `words`, `scope` and `seconds` may be."""
        data = read_object(await read_body(request.receive, LARGEST_REPLY))
        person = str(request.scope[PERSON])
        return Json(await office.answer(number, data, person=person, channel="http"))

    @router.post("/api/grants", tags=["grants"], response_model=OneThing, openapi_extra=ALLOWANCE)
    async def allow(request: Request) -> Json:
        """Allow a whole category for one agent's session, before anything was asked."""
        data = read_object(await read_body(request.receive, LARGEST_REPLY))
        person = str(request.scope[PERSON])
        return Json(await office.allow(data, person=person, channel="http"))

    @router.delete("/api/grants/{number}", tags=["grants"], response_model=OneThing)
    async def revoke(request: Request, number: Number) -> Json:
        """Revoke a grant."""
        return Json(await office.revoke(number, person=str(request.scope[PERSON])))

    return router
