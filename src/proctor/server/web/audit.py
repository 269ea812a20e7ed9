"""`/audit`: what was decided: filters, charts, a list that grows on top while one looks."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from proctor.errors import StoreError
from proctor.server.audit_look import Page, page_of
from proctor.server.audit_stats import stats
from proctor.server.audit_verifying import verifying_of
from proctor.server.office import Office
from proctor.server.wanted import PAGE
from proctor.server.web.audit_charts import charts_of
from proctor.server.web.audit_filters import Asked, as_kept, read_filters
from proctor.server.web.audit_rows import row_of
from proctor.server.web.render import page
from proctor.terms.record import Outcome

TOPICS = ["audit"]
WINDOWS = (("1h", "hour"), ("24h", "day"), ("7d", "week"), ("30d", "30 days"))
MOST_NAMES = 200
WRONG, AWAY = 422, 503


def audit(office: Office) -> APIRouter:
    """Return the route of the list."""
    router = APIRouter()

    @router.get("/audit")
    async def listing(request: Request) -> Response:
        """Show records, newest first."""
        asked = await as_kept(office, read_filters(request.query_params))
        if not asked.wrong and len(asked.given) < len(request.query_params.multi_items()):
            # A form sends its empty fields too; the address that people pass on has none.
            return RedirectResponse(f"/audit?{asked.query()}".rstrip("?"), 303)
        given: dict[str, Any] = {**shared(office, asked), "trouble": "", "shown": None}
        if asked.wrong:
            return page(request, "audit.html", status=WRONG, **given)
        try:
            shown = await asyncio.to_thread(
                page_of, office.keepers.reader, asked.wanted, limit=PAGE
            )
            counted = await stats(office, asked.wanted)
            given["agents"] = await asyncio.to_thread(agents_of, office)
        except StoreError as error:
            given["trouble"] = error.message
            return page(request, "audit.html", status=AWAY, **given)
        given |= {**list_data(asked, shown), "charts": charts_of(counted, asked, whole=False)}
        return page(request, "audit.html", **given)

    return router


def shared(office: Office, asked: Asked) -> dict[str, Any]:
    """Return what the page shows whatever is found."""
    return {
        "asked": asked,
        "decisions": [outcome.value for outcome in Outcome],
        "windows": WINDOWS,
        "agents": [],
        "charts": None,
        "verified": verifying_of(office).state,
        "topics": TOPICS,
    }


def list_data(asked: Asked, shown: Page) -> dict[str, Any]:
    """Return what the list itself is made of."""
    top = shown.rows[0].n if shown.rows else 0
    return {
        "shown": shown,
        "rows": [row_of(kept) for kept in shown.rows],
        "top": top,
        "added": 0,
        "paused": False,
        "anew": False,
        "growing": shown.first and not asked.wanted.until,
    }


def agents_of(office: Office) -> list[str]:
    """Return the names of agents of which there are records, to choose from."""
    names = {str(agent) for _, _, agent in office.keepers.reader.chains()}
    return sorted(filter(None, names))[:MOST_NAMES]
