"""
Who gets to a gateway by HTTP: whoever has its token, by a known Host, and from no web page.

The token comes first: without it nothing is read, and nothing is told of what is here. It is
in no message and no log.
"""

from __future__ import annotations

import hmac
import json
from typing import TYPE_CHECKING, Any

import anyio

from proctor.gateway.client_calls import GONE

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from starlette.types import ASGIApp, Receive, Scope, Send

BEARER = b"bearer "
HOST, ORIGIN, TOKEN = b"host", b"origin", b"authorization"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
# Whoever listens on all addresses of a machine is called by many names.
ANYWHERE = ("0.0.0.0", "[::]")  # noqa: S104 - to tell them apart, not to listen there
USUAL_PORT = 80
NEEDED = "a token is needed: `Authorization: Bearer TOKEN`; `proctor mcp --http` says where it is"
WRONG = "this token is not the one of this gateway; `proctor mcp --http` says where that is"
ELSEWHERE = "this gateway is not reached by that name"
A_PAGE = "requests of web pages are refused"
TWICE = "a header came twice"


class Guarded:
    """
    An application behind the token.

    Args:
        app: what is behind it.
        token: the one that counts.
        host: where it listens, as an address in a URL.
        port: the same.

    """

    def __init__(self, app: ASGIApp, token: str, host: str, port: int) -> None:
        self.app = app
        self.token = token.encode()
        self.anywhere = host in ANYWHERE
        names = {name.encode() for name in (*LOOPBACK, host)}
        self.hosts = {name + b":%d" % port for name in names}
        if port == USUAL_PORT:
            self.hosts |= names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self.refusal(scope["headers"])
        if refused is not None:
            await refuse(send, *refused)
            return
        await self.serve(scope, receive, send)

    def refusal(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """Return why a request may not come in; None if it may."""
        given = [value for name, value in headers if name == TOKEN]
        if len(given) != 1 or not self.is_token(given[0]):
            return 401, WRONG if len(given) == 1 and bears(given[0]) else NEEDED
        hosts = [value.lower() for name, value in headers if name == HOST]
        origins = [value.lower() for name, value in headers if name == ORIGIN]
        if len(hosts) != 1 or len(origins) > 1:
            return 400, TWICE
        if hosts[0] not in self.hosts and not self.anywhere:
            return 421, ELSEWHERE
        # A page that was served from here would have this origin; there is none.
        if origins and origins[0] != b"http://" + hosts[0]:
            return 403, A_PAGE
        return None

    def is_token(self, given: bytes) -> bool:
        """Say whether a header holds the token, in a time that tells nothing."""
        borne = bears(given)
        return hmac.compare_digest(given[len(BEARER) :].strip(), self.token) and borne

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; if its client goes away before the answer, whoever works is told."""
        gone = scope[GONE] = anyio.Event()
        whole = False

        async def sending(message: MutableMapping[str, Any]) -> None:
            nonlocal whole
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                whole = True

        try:
            await self.app(scope, receive, sending)
        finally:
            if not whole:
                gone.set()


def bears(given: bytes) -> bool:
    """Say whether a header brings a token at all."""
    return given[: len(BEARER)].lower() == BEARER and bool(given[len(BEARER) :].strip())


async def refuse(send: Send, status: int, why: str) -> None:
    """Say why a request may not come in."""
    body = json.dumps({"error": why}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if status == 401:  # noqa: PLR2004 - the number of it
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
