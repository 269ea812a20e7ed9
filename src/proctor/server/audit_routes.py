"""The HTTP paths of the record: counting, chains, proving, and the whole of it as a file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import StreamingResponse
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from proctor.audit.store import Filter, Store
from proctor.server.answers import Json
from proctor.server.audit_export import Format, exported
from proctor.server.audit_stats import Stats, stats
from proctor.server.audit_verifying import State, verifying_of
from proctor.server.description import FAILURES
from proctor.server.office import Office
from proctor.server.wanted import Selected
from proctor.server.web.may import May, needs

TAGS: list[Any] = ["audit"]
TEXTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The records, oldest first.",
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/csv": {"schema": {"type": "string"}},
        },
    }
}
BUSY: dict[int | str, dict[str, Any]] = {
    429: {**FAILURES[503], "description": "Too many are counted already."}
}


class Counted(Selected):
    """Which records are counted: of the last 24 hours, where no time is given."""

    whole: bool = False


class Exported(Selected):
    """Which records are exported, and how."""

    format: Format = "jsonl"


class ColumnJson(TypedDict):
    """How many records an hour, a day or a month has, in UTC."""

    name: str
    allow: int
    ask: int
    deny: int
    other: int


class StatsJson(TypedDict):
    """
    What the records are; `cut` says that only the newest were counted, because there are many.

    `decisions`, `tools`, `roles` and `deciders` have a number for each value.
    """

    number: int
    cut: bool
    since: str
    until: str
    unit: str
    columns: list[ColumnJson]
    decisions: dict[str, int]
    tools: dict[str, int]
    roles: dict[str, int]
    deciders: dict[str, int]


class ChainJson(TypedDict):
    """A chain, and its last link."""

    host: str
    home: str
    agent: str
    seq: int
    hash: str


class ChainsJson(TypedDict):
    """Every chain, and what the last verification found."""

    chains: list[ChainJson]
    verified: State


def auditing(office: Office) -> APIRouter:
    """Return the routes of the record; they come before that of one record by its number."""
    router = APIRouter()

    @router.get("/api/audit/stats", tags=TAGS, response_model=StatsJson, responses=BUSY)
    async def counts(wanted: Annotated[Counted, Query()]) -> Json:
        """
        Count records by hour, decision, tool, role and decider.

        Of many records only the newest are counted, unless `whole` is true, which may take
        seconds.
        """
        filters = wanted.model_dump(mode="json", exclude={"whole"})
        return Json(stats_json(await stats(office, Filter(**filters), whole=wanted.whole)))

    @router.get("/api/audit/chains", tags=TAGS, response_model=ChainsJson)
    async def chains() -> Json:
        """Return every chain with its last link, and what the last verification found."""
        found = await asyncio.to_thread(chains_json, office.keepers.reader)
        return Json({"chains": found, "verified": verifying_of(office).state})

    @router.post("/api/audit/verify", tags=TAGS, response_model=State, status_code=202)
    async def verify(request: Request) -> Json:
        """Begin to verify every chain, unless that is under way; see `/api/audit/chains`."""
        needs(request, May.VIEW)
        return Json(await verifying_of(office).start(), 202)

    @router.get("/api/audit/export", tags=TAGS, response_class=StreamingResponse, responses=TEXTS)
    async def export(wanted: Annotated[Exported, Query()]) -> StreamingResponse:
        """Return records as JSON lines or CSV, oldest first."""
        filters = wanted.model_dump(mode="json", exclude={"format"})
        return await exported(office, Filter(**filters), wanted.format)

    return router


def stats_json(counted: Stats) -> dict[str, Any]:
    """Return what was counted as data."""
    return {
        **counted._asdict(),
        "columns": [column._asdict() for column in counted.columns],
        **{
            name: dict(getattr(counted, name))
            for name in ("decisions", "tools", "roles", "deciders")
        },
    }


def chains_json(store: Store) -> list[ChainJson]:
    """Return every chain with its last link."""
    chains = store.chains()
    heads = {
        (host, home): store.heads(host, home) for host, home in {chain[:2] for chain in chains}
    }
    found = ((chain, heads[chain[:2]].get(chain[2])) for chain in chains)
    return [
        ChainJson(host=chain[0], home=chain[1], agent=chain[2], seq=head.seq, hash=head.hash)
        for chain, head in found
        if head is not None
    ]
