"""
The sessions of a gateway by HTTP: who begins one, and whose ends when there are too many.

Only a whole `initialize` begins a session; whatever else comes without one is refused before it
costs anything. Where there is no more room, the session that nobody has used for the longest
time makes some: no request of it is under way, and no stream is open.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp import types
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from proctor.gateway.client_calls import SESSION_HEADER
from proctor.gateway.unread import NO_REQUEST, refusal, refusals

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION, VERSION = SESSION_HEADER.encode(), MCP_PROTOCOL_VERSION_HEADER.encode()
MOST_SESSIONS = 1000
# How long a session stays that nobody uses, in seconds. Clients that listen keep a stream open.
IDLE = 300.0
LARGEST_BEGINNING = 1 << 20
BEGIN, FULL = "a session begins with `initialize`", "all sessions are in use; try again later"
TOO_LARGE = "a session does not begin with that much"


class Begun(NamedTuple):
    """The body of a request without a session: as it came, and why it begins none, if so."""

    body: bytes = b""
    status: int = 0
    answer: bytes = b""


class Sessions:
    """
    An application whose sessions make room for each other.

    Args:
        app: what is behind it.
        path: where that takes requests.
        most: how many sessions there may be.

    """

    def __init__(self, app: ASGIApp, path: str, most: int = MOST_SESSIONS) -> None:
        self.app = app
        self.path = path
        self.most = most
        # How many requests of each are under way; those that were used last stand last.
        self.used: dict[bytes, int] = {}
        self.beginning = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or scope["path"] != self.path or without_sessions(scope):
            await self.app(scope, receive, send)
            return
        session = header(scope, SESSION)
        if session is None:
            await self.begin(scope, receive, send)
            return
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        with self.using(session):
            await self.app(scope, receive, watched)
        if status == 404 or (scope["method"] == "DELETE" and status == 200):  # noqa: PLR2004 - HTTP
            self.used.pop(session, None)

    @contextmanager
    def using(self, session: bytes) -> Iterator[None]:
        """Note that a session is in use; one that is not known here is not kept either."""
        if session in self.used:
            self.used[session] += 1
        try:
            yield
        finally:
            if session in self.used:
                self.used[session] = self.used.pop(session) - 1

    async def begin(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Begin a session, or say why not."""
        begun = await read_beginning(scope, receive)
        if not begun.status and not await self.has_room(scope):
            begun = Begun(status=503, answer=refusal(None, NO_REQUEST, FULL))
        if begun.status:
            await answer(send, begun)
            return
        came = [{"type": "http.request", "body": begun.body, "more_body": False}]

        async def again() -> Message:
            return came.pop() if came else await receive()

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.note(message)
            await send(message)

        self.beginning += 1
        try:
            await self.app(scope, again, watched)
        finally:
            self.beginning -= 1

    def note(self, started: MutableMapping[str, Any]) -> None:
        """Note the session that an answer tells of."""
        if started["status"] < 400:  # noqa: PLR2004 - HTTP
            named = (value for name, value in started["headers"] if name.lower() == SESSION)
            self.used.update(dict.fromkeys(named, 0))

    async def has_room(self, scope: Scope) -> bool:
        """Say whether one more session can be, once those are ended that nobody uses."""
        while len(self.used) + self.beginning >= self.most:
            idle = next((session for session, times in self.used.items() if times <= 0), None)
            if idle is None:
                return False
            del self.used[idle]
            await self.end(idle, scope)
        return True

    async def end(self, session: bytes, scope: Scope) -> None:
        """End a session, as its client would."""

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def unheard(message: Message) -> None:
            """Take no notice: it may have ended by itself."""

        headers = [(SESSION, session), *((b"host", one) for one in [header(scope, b"host")] if one)]
        await self.app({**scope, "method": "DELETE", "headers": headers}, nothing, unheard)


def header(scope: Scope, wanted: bytes) -> bytes | None:
    """Return the value of a header, None if it is not there."""
    value: bytes | None = next((value for name, value in scope["headers"] if name == wanted), None)
    return value


def without_sessions(scope: Scope) -> bool:
    """Say whether a client speaks a version of MCP that has no sessions."""
    version = header(scope, VERSION)
    return version is not None and version.decode("latin-1") not in HANDSHAKE_PROTOCOL_VERSIONS


async def read_beginning(scope: Scope, receive: Receive) -> Begun:
    """Read the request that would begin a session."""
    if scope["method"] != "POST":
        return Begun(status=400, answer=refusal(None, NO_REQUEST, BEGIN))
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return Begun(status=400, answer=refusal(None, NO_REQUEST, BEGIN))
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BEGINNING:
            return Begun(status=413, answer=refusal(None, NO_REQUEST, TOO_LARGE))
    whole = bytes(body)
    try:
        said = types.JSONRPCRequest.model_validate_json(whole, by_name=False)
    except ValueError:
        odd = refusals(whole)
        return Begun(status=400, answer=odd[0] if odd else refusal(None, NO_REQUEST, BEGIN))
    try:
        if said.method == "initialize":
            types.InitializeRequestParams.model_validate(said.params, by_name=False)
            return Begun(whole)
    except ValueError:
        pass
    return Begun(status=400, answer=refusal(said.id, NO_REQUEST, BEGIN))


async def answer(send: Send, begun: Begun) -> None:
    """Answer with an error."""
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(begun.answer)),
        (b"cache-control", b"no-store"),
    ]
    # What was not read would be taken for the next request.
    if begun.status == 413:  # noqa: PLR2004 - HTTP
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": begun.status, "headers": headers})
    await send({"type": "http.response.body", "body": begun.answer})
