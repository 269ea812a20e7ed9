"""
Who gets in by HTTP: a known Host, no foreign Origin, and a person's token.

A page on the Internet can make a browser send requests to this machine. It
cannot make up our Host for its own name, nor hide its Origin, nor know a token.
Nothing that a proxy would say of a request is believed: there is none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from typing import Any

from proctor.server.answers import (
    HIDDEN,
    LEAN,
    STRICT,
    App,
    Receive,
    Scope,
    Send,
    answer,
    error_json,
)
from proctor.server.tokens import Tokens

__all__ = ["PERSON", "Access", "App", "Guarded"]

OPEN = frozenset({"/healthz"})
NAMES = (b"127.0.0.1", b"localhost", b"[::1]")
# A browser leaves this port out.
USUAL_PORT = 80
PERSON = "proctor.person"
BEARER = b"bearer "
HOST, ORIGIN, TOKEN, SITE = b"host", b"origin", b"authorization", b"sec-fetch-site"
LOOKED_AT = frozenset({HOST, ORIGIN, TOKEN, SITE})
# What a browser says of a request that a person typed, or that a page of ours made.
OWN_SITES = frozenset({b"same-origin", b"none"})
ENDING = "the server is ending; ask the next one"
LOG = logging.getLogger("proctor.server")


class Access:
    """Knows which requests may come in, and whose they are."""

    def __init__(self, tokens: Tokens, port: int) -> None:
        self.tokens = tokens
        hosts = {name + b":%d" % port for name in NAMES}
        self.hosts = frozenset(hosts | set(NAMES) if port == USUAL_PORT else hosts)
        self.origins = frozenset(b"http://" + host for host in self.hosts)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return why a request may not come in; whose it is goes into its scope."""
        found: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in LOOKED_AT:
                if name in found:
                    return 400, f"the header `{name.decode()}` came twice"
                found[name] = value
        if found.get(HOST, b"").lower() not in self.hosts:
            return 421, "this server is reached by 127.0.0.1 or localhost and its port only"
        if ORIGIN in found and found[ORIGIN] not in self.origins:
            return 403, "requests from other sites are refused"
        if SITE in found and found[SITE] not in OWN_SITES:
            return 403, "requests from other sites are refused"
        if scope["path"] in OPEN:
            return None
        token = found.get(TOKEN, b"")
        if token[: len(BEARER)].lower() != BEARER:
            return 401, "a person's token is needed: `Authorization: Bearer …`, see `proctor token`"
        person = self.tokens.person_of(token[len(BEARER) :].decode("latin-1").strip())
        if person is None:
            return 401, "this token is nobody's; see `proctor token`"
        scope[PERSON] = person
        return None

    def still_in(self, scope: Scope) -> bool:
        """Say whether a request that came in would still do so, as the same person's."""
        person = scope[PERSON]
        return self.refusal(scope) is None and bool(scope[PERSON] == person)


class Sending:
    """A way to answer that knows whether it was used."""

    __slots__ = ("begun", "send")

    def __init__(self, send: Send) -> None:
        self.send = send
        self.begun = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a piece of the answer."""
        self.begun = True
        await self.send(message)


class Guarded:
    """
    An application behind Access; nothing in it runs for a request that may not come in.

    Whatever happens in it, the answer is one of ours.
    """

    def __init__(self, access: Access, app: App) -> None:
        self.access = access
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            return  # there are no websockets here, and nothing to begin or end
        refused = self.access.refusal(scope)
        if refused is not None:
            await refuse(scope, send, *refused)
            return
        sending = Sending(send)
        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if sending.begun:
                raise
            await refuse(scope, send, 503, ENDING)
        except Exception:
            LOG.exception("a request failed")
            if not sending.begun:
                await refuse(scope, send, 500, HIDDEN)


async def refuse(scope: Scope, send: Send, status: int, message: str) -> None:
    """Say why there is no other answer."""
    head = scope["method"] == "HEAD"
    await answer(send, status, error_json(message), headers=LEAN + STRICT, head=head)
