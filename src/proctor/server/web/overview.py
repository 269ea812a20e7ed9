"""`/`: what is happening. The same for everybody, so that a change is drawn once for all pages."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.web import live
from proctor.server.web.happening import lately, right_now
from proctor.server.web.render import fragment, page, words

# A page that is open is drawn anew at most so often, in seconds.
NOW, LATELY = 0.25, 3.0


def overview(office: Office) -> APIRouter:
    """Return the routes of the first page."""
    router = APIRouter()

    @router.get("/")
    async def first_page(request: Request) -> HTMLResponse:
        """Show what is happening."""
        now, day = await right_now(office), await lately(office)
        return page(request, "overview.html", now=now, day=day)

    @router.get("/overview/now")
    async def now_again(request: Request) -> HTMLResponse:
        """Show again who does what, and who waits."""
        return fragment(request, "overview/now.html", now=await right_now(office))

    @router.get("/overview/lately")
    async def lately_again(request: Request) -> HTMLResponse:
        """Show again what the last day was like."""
        return fragment(request, "overview/lately.html", day=await lately(office))

    return router


async def told_now(office: Office, _: Happening) -> str:
    """Return who does what, for all pages that are open."""
    return words("overview/now_told.html", now=await right_now(office))


async def told_lately(office: Office, _: Happening) -> str:
    """Return what the last day was like, for all pages that are open."""
    return words("overview/lately_told.html", day=await lately(office))


live.topic("now", of=("agent", "question"), render=told_now, every=NOW)
live.topic("lately", of=("decision", "event", "alarm"), render=told_lately, every=LATELY)
