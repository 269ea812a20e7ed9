"""The HTTP paths of one agent: how it stands, its events, its screen, messages to it, its end."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from proctor.agents.session_folder import NAME
from proctor.agents.stopping import Stopped
from proctor.errors import UsageError
from proctor.server.agent_desk import AgentDesk, Seen, agent_desk
from proctor.server.agent_roles import RoleSummary, overrides_of, summaries
from proctor.server.answers import Json
from proctor.server.bodies import read_body, read_object
from proctor.server.description import TEXT, an_object, json_of
from proctor.server.office import Office
from proctor.server.screen_text import texts_of
from proctor.server.wanted import Strict
from proctor.server.web.changes import note_change
from proctor.server.web.may import May, needs
from proctor.terms.event import Event

TAGS: list[Any] = ["agents"]
# A message has at most 100 000 bytes, and JSON may write six for each.
LARGEST, LARGEST_STOP = 640 << 10, 1 << 10
MOST_EVENTS, SOME_EVENTS = 1000, 50
AgentName = Annotated[str, Path(pattern=f"^{NAME.pattern}$", max_length=64)]
NOT_HERE: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such agent."}}
MESSAGE = {
    "requestBody": {
        "required": True,
        **json_of(an_object({"text": {**TEXT, "description": "What to say."}}, "text")),
    }
}
STOP = {
    "requestBody": {
        "required": False,
        **json_of(
            an_object(
                {"force": {"type": "boolean", "description": "Do not wait for it to end."}},
            )
        ),
    }
}


class AgentAnswer(BaseModel):
    """One agent, as `proctor list` has it, with what it was started as."""

    name: str
    role: str
    state: str
    since: str
    questions: list[int] = Field(description="Those that wait for a person, oldest first.")
    messages: int = Field(description="How many are held for it.")
    tokens: int | None
    cost: float | None
    cwd: str
    clients: int
    parent: str
    sandbox: bool
    session: str
    exit_code: int | None
    signal: str | None
    seen_at: str
    trouble: str | None
    stage_role: str | None
    checked: bool = Field(description="Whether a hook of its own checks its tool calls.")
    overrides: str | None = Field(description="What was changed for it alone, in short.")
    started_by_proctor: bool
    live: bool
    roles: list[RoleSummary]
    changed: dict[str, Any] | None = Field(description="What was changed for it alone, in full.")


class EventAnswer(BaseModel):
    """Something that happened to an agent."""

    n: int
    uid: str
    timestamp: str
    host: str
    home: str
    kind: str
    agent: str
    session: str
    body: dict[str, Any]
    spooled: bool


class ScreenAnswer(BaseModel):
    """What a terminal shows, as plain text without any sequence."""

    name: str
    lines: list[str]


class SentAnswer(BaseModel):
    """What became of a message: `delivered`, `held`, or `withdrawn`; and why."""

    id: int
    state: str
    why: str


class TakenBackAnswer(BaseModel):
    """How many messages were taken back."""

    withdrawn: int


class RevokedAnswer(BaseModel):
    """How much was taken back of what was changed for an agent alone."""

    name: str
    revoked: int


class StoppedAnswer(BaseModel):
    """How an agent has ended; `was` is how it stood before."""

    name: str
    was: str
    state: str
    exit_code: int | None
    signal: str | None


class Events(Strict):
    """How many events are wanted."""

    limit: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = SOME_EVENTS


def agent_paths(office: Office) -> APIRouter:
    """Return the routes of one agent."""
    router = APIRouter(tags=TAGS, responses=NOT_HERE)
    desk = agent_desk(office)
    looking(router, desk)
    changing(router, desk)
    return router


def looking(router: APIRouter, desk: AgentDesk) -> None:
    """Add the routes that show an agent."""

    @router.get("/api/agents/{name}", response_model=AgentAnswer)
    async def agent(name: AgentName) -> Json:
        """Return an agent: what it does, what it has used, and under which roles."""
        seen = await desk.one(name)
        changed = await overrides_of(desk.office, seen.agent)
        return Json(agent_data(seen, await summaries(desk.office, seen.agent), changed))

    @router.get("/api/agents/{name}/events", response_model=list[EventAnswer])
    async def events(name: AgentName, wanted: Annotated[Events, Query()]) -> Json:
        """Return the last events of an agent, newest first; also of one that is gone."""
        return Json([event_data(event) for event in await desk.events(name, wanted.limit)])

    @router.get("/api/agents/{name}/screen", response_model=ScreenAnswer)
    async def screen(name: AgentName) -> Json:
        """Return what the terminal of an agent shows, at most twice a second."""
        found = await desk.screen(name)
        return Json({"name": name, "lines": texts_of(found.lines)})


def changing(router: APIRouter, desk: AgentDesk) -> None:
    """Add the routes that do something to an agent."""

    @router.post("/api/agents/{name}/messages", response_model=SentAnswer, openapi_extra=MESSAGE)
    async def send(request: Request, name: AgentName) -> Json:
        """Say something to an agent: it is typed into its terminal as soon as it can be."""
        person = needs(request, May.WORK)
        data = read_object(await read_body(request, LARGEST))
        text = data.get("text")
        if data.keys() != {"text"} or not isinstance(text, str):
            raise UsageError("a message is an object with a `text`, and nothing else")
        return Json(await sent(desk, name, text, person))

    @router.delete("/api/agents/{name}/messages", response_model=TakenBackAnswer)
    async def take_back(request: Request, name: AgentName) -> Json:
        """Take back what you have sent and what is still held."""
        person = needs(request, May.WORK)
        return Json(await taken_back(desk, name, person))

    @router.delete("/api/agents/{name}/overrides", response_model=RevokedAnswer)
    async def revoke(request: Request, name: AgentName) -> Json:
        """Take back what was changed for an agent alone: its role counts as it is again."""
        return Json(await desk.revoke_overrides(name, person=needs(request, May.WORK)))

    @router.post("/api/agents/{name}/stop", response_model=StoppedAnswer, openapi_extra=STOP)
    async def stop(request: Request, name: AgentName) -> Json:
        """End an agent and its terminal: it is asked to, and after ten seconds ended."""
        person = needs(request, May.ADMIN)
        data = read_object(await read_body(request, LARGEST_STOP), optional=True)
        force = data.get("force", False)
        if not data.keys() <= {"force"} or not isinstance(force, bool):
            raise UsageError("`force` is true or false, and there is no other field")
        return Json(stopped_data(await stopped(desk, name, person, force=force)))


# What pages do too


async def sent(desk: AgentDesk, name: str, text: str, person: str) -> dict[str, Any]:
    """Send a message, and keep who did."""
    done = await desk.send(name, text, person=person)
    await note_change(desk.office, person, "message-sent", agent=name, state=str(done["state"]))
    return done


async def taken_back(desk: AgentDesk, name: str, person: str) -> dict[str, Any]:
    """Take messages back, and keep who did."""
    done = await desk.take_back(name, person=person)
    if done["withdrawn"]:
        number = str(done["withdrawn"])
        await note_change(desk.office, person, "messages-withdrawn", agent=name, number=number)
    return done


async def stopped(desk: AgentDesk, name: str, person: str, *, force: bool) -> Stopped:
    """End an agent, and keep who did, also where they do not wait for it."""

    async def end() -> Stopped:
        done = await desk.stop(name, force=force)
        await note_change(desk.office, person, "agent-stopped", agent=name, was=done.was)
        return done

    return await asyncio.shield(asyncio.create_task(end()))


def agent_data(
    seen: Seen, roles: list[dict[str, Any]], changed: dict[str, Any] | None
) -> dict[str, Any]:
    """Return an agent as plain values."""
    return {
        **seen.agent.data(),
        "questions": list(seen.questions),
        "live": seen.agent.live,
        "roles": roles,
        "changed": changed,
    }


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as plain values."""
    return event._asdict()


def stopped_data(done: Stopped) -> dict[str, Any]:
    """Return how an agent has ended, as plain values."""
    ended = done.life.ended
    return {
        "name": done.session.name,
        "was": done.was,
        "state": done.life.state,
        "exit_code": ended.exit_code if ended else None,
        "signal": (ended.signal or None) if ended else None,
    }
