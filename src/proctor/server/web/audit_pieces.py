"""Pieces of `/audit` that come later: new records on top, other charts, whether chains hold."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from proctor.audit.rows import LARGEST
from proctor.audit.store import Filter, Store
from proctor.errors import StoreError
from proctor.server.audit_look import check_near, page_of
from proctor.server.audit_stats import stats
from proctor.server.office import Office
from proctor.server.wanted import PAGE
from proctor.server.web import live
from proctor.server.web.audit_charts import charts_of
from proctor.server.web.audit_filters import Asked, as_kept, read_filters
from proctor.server.web.audit_rows import row_of
from proctor.server.web.render import fragment

# Records come by the hundred: so often, in seconds, pages hear that there are new ones.
PACE = 1.0
# When so many rows have been added on top, the list is made anew: a page is open for days.
MOST_ADDED = 150
WRONG = 422
# What an address of `/audit/newer` says besides the filters: the newest record that the page
# has, how many were added to it since it was loaded, and whether it shall get any.
EXTRA = ("top", "added", "paused")
Count = Annotated[int, Query(ge=0, le=LARGEST)]

live.topic("audit", of=("decision", "alarm"), every=PACE)


def audit_pieces(office: Office) -> APIRouter:
    """Return the routes of the pieces."""
    router = APIRouter()

    @router.get("/audit/newer")
    async def newer(
        request: Request, top: Count = 0, added: Count = 0, paused: bool = False
    ) -> HTMLResponse:
        """Return what is new on top of the list, or say that it is paused or out of reach."""
        asked = await as_kept(office, read_filters(request.query_params, more=EXTRA))
        if asked.wrong:
            return strange(request, asked)
        if paused:
            grown = unchanged(top, added)
        else:
            grown = await asyncio.to_thread(on_top, office.keepers.reader, asked.wanted, top, added)
        return fragment(request, "audit/tail.html", asked=asked, paused=paused, **grown)

    @router.get("/audit/back")
    async def back() -> Response:
        """Have a page loaded again, as soon as the store can be read."""
        try:
            await asyncio.to_thread(office.keepers.reader.find, Filter(), limit=1)
        except StoreError:
            return Response(status_code=204)
        return Response(status_code=204, headers={"HX-Refresh": "true"})

    @router.get("/audit/charts")
    async def charts(request: Request, whole: bool = False) -> HTMLResponse:
        """Return the charts alone, of all records of the window if wished."""
        asked = await as_kept(office, read_filters(request.query_params, more=("whole",)))
        if asked.wrong:
            return strange(request, asked)
        counted = await stats(office, asked.wanted, whole=whole)
        drawn = charts_of(counted, asked, whole=whole)
        return fragment(request, "audit/charts.html", asked=asked, charts=drawn)

    @router.get("/audit/checked")
    async def checked(request: Request) -> HTMLResponse:
        """Say whether the chains hold around the records of a page."""
        asked = await as_kept(office, read_filters(request.query_params))
        if asked.wrong:
            return strange(request, asked)
        reader = office.keepers.reader
        shown = await asyncio.to_thread(page_of, reader, asked.wanted, limit=PAGE)
        seen = await asyncio.to_thread(check_near, reader, shown.rows)
        return fragment(request, "audit/checked.html", seen=seen)

    return router


def strange(request: Request, asked: Asked) -> HTMLResponse:
    """Say what is wrong with an address."""
    return fragment(request, "audit/strange.html", status=WRONG, asked=asked)


def unchanged(top: int, added: int, trouble: str = "") -> dict[str, Any]:
    """Return that nothing is added."""
    return {"top": top, "added": added, "rows": [], "anew": False, "trouble": trouble}


def on_top(store: Store, wanted: Filter, top: int, added: int) -> dict[str, Any]:
    """Return what is added on top; where that is too much, what the list is made of anew."""
    newest = wanted._replace(before=None, after=None)
    try:
        found = store.find(newest._replace(after=top), limit=PAGE + 1)
        if not found:
            return unchanged(top, added)
        anew = len(found) > PAGE or added + len(found) > MOST_ADDED
        if anew:
            found = store.find(newest, limit=PAGE)
    except StoreError as error:
        return unchanged(top, added, error.message)
    return {
        "top": found[0].n,
        "added": 0 if anew else added + len(found),
        "rows": [row_of(kept) for kept in found],
        "anew": anew,
        "trouble": "",
    }
