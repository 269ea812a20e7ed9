"""
`POST /api/decide`, without a framework: it is asked for every tool call.

So is telemetry, in `telemetry_routes.py`; every other path is an ordinary route, in `api.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proctor.errors import ProctorError
from proctor.server.answers import App, Receive, Scope, Send
from proctor.server.bodies import Unread, read_body, read_object
from proctor.server.known_heads import KnownHeads
from proctor.server.office import Office
from proctor.server.problems import answer_post, problem_of

PATH = "/api/decide"
OK = 200


class Decide:
    """Answers one path, and hands every other one on."""

    def __init__(self, office: Office, app: App) -> None:
        self.office = office
        self.app = app
        self.heads = KnownHeads()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Decide a call, or hand the request on."""
        if scope["path"] != PATH:
            await self.app(scope, receive, send)
            return
        await answer_post(scope, send, lambda: self.verdict(scope, receive))

    async def verdict(self, scope: Scope, receive: Receive) -> Mapping[str, Any]:
        """Return the verdict on the call in a request."""
        body = await read_body(Unread(scope, receive))
        return await self.office.decide(read_object(body))

    async def decided(self, body: bytes) -> tuple[int, dict[str, Any]]:
        """Return the answer to a request: its status, and what it says."""
        try:
            return OK, await self.office.decide(read_object(body))
        except ProctorError as error:
            told = problem_of(error)
            return told["status"], told
