"""The two paths at which agent programs hand in telemetry: OTLP by HTTP, in JSON."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from proctor.server.agent_tokens import LOGS, METRICS, SESSION
from proctor.server.answers import Json, WrongForm
from proctor.server.bodies import read_body
from proctor.server.description import Failure, json_of
from proctor.server.office import Office
from proctor.server.otlp import LARGEST

JSON = "application/json"
PLAIN, PACKED = frozenset({"", "identity"}), "gzip"
OneThing = dict[str, Any]
BODY = {"requestBody": {"required": True, **json_of({"type": "object"})}}
TROUBLES: dict[int | str, dict[str, Any]] = {
    404: {"model": Failure, "description": "Telemetry is switched off."},
    413: {"model": Failure, "description": "The request is too large."},
    415: {"model": Failure, "description": "It is not JSON."},
    429: {"model": Failure, "description": "The agent sends too much."},
}


def receiving(office: Office) -> APIRouter:
    """Return the routes that take telemetry; only a session's token opens them."""
    router = APIRouter(tags=["telemetry"], responses=TROUBLES)

    @router.post(LOGS, response_model=OneThing, openapi_extra=BODY)
    async def logs(request: Request) -> Json:
        """Take the events of an agent program, as OTLP in JSON."""
        return Json(await taken(office, request, logs=True))

    @router.post(METRICS, response_model=OneThing, openapi_extra=BODY)
    async def metrics(request: Request) -> Json:
        """Take the metrics of an agent program, as OTLP in JSON."""
        return Json(await taken(office, request, logs=False))

    return router


async def taken(office: Office, request: Request, *, logs: bool) -> OneThing:
    """
    Take the body of a request.

    Raises:
        WrongForm: it is not JSON, or is packed in a way that is not known.
        UsageError: it is not what it should be.

    """
    telemetry, session = office.telemetry, request.scope[SESSION]
    # Before anything is read.
    telemetry.check(session)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    coding = request.headers.get("content-encoding", "").strip().lower()
    if kind != JSON:
        raise WrongForm(
            f"telemetry is taken as {JSON}", help="OTEL_EXPORTER_OTLP_PROTOCOL=http/json"
        )
    if coding not in PLAIN and coding != PACKED:
        raise WrongForm(f"telemetry is taken as it is, or as {PACKED}")
    body = await read_body(request, LARGEST)
    return telemetry.take(session, body, logs=logs, packed=coding == PACKED)
