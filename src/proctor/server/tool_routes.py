"""The HTTP paths of tools: which there are, the catalogue, and what upstream servers list."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from proctor.errors import UsageError
from proctor.server.answers import Json
from proctor.server.bodies import read_body, read_object
from proctor.server.description import TEXT, an_object, json_of
from proctor.server.known_projects import chosen, projects_of
from proctor.server.office import Office
from proctor.server.requests import is_text, unknown
from proctor.server.tool_lists import ToolLists
from proctor.server.tool_pins import FORGET, PIN, UNPIN, Which, changed_pin, upstreams
from proctor.server.tool_sync import synced
from proctor.server.wanted import Strict
from proctor.server.web.changes import note_change
from proctor.server.web.may import May, needs
from proctor.tools.pin_file import HASH

OneThing, Things = dict[str, Any], list[dict[str, Any]]
TAGS: list[Any] = ["tools"]
LARGEST = 64 << 10
PROJECT = {**TEXT, "description": "A project that this home knows; the home itself if not given."}
SYNC = {"requestBody": {"required": False, **json_of(an_object({"project": PROJECT}))}}
WHICH = {"upstream": TEXT, "tool": TEXT}
PINNING = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    **WHICH,
                    "hash": {
                        **TEXT,
                        "pattern": f"^{HASH.pattern}$",
                        "description": "Of the text that the person has looked at.",
                    },
                },
                *("upstream", "tool", "hash"),
            )
        ),
    }
}
UNPINNING = {
    "requestBody": {"required": True, **json_of(an_object(WHICH, "upstream", "tool"))},
}
FORGETTING = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {**WHICH, "tool": {**TEXT, "description": "All of the upstream if not given."}},
                "upstream",
            )
        ),
    }
}


class Listing(Strict):
    """Which tools are wanted; what is empty does not count."""

    project: str = ""
    category: str = ""
    role: str = ""


class Seen(Strict):
    """From where tools are looked at."""

    project: str = ""


def tools(office: Office) -> APIRouter:
    """Return the routes of tools."""
    router = APIRouter()
    lists = ToolLists(office.home)

    @router.get("/api/tools", tags=TAGS, response_model=Things)
    async def list_tools(wanted: Annotated[Listing, Query()]) -> Json:
        """Return the tools that are known, of a category and of a role where they are named."""
        root = await root_of(office, wanted.project)
        found = await asyncio.to_thread(lists.get, root)
        every = [found.as_data(tool) for tool in found.tools]
        return Json(
            [
                tool
                for tool in every
                if wanted.category in ("", tool["category"])
                and (not wanted.role or wanted.role in tool["roles"])
            ]
        )

    @router.get("/api/tools/categories", tags=TAGS, response_model=Things)
    async def categories(wanted: Annotated[Seen, Query()]) -> Json:
        """Return the categories of tools, in the order of reading."""
        root = await root_of(office, wanted.project)
        found = await asyncio.to_thread(lists.get, root)
        return Json([asdict(category) for category in found.categories])

    @router.get("/api/tools/upstreams", tags=TAGS, response_model=Things)
    async def list_upstreams() -> Json:
        """Return the tools of upstream MCP servers with their texts, those that are held first."""
        return Json(await asyncio.to_thread(upstreams, office.home))

    router.include_router(changing(office))
    return router


def changing(office: Office) -> APIRouter:
    """Return the routes by which an administrator changes what is known of tools."""
    router = APIRouter()

    @router.post("/api/tools/sync", tags=TAGS, response_model=OneThing, openapi_extra=SYNC)
    async def sync(request: Request) -> Json:
        """
        Write down which tools the code has: `.proctor/tools/index.yaml`.

        Runs the modules that the catalogue names already, in a process of their own.
        """
        person = needs(request, May.ADMIN)
        said = await read_texts(request, ("project",))
        return Json(await sync_for(office, person, said.get("project", "")))

    @router.post("/api/tools/pin", tags=TAGS, response_model=OneThing, openapi_extra=PINNING)
    async def pin(request: Request) -> Json:
        """Believe a tool of an upstream as it is now: as `proctor tools pin` does."""
        return await told(request, PIN, ("upstream", "tool", "hash"))

    @router.post("/api/tools/unpin", tags=TAGS, response_model=OneThing, openapi_extra=UNPINNING)
    async def unpin(request: Request) -> Json:
        """Take a pin back: of the tool's hints only those count that make things stricter."""
        return await told(request, UNPIN, ("upstream", "tool"))

    @router.post("/api/tools/forget", tags=TAGS, response_model=OneThing, openapi_extra=FORGETTING)
    async def forget(request: Request) -> Json:
        """Forget a tool, or all of an upstream: what it lists next is seen for the first time."""
        return await told(request, FORGET, ("upstream",), ("tool",))

    async def told(
        request: Request, what: str, required: Collection[str], optional: Collection[str] = ()
    ) -> Json:
        """Do what an administrator wishes, and say what was done."""
        person = needs(request, May.ADMIN)
        said = await read_texts(request, (*required, *optional), required)
        which = Which(said["upstream"], said.get("tool", ""), said.get("hash", ""))
        change = await changed_pin(office, person, what, which)
        return Json(change._asdict())

    return router


async def sync_for(office: Office, person: str, project: str) -> dict[str, Any]:
    """
    Bring a catalogue up to date in a person's name.

    Raises:
        NotFound: no such project is known.
        UsageError: a module cannot be imported, or nobody has trusted it.

    """
    root = await root_of(office, project)
    done = await asyncio.to_thread(synced, root, office.home)
    office.posts.look_again()
    await note_change(office, person, "tools-synced", file=str(done["file"]))
    return done


async def root_of(office: Office, named: str) -> str:
    """
    Return the folder of a project that somebody named, empty for the home.

    Raises:
        NotFound: no such project is known.

    """
    return chosen(await projects_of(office), named).root if named else ""


async def read_texts(
    request: Request, known: Collection[str], required: Collection[str] = ()
) -> Mapping[str, str]:
    """
    Read a body of which every field is a text.

    Raises:
        UsageError: a field is missing, not known or no text.

    """
    data = read_object(await read_body(request, LARGEST), optional=not required)
    if not data.keys() <= set(known):
        raise unknown(data, frozenset(known))
    for field, value in data.items():
        if not isinstance(value, str) or not is_text(value):
            raise UsageError(f"`{field}` is a text")
    for field in required:
        if not data.get(field):
            raise UsageError(f"`{field}` is missing")
    return data
