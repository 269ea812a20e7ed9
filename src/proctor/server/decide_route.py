"""
`POST /api/decide`, without a framework: it is asked for every tool call.

Everything else of the interface is an ordinary route, in `api.py`.
"""

from __future__ import annotations

from typing import Any

from proctor.errors import ProctorError
from proctor.server.answers import LEAN, LEAN_PROBLEM, App, Receive, Scope, Send, answer
from proctor.server.bodies import Unread, read_body, read_object
from proctor.server.known_heads import KnownHeads
from proctor.server.office import Office
from proctor.server.problems import problem_json, problem_of

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
        if scope["method"] != "POST":
            refusal = problem_json(405, "there is only POST here")
            headers = (*LEAN_PROBLEM, (b"allow", b"POST"))
            await answer(send, 405, refusal, headers=headers, head=scope["method"] == "HEAD")
            return
        try:
            status, data = await self.decided(await read_body(Unread(scope, receive)))
        except ProctorError as error:
            data = problem_of(error)
            status = data["status"]
        await answer(send, status, data, headers=LEAN if status == OK else LEAN_PROBLEM)

    async def decided(self, body: bytes) -> tuple[int, dict[str, Any]]:
        """Return the answer to a request: its status, and what it says."""
        try:
            return OK, await self.office.decide(read_object(body))
        except ProctorError as error:
            told = problem_of(error)
            return told["status"], told
