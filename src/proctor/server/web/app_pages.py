"""Every page of the server. A page is one file with a router, and one line here."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request

from proctor.server.access import Access
from proctor.server.office import Office
from proctor.server.web.agents import agents
from proctor.server.web.approvals import approvals
from proctor.server.web.audit import audit
from proctor.server.web.audit_chains import chains
from proctor.server.web.audit_pieces import audit_pieces
from proctor.server.web.audit_record import records
from proctor.server.web.live import Live
from proctor.server.web.live_route import living
from proctor.server.web.overview import overview
from proctor.server.web.playground import playground
from proctor.server.web.render import LIVE, WAITING
from proctor.server.web.roles import roles
from proctor.server.web.tools import tools
from proctor.server.web.waiting import number_waiting
from proctor.server.web.workflows import workflows


def pages(office: Office, access: Access) -> APIRouter:
    """Return the routes of all pages, and of the stream that keeps them true."""

    async def note_now(request: Request) -> None:
        """Let every page say how many questions wait, and from when on it listens."""
        request.scope[LIVE] = live.marks()
        request.scope[WAITING] = await number_waiting(office)

    live = Live(office)
    router = APIRouter(dependencies=[Depends(note_now)], include_in_schema=False)
    router.include_router(overview(office))
    # One line for each page, in the order of the side bar.
    router.include_router(approvals(office))
    router.include_router(agents(office))
    router.include_router(roles(office))
    router.include_router(tools(office))
    router.include_router(audit(office))
    router.include_router(audit_pieces(office))
    router.include_router(chains(office))
    router.include_router(records(office))
    router.include_router(playground(office))
    router.include_router(workflows(office))

    router.include_router(living(live, access))
    return router
