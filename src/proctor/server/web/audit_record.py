"""`/audit/{n}`: one record, with why it is what it is and what stands around it."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.audit.rows import Kept
from proctor.server.audit_look import Neighbourhood, neighbourhood
from proctor.server.office import Office
from proctor.server.wanted import Number
from proctor.server.web.audit_rows import record_data, row_of, same, text_of
from proctor.server.web.render import page
from proctor.terms.record import Outcome

# Who or what decided, in a sentence.
DECIDERS = {
    "guard": "Proctor's own guard, which no rule can change",
    "tools of the role": "the role's list of tools: this one is not on it",
    "rule": "a rule",
    "mode": "the mode, because no rule says anything",
    "otherwise": "what the role says of everything that no rule names",
    "unread": "nobody could read it for certain",
    "person": "a person",
    "grant": "an answer that a person gave before, and that holds on",
    "reviewer": "the reviewer, a model",
    "telemetry": "what the agent program itself told",
    "retention": "the owner, by the home's retention",
    "store": "the owner, because the store was damaged",
}
EFFECTS = ("allow", "ask", "deny")
# What is longer does not go into an address.
LONGEST_ACTION = 1000


def records(office: Office) -> APIRouter:
    """Return the route of one record; it comes last, after all paths that have a name."""
    router = APIRouter()

    @router.get("/audit/{number}")
    async def record(request: Request, number: Number) -> HTMLResponse:
        """Show a record."""
        found = await asyncio.to_thread(neighbourhood, office.keepers.reader, number)
        return page(request, "audit/record.html", **shown(found))

    return router


def shown(found: Neighbourhood) -> dict[str, Any]:
    """Return what the page of a record shows."""
    data = record_data(found.kept)
    return {
        "it": data,
        "decider": DECIDERS.get(data["decider"], data["decider"]),
        "call_parts": parts_of(found.question),
        "left_open": data["decision"] == Outcome.ASK_DIALOG,
        "previous": row(found.previous),
        "following": row(found.following),
        "earlier": row(found.earlier),
        "later": [row_of(kept) for kept in found.later],
        "breaks": [one for one in found.breaks if one.n == found.kept.n],
        "near": [one for one in found.breaks if one.n != found.kept.n],
        "looked_at": found.looked_at,
        "links": {
            "agent": same(agent=data["agent_name"]),
            "role": same(role=data["role"]),
            "tool": same(tool=data["tool"]),
            "session": same(session=data["session"]),
            "requester": same(person=data["user_id"]),
            "answered_by": same(person=data["answered_by"]),
        },
        "playground": played(data),
    }


def played(data: dict[str, Any]) -> str:
    """Return where the same action is decided by the role as it is now; "" where it is none."""
    action = data["action_string"]
    if not action.startswith("tool:") or len(action) > LONGEST_ACTION:
        return ""
    return f"/playground?{urlencode({'tool': action, 'role': data['role'] or 'guarded'})}"


def row(kept: Kept | None) -> Any:
    """Return a record as a line, if there is one."""
    return row_of(kept) if kept is not None else None


def parts_of(body: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the parts of a call, as the question about it told them; none where nobody asked."""
    parts = body.get("parts") if body else None
    if not isinstance(parts, list):
        return []
    return [
        {
            "text": text_of(part.get("part")),
            "effect": part.get("effect") if part.get("effect") in EFFECTS else "",
            "rule": text_of(part.get("rule")),
            "where": text_of(part.get("where")),
            "why": text_of(part.get("why")),
        }
        for part in parts
        if isinstance(part, dict)
    ]
