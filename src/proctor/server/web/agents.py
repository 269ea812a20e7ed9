"""`/agents` and `/agents/{name}`: what every agent does, and what one can say to it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from proctor.agents.session_folder import is_name
from proctor.audit.rows import compact
from proctor.errors import NotFound, UsageError
from proctor.server.agent_desk import AgentDesk, Screen, Seen, agent_desk
from proctor.server.agent_roles import overrides_of, summaries
from proctor.server.agent_states import EXITED, exited
from proctor.server.office import Office
from proctor.server.web import live
from proctor.server.web.agents_acts import acting
from proctor.server.web.render import fragment, page

# So many of its last events are shown, and so much of each.
EVENTS, LONGEST = 30, 300
MARK = 16
live.topic("agents", of=("agent", "question", "run"), every=0.3)


def agents(office: Office) -> APIRouter:
    """Return the routes of the agents' pages."""
    router = APIRouter()
    desk = agent_desk(office)

    @router.get("/agents")
    async def every(request: Request) -> HTMLResponse:
        """Show all agents."""
        return page(request, "agents.html", **table(await desk.picture()))

    # No agent's name begins with a dash.
    @router.get("/agents/-/table")
    async def rows(request: Request) -> HTMLResponse:
        """Show the table alone: something has changed."""
        return fragment(request, "agents/table.html", **table(await desk.picture()))

    @router.get("/agents/{name}")
    async def one(request: Request, name: str) -> HTMLResponse:
        """Show one agent."""
        return await whole(request, desk, name, "agents/one.html")

    @router.get("/agents/{name}/facts")
    async def facts(request: Request, name: str) -> HTMLResponse:
        """Show what changes of an agent: something has."""
        return await whole(request, desk, name, "agents/facts.html")

    @router.get("/agents/{name}/screen")
    async def screen(request: Request, name: str, seen: str = "") -> Response:
        """Show what its terminal shows; nothing where that is what was seen."""
        try:
            found = await desk.screen(name)
        except NotFound as error:
            return fragment(request, "agents/screen.html", lines=[], mark="", gone=error.message)
        mark = mark_of(found)
        if mark == seen:
            return Response(status_code=204)
        return fragment(request, "agents/screen.html", lines=found.lines, mark=mark, gone="")

    router.include_router(acting(desk))
    return router


async def whole(request: Request, desk: AgentDesk, name: str, template: str) -> HTMLResponse:
    """Show one agent; of one that is gone, that it is."""
    try:
        seen = await desk.one(name)
    except UsageError:
        return page(request, "agents/gone.html", status=404, name=name, events=[])
    except NotFound:
        events = await last_events(desk, name)
        if template != "agents/one.html":
            return fragment(request, "agents/gone_facts.html", name=name, events=events)
        return page(request, "agents/gone.html", status=404, name=name, events=events)
    session = await desk.session(name)
    return page(
        request,
        template,
        one=row_of(seen),
        roles=await summaries(desk.office, seen.agent),
        changed=await overrides_of(desk.office, seen.agent),
        events=await last_events(desk, name),
        session=session,
    )


def table(picture: Any) -> dict[str, Any]:
    """Return what the table shows."""
    return {"rows": [row_of(seen) for seen in picture.agents], "trouble": picture.trouble}


def row_of(seen: Seen) -> dict[str, Any]:
    """Return what is shown of an agent."""
    agent = seen.agent
    state = exited(agent.exit_code, agent.signal) if agent.state == EXITED else agent.state
    return {
        **agent._asdict(),
        "state": state,
        "asked": seen.questions,
        # Others may have any name, and then have no page.
        "link": f"/agents/{agent.name}" if is_name(agent.name) else "",
    }


async def last_events(desk: AgentDesk, name: str) -> list[dict[str, Any]]:
    """Return the last events of an agent, each with what it says in a line."""
    return [
        {
            "at": event.timestamp,
            "kind": event.kind,
            "words": body_words(event.body),
            "spooled": event.spooled,
        }
        for event in await desk.events(name, EVENTS)
    ]


def body_words(body: dict[str, Any]) -> str:
    """Return what an event says, the tool first, without what is empty."""
    rest = {key: value for key, value in body.items() if key != "tool" and value not in ("", None)}
    words = [
        f"{key}={value if isinstance(value, str) else compact(value)}"[:LONGEST]
        for key, value in rest.items()
    ]
    return " ".join([*([str(body["tool"])] if body.get("tool") else []), *words])[:LONGEST]


def mark_of(screen: Screen) -> str:
    """Return what a screen is known again by."""
    return sha256(json.dumps(screen.lines).encode()).hexdigest()[:MARK]
