"""What a person does to an agent from its page: say something, revoke, end it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.agents.messages import LONGEST
from proctor.errors import NotAllowed, NotFound
from proctor.server.agent_desk import AgentDesk
from proctor.server.agent_routes import sent, stopped, taken_back
from proctor.server.agent_states import exited
from proctor.server.web.forms import read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment

# Three bytes in an address for each of a text, and some for the rest.
LARGEST = 3 * LONGEST + 1024


def acting(desk: AgentDesk) -> APIRouter:
    """Return the routes of what one can do."""
    router = APIRouter()

    @router.post("/agents/{name}/messages")
    async def send(request: Request, name: str) -> HTMLResponse:
        """Say something to an agent, and show what became of it."""
        person = needs(request, May.WORK)
        form = await read_form(request, {"text"}, LARGEST)
        done = await sent(desk, name, form.text("text"), person)
        return fragment(request, "agents/sent.html", name=name, done=done, taken=None)

    @router.delete("/agents/{name}/messages")
    async def take_back(request: Request, name: str) -> HTMLResponse:
        """Take back what is still held."""
        person = needs(request, May.WORK)
        done = await taken_back(desk, name, person)
        return fragment(request, "agents/sent.html", name=name, done=None, taken=done["withdrawn"])

    @router.post("/agents/{name}/overrides/revoke")
    async def revoke(request: Request, name: str) -> HTMLResponse:
        """Take back what was changed for an agent alone."""
        person = needs(request, May.WORK)
        await read_form(request, set(), 1024)
        try:
            await desk.revoke_overrides(name, person=person)
        except (NotFound, NotAllowed) as error:
            return fragment(request, "agents/revoked.html", name=name, trouble=error)
        return fragment(request, "agents/revoked.html", name=name, trouble=None)

    @router.post("/agents/{name}/stop")
    async def stop(request: Request, name: str) -> HTMLResponse:
        """End an agent."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, {"force"}, 1024)
        force = form.flag("force")
        try:
            done = await stopped(desk, name, person, force=force)
        except NotFound as error:
            return fragment(request, "agents/stopped.html", name=name, how="", trouble=error)
        ended = done.life.ended
        how = exited(ended.exit_code, ended.signal) if ended else done.life.state
        return fragment(request, "agents/stopped.html", name=name, how=how, trouble=None)

    return router
