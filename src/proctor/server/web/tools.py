"""`/tools`: which tools there are, who has them, and what waits for somebody to look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from proctor.errors import NotFound, ProctorError
from proctor.nodes import visible
from proctor.server.known_projects import KnownProject, chosen, projects_of
from proctor.server.office import Office
from proctor.server.tool_lists import ToolList, ToolLists
from proctor.server.tool_pins import (
    FORGET,
    PIN,
    UNPIN,
    Which,
    changed_pin,
    listed_upstreams,
    seen_tool,
)
from proctor.server.tool_routes import root_of, sync_for
from proctor.server.tool_sync import modules_to_run
from proctor.server.wanted import Strict
from proctor.server.web.forms import Form, read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment, page
from proctor.server.web.roles_links import link
from proctor.server.web.tools_parameters import parameters_of
from proctor.server.web.tools_texts import texts_of
from proctor.terms.catalogue import MCP_PREFIX
from proctor.tools.catalogue import ListedTool

LARGEST = 64 << 10
HELD = "held"
FIELDS = ("q", "project")


class Wanted(Strict):
    """What somebody looks for: words, and from which project."""

    q: str = ""
    project: str = ""


class One(Strict):
    """One tool, seen from a project."""

    id: str
    project: str = ""


def tools(office: Office) -> APIRouter:
    """Return the routes of the page of tools."""
    router = APIRouter()
    lists = ToolLists(office.home)

    @router.get("/tools")
    async def tools_page(request: Request, wanted: Annotated[Wanted, Query()]) -> HTMLResponse:
        """Show all tools, by category."""
        return page(request, "tools.html", **await seen(office, lists, wanted))

    @router.get("/tools/one")
    async def one_tool(request: Request, wanted: Annotated[One, Query()]) -> HTMLResponse:
        """Show all that is known of one tool."""
        root = await root_of(office, wanted.project)
        found = await asyncio.to_thread(lists.get, root)
        tool = tool_of(found, wanted.id)
        looked_at = await asyncio.to_thread(detail, tool, office.home)
        had = found.roles[wanted.id]
        leads = links(await projects_of(office), root)
        return fragment(
            request, "tools/one.html", had=had, project=root, role_link=leads, **looked_at
        )

    @router.get("/tools/held")
    async def held_tool(request: Request, wanted: Annotated[One, Query()]) -> HTMLResponse:
        """Show what a person must see of a tool before they pin it."""
        found = await asyncio.to_thread(texts_for, office.home, wanted.id)
        if found is None:
            raise NotFound(f"no tool `{visible(wanted.id)}` of an upstream was ever seen")
        root = await root_of(office, wanted.project)
        return fragment(request, "tools/held.html", seen=found, project=root)

    router.include_router(changing(office, lists))
    return router


def changing(office: Office, lists: ToolLists) -> APIRouter:
    """Return the routes by which an administrator changes what is known of tools."""
    router = APIRouter()

    @router.post("/tools/sync")
    async def sync(request: Request) -> HTMLResponse:
        """Write the catalogue of a project, or of the home."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, FIELDS, LARGEST)
        done = await sync_for(office, person, form.text("project"))
        return await again(request, form, f"{done['tools']} tools: {synced_words(done)}")

    async def again(request: Request, form: Form, words: str) -> HTMLResponse:
        """Show the list as it is now, and say what was done."""
        wanted = Wanted(q=form.text("q"), project=form.text("project"))
        data = await seen(office, lists, wanted)
        return fragment(request, "tools/done.html", done=words, **data)

    async def pinning(request: Request, what: str) -> HTMLResponse:
        """Pin, unpin or forget, and show the list as it is then."""
        person = needs(request, May.ADMIN)
        form = await read_form(request, (*FIELDS, "upstream", "tool", "hash"), LARGEST)
        which = Which(form.text("upstream"), form.text("tool"), form.text("hash"))
        change = await changed_pin(office, person, what, which)
        name = f"{which.upstream}/{which.tool}" if which.tool else which.upstream
        return await again(request, form, f"{change.what} {name}")

    @router.post("/tools/pin")
    async def pin(request: Request) -> HTMLResponse:
        """Believe a tool of an upstream as it is."""
        return await pinning(request, PIN)

    @router.post("/tools/unpin")
    async def unpin(request: Request) -> HTMLResponse:
        """Take a pin back."""
        return await pinning(request, UNPIN)

    @router.post("/tools/forget")
    async def forget(request: Request) -> HTMLResponse:
        """Forget a tool, or all of an upstream."""
        return await pinning(request, FORGET)

    return router


async def seen(office: Office, lists: ToolLists, wanted: Wanted) -> dict[str, Any]:
    """Return what the page shows."""
    projects = await projects_of(office)
    root = chosen(projects, wanted.project).root if wanted.project else ""
    found = await asyncio.to_thread(lists.get, root)
    theirs = await asyncio.to_thread(listed_upstreams, office.home)
    modules, refused = await asyncio.to_thread(to_run, office, root)
    looked_for = wanted.q.lower().split()
    groups = [
        (category, rows)
        for category in found.categories
        if (rows := [tool for tool in found.tools if tool.category == category.id
                     and matches(tool, category.name, looked_for)])
    ]  # fmt: skip
    return {
        "q": wanted.q,
        "project": root,
        "projects": projects,
        "groups": groups,
        "count": sum(len(rows) for _, rows in groups),
        "total": len(found.tools),
        "roles": found.roles,
        "role_link": links(projects, root),
        "broken": found.broken,
        "held": held_of(theirs),
        "damaged": [one for one in theirs if one["trouble"]],
        "modules": modules,
        "refused": refused,
    }


def links(projects: list[KnownProject], root: str) -> Callable[[str], str]:
    """Return what leads to a role; the roles of a project are shown once it is trusted."""
    trusted = any(one.trusted for one in projects if one.root == root)
    return partial(link, project=root if trusted else "")


def to_run(office: Office, root: str) -> tuple[tuple[str, ...], str]:
    """Return the modules that a sync would run, or why there can be none."""
    try:
        return modules_to_run(root, office.home), ""
    except ProctorError as error:
        return (), f"{error.message}; {error.help}" if error.help else error.message


def matches(tool: ListedTool, category: str, looked_for: list[str]) -> bool:
    """Say whether every word that is looked for is in a tool's names or description."""
    text = " ".join((*tool.info.names, tool.name, tool.description, category)).lower()
    return all(word in text for word in looked_for)


def held_of(theirs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tools that wait for somebody to look at them."""
    return [
        {**tool, "upstream": one["upstream"]}
        for one in theirs
        for tool in one["tools"]
        if tool["state"] == HELD
    ]


def tool_of(found: ToolList, name: str) -> ListedTool:
    """
    Return a tool by its id.

    Raises:
        NotFound: there is none of that id.

    """
    tool = next((one for one in found.tools if one.info.name == name), None)
    if tool is None:
        raise NotFound(f"there is no tool `{visible(name)}` here")
    return tool


def detail(tool: ListedTool, home: Path) -> Mapping[str, Any]:
    """Return all that is known of one tool."""
    upstream = tool.info.name.startswith(MCP_PREFIX)
    return {
        "tool": tool,
        "parameters": parameters_of(tool.parameters),
        "seen": texts_for(home, tool.info.name) if upstream else None,
    }


def texts_for(home: Path, name: str) -> dict[str, Any] | None:
    """Return a tool of an upstream with its texts as they are shown."""
    found = seen_tool(home, name)
    return {**found, "texts": texts_of(found)} if found else None


def synced_words(done: Mapping[str, Any]) -> str:
    """Say what became of a catalogue."""
    said = [
        f"{len(done[word])} {name}"
        for word, name in (("added", "new"), ("changed", "changed"), ("gone", "gone"))
        if done[word]
    ]
    if not done["written"]:
        said.append("up to date")
    if not done["trusted"]:
        said.append("it counts once a person has run `proctor trust`")
    return ", ".join(said) or f"wrote {done['file']}"
