"""
Say what went wrong in the form that whoever asked can read.

A program gets JSON, a page of ours that made a request gets a piece of a page, and a person
who opened an address gets a whole one; or, where they are not signed in, the way to do so.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from proctor.server.answers import LEAN, STRICT, Receive, Scope, Send
from proctor.server.problems import ProblemJson, Refused, answer_problem
from proctor.server.web.own_paths import sign_in_for

# What programs ask for; everything else is a page.
OF_PROGRAMS = ("/api/", "/v1/", "/static/", "/healthz")
NOT_SIGNED_IN = frozenset({"token-missing", "signed-out"})
# Where cookies contradict each other, the way out is to have none.
CONTRADICTED = "doubled-cookie"
NO_COOKIES = (b"clear-site-data", b'"cookies"')
PLAIN = {name.decode(): value.decode() for name, value in LEAN[1:] + STRICT}
HTML = "text/html"


def is_page(scope: Scope) -> bool:
    """Say whether a person opened an address of a page."""
    accepted = header(scope, b"accept")
    return not scope["path"].startswith(OF_PROGRAMS) and HTML in accepted


def is_piece(scope: Scope) -> bool:
    """Say whether a page of ours made the request, and shows what comes back."""
    return header(scope, b"hx-request") == "true"


def header(scope: Scope, wanted: bytes) -> str:
    """Return a header of a request; nothing where there is none."""
    found = next((value for name, value in scope["headers"] if name == wanted), b"")
    return bytes(found).decode("latin-1")


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Answer a request that does not come in, or to which no answer could be made."""
    told = refused.as_json()
    if refused.code == CONTRADICTED:
        send = without_cookies(send)
    if refused.code in NOT_SIGNED_IN and (is_piece(scope) or is_page(scope)):
        await to_sign_in(scope)(scope, receive, send)
    elif is_piece(scope) or is_page(scope):
        await shown(Request(scope), told)(scope, receive, send)
    else:
        await answer_problem(send, told, head=scope["method"] == "HEAD")


def to_sign_in(scope: Scope) -> Response:
    """Lead somebody who is not signed in to where they can be, and afterwards back."""
    if is_piece(scope):
        # The page says so by itself, and stays: somebody may be writing in it.
        return Response(status_code=401, headers=PLAIN)
    return Response(status_code=303, headers={**PLAIN, "location": sign_in_for(whole(scope))})


def lead_to(url: str, scope: Scope) -> Response:
    """Lead somebody who has opened a page by another name to the same one at our address."""
    return Response(status_code=308, headers={**PLAIN, "location": url + whole(scope)})


def whole(scope: Scope) -> str:
    """Return the path of a request with what was asked of it."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    path = bytes(scope.get("raw_path") or b"/").decode("latin-1").partition("?")[0]
    rooted = path if path.startswith("/") else "/"
    return f"{rooted}?{query}" if query else rooted


def without_cookies(send: Send) -> Send:
    """Return how to answer so that the browser forgets what it has for this machine."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], NO_COOKIES]
        await send(message)

    return sending


def shown(request: Request, told: Mapping[str, Any]) -> Response:
    """Return a problem as whoever asked can read it."""
    from proctor.server.web import render  # noqa: PLC0415 - templates are slow to load, and seldom needed here

    if is_piece(request.scope):
        return render.fragment(request, "problem_toast.html", status=told["status"], problem=told)
    if is_page(request.scope):
        return render.page(request, "problem.html", status=told["status"], problem=told)
    return ProblemJson(told, told["status"])
