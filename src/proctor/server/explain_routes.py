"""The HTTP paths that say what a role would do with a call, and in which projects one can ask."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request

from proctor.errors import UsageError
from proctor.policy.explain import as_json
from proctor.server.answers import Json
from proctor.server.bodies import read_body, read_object
from proctor.server.description import TEXT, TEXT_OR_NONE, an_object, json_of
from proctor.server.explaining import Wanted, explained
from proctor.server.known_projects import chosen, projects_of
from proctor.server.office import Office
from proctor.server.requests import is_text, unknown
from proctor.terms.mode import Mode

OneThing, Things = dict[str, Any], list[dict[str, Any]]
TAGS: list[Any] = ["deciding"]
LARGEST = 2 << 20
WORDS = ("role", "mode", "cwd")
FIELDS = frozenset({"tool", "input", *WORDS})
EXPLAIN = {
    "requestBody": {
        "required": True,
        **json_of(
            an_object(
                {
                    "tool": {**TEXT, "description": "Its name, or a whole `tool:…` string."},
                    "input": {"description": "Its input; a text is what the tool works on."},
                    "role": {**TEXT_OR_NONE, "description": "`guarded` where none is named."},
                    "mode": {
                        "enum": [*(mode.value for mode in Mode), None],
                        "description": "Replaces the role's own.",
                    },
                    "cwd": {
                        **TEXT_OR_NONE,
                        "description": "A folder of a known project; a made-up one if not given.",
                    },
                },
                "tool",
            )
        ),
    }
}


def explaining(office: Office) -> APIRouter:
    """Return the routes that decide, and do nothing else."""
    router = APIRouter()

    @router.post("/api/explain", tags=TAGS, response_model=OneThing, openapi_extra=EXPLAIN)
    async def explain(request: Request) -> Json:
        """
        Say what a role would do with a call, and why, as `proctor explain --json` does.

        Nothing is run, kept or asked, and no grant is looked up.
        """
        wanted = read_wanted(read_object(await read_body(request, LARGEST)))
        if wanted.cwd:
            chosen(await projects_of(office), wanted.cwd)
        found = await asyncio.to_thread(explained, office.home, wanted)
        return Json(as_json(found.decision))

    @router.get("/api/projects", tags=["projects"], response_model=Things)
    async def projects() -> Json:
        """Return the projects that this home knows: of its agents and runs, and the trusted."""
        return Json([project.as_data() for project in await projects_of(office)])

    return router


def read_wanted(data: Mapping[str, Any]) -> Wanted:
    """
    Read what somebody wonders about.

    Raises:
        UsageError: a field is not known, or not what it should be.

    """
    if not data.keys() <= FIELDS:
        raise unknown(data, FIELDS)
    words = {field: "" if data.get(field) is None else data[field] for field in WORDS}
    tool = data.get("tool")
    for field, value in {"tool": tool, **words}.items():
        if not isinstance(value, str) or not is_text(value):
            raise UsageError(f"`{field}` is a text")
    wanted = Wanted(str(tool), data.get("input"), mode=words["mode"], cwd=words["cwd"])
    return wanted._replace(role=words["role"]) if words["role"] else wanted
