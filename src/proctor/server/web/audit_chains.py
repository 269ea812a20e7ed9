"""`/audit/chains` and `/audit/changes`: whether the record is whole, and who changed what."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.audit.rows import compact
from proctor.server.audit_routes import chains_json
from proctor.server.audit_verifying import TOPIC, State, verifying_of
from proctor.server.office import Office
from proctor.server.wanted import PAGE, Place
from proctor.server.web import live
from proctor.server.web.audit_rows import same, text_of
from proctor.server.web.changes import CHANGED
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment, page
from proctor.terms.event import Event

# So often, in seconds, pages hear how far a verification is.
PACE = 0.5
HASH_SHOWN = 16
PERCENT = 100

live.topic(TOPIC, of=TOPIC, every=PACE)
live.topic("changes", of="change")


def chains(office: Office) -> APIRouter:
    """Return the routes about the record as a whole."""
    router = APIRouter()

    @router.get("/audit/chains")
    async def all_chains(request: Request) -> HTMLResponse:
        """Show every chain, and what the last verification found."""
        found = await asyncio.to_thread(chains_json, office.keepers.reader)
        lines = [
            {
                **one,
                "href": same(agent=one["agent"], host=one["host"]),
                "link": text_of(one["hash"])[:HASH_SHOWN],
            }
            for one in found
        ]
        state = verifying_of(office).state
        return page(request, "audit/chains.html", chains=lines, topics=[TOPIC], **progress(state))

    @router.get("/audit/verify")
    async def verified(request: Request) -> HTMLResponse:
        """Say how far the verification is."""
        return fragment(request, "audit/verified.html", **progress(verifying_of(office).state))

    @router.post("/audit/verify")
    async def verify(request: Request) -> HTMLResponse:
        """Begin to verify every chain."""
        needs(request, May.VIEW)
        state = await verifying_of(office).start()
        return fragment(request, "audit/verified.html", **progress(state))

    @router.get("/audit/changes")
    async def changes(request: Request, before: Place = None) -> HTMLResponse:
        """Show who changed what by these pages, newest first."""
        reader = office.keepers.reader
        found = await asyncio.to_thread(reader.own_events, CHANGED, before=before, limit=PAGE + 1)
        rows = [change_of(event) for event in found[:PAGE]]
        older = rows[-1]["n"] if len(found) > PAGE else None
        return page(
            request,
            "audit/changes.html",
            rows=rows,
            older=older,
            first=before is None,
            topics=["changes"],
        )

    return router


def progress(state: State) -> dict[str, Any]:
    """Return how far a verification is, for a page."""
    about = max(state["records"], state["looked_at"], 1)
    return {"verified": state, "share": PERCENT * state["looked_at"] // about}


def change_of(event: Event) -> dict[str, Any]:
    """Return a change as a line."""
    body = dict(event.body)
    person, what = text_of(body.pop("person", "")), text_of(body.pop("what", ""))
    detail = [
        (text_of(name), value if isinstance(value, str) else compact(value))
        for name, value in body.items()
        if value not in ("", None)
    ]
    return {
        "n": event.n,
        "timestamp": event.timestamp,
        "host": event.host,
        "person": person,
        "what": what,
        "detail": detail,
        "spooled": event.spooled,
    }
