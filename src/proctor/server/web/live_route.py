"""`GET /live`: where open pages listen."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from proctor.server.access import Access
from proctor.server.web.live import Live, wanted

HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
}


def living(live: Live, access: Access) -> APIRouter:
    """Return the route of the stream."""
    router = APIRouter(include_in_schema=False)

    @router.get("/live")
    async def listen(request: Request, topics: str = "", since: str = "") -> StreamingResponse:
        """Tell what happens to some topics from now on; ends with the session, and the server."""
        names = wanted(topics)
        said = live.stream(names, since, lambda: access.still_in(request.scope))
        return StreamingResponse(said, media_type="text/event-stream", headers=HEADERS)

    return router
