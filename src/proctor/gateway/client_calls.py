"""
One call as its client made it: what it says, whose it is, and whether the client is still there.

Nothing in it is believed. It names the session that a grant may hold for, and the call's id by
which an agent program's hook knows the same call.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio

from proctor.gateway.answers import text_answer
from proctor.gateway.linked_judge import call_id_of

if TYPE_CHECKING:
    from mcp import types
    from mcp.server.context import ServerRequestContext

    Answer = types.CallToolResult

PROGRESS = "progressToken"
SESSION_HEADER = "mcp-session-id"
# In the scope of an HTTP request: an event that is set when its client has gone away.
GONE = "proctor.gone"
LEFT = "The client went away."


class ClientCall(NamedTuple):
    """One call; `session` is the transport's own name for the client, if it has one."""

    tool: str
    arguments: dict[str, Any]
    call_id: str
    session: str
    wants_progress: bool
    meta: Mapping[str, Any]
    gone: anyio.Event | None

    @classmethod
    def of(
        cls, ctx: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> ClientCall:
        """Read a call."""
        raw = (ctx.params or {}).get("_meta")
        meta: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
        request = ctx.request
        return cls(
            tool=params.name,
            arguments=params.arguments if params.arguments is not None else {},
            call_id=call_id_of(meta),
            session=request.headers.get(SESSION_HEADER, "") if request is not None else "",
            wants_progress=meta.get(PROGRESS) is not None,
            meta=meta,
            gone=request.scope.get(GONE) if request is not None else None,
        )

    def session_in(self, gateway: str) -> str:
        """Return what a grant for this session holds for: this client, of this gateway."""
        if not self.session:
            return gateway
        return f"{gateway}-{sha256(self.session.encode(errors='replace')).hexdigest()[:16]}"

    async def while_there(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do what the call wants, and give it up when nobody is there to be answered."""
        if self.gone is None:
            return await work
        done: list[Answer] = []
        async with anyio.create_task_group() as both:
            both.start_soon(cancel_at, self.gone, both.cancel_scope)
            done.append(await work)
            both.cancel_scope.cancel()
        return done[0] if done else text_answer(LEFT, error=True)


async def cancel_at(gone: anyio.Event, scope: anyio.CancelScope) -> None:
    """Cancel something when a client has gone away."""
    await gone.wait()
    scope.cancel()
