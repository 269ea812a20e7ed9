"""
How answers look: JSON in ASCII, that nobody keeps and no browser takes for something else.

What an agent said is in them. So whatever it said, others still get their answer:
half a character, a number that is none, lists in lists in lists.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import Response

from proctor.audit.quick_json import json_writer
from proctor.errors import (
    FileProblems,
    NotAllowed,
    NotFound,
    ProctorError,
    RuleError,
    ServerError,
    StoreError,
    TooLate,
    UsageError,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]

DEEPEST = 50
HIDDEN = "something went wrong in the server; its log says more"
UNKNOWN_PERSON = 401
# Each answer to a program has these.
LEAN: Headers = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
# What a person may open in a browser has these too: it loads nothing, and is shown nowhere.
STRICT: Headers = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
)


class TooLarge(UsageError):
    """A request is larger than any that makes sense."""


STATUS: tuple[tuple[type[ProctorError], int], ...] = (
    (NotFound, 404),
    (TooLate, 409),
    (TooLarge, 413),
    (UsageError, 400),
    (NotAllowed, 403),
    (RuleError, 422),
    (FileProblems, 422),
    (StoreError, 503),
    (ServerError, 503),
)
ENCODE = json_writer(allow_nan=False)


def encode(data: object) -> bytes:
    """Return data as JSON, whatever is in it."""
    try:
        return ENCODE(data).encode()
    except (ValueError, RecursionError):
        return ENCODE(plain(data, DEEPEST)).encode()


def plain(value: object, deeper: int) -> object:
    """Return a value of which JSON has the like; the rest of it as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list | tuple) and not deeper:
        return "…"
    if isinstance(value, dict):
        return {str(name): plain(part, deeper - 1) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part, deeper - 1) for part in value]
    return value


def status_of(error: ProctorError) -> int:
    """Return the status that tells what kind of error it is."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)


def error_json(message: str, hint: str | None = None) -> dict[str, Any]:
    """Return an error as data."""
    return {"error": {"message": message, "help": hint}}


async def answer(
    send: Send, status: int, data: object, *, headers: Headers = LEAN, head: bool = False
) -> None:
    """Send JSON, or only what would be said of it."""
    body = encode(data)
    more = [*headers, (b"content-length", str(len(body)).encode())]
    if status == UNKNOWN_PERSON:
        more.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": more})
    await send({"type": "http.response.body", "body": b"" if head else body})


class Json(Response):
    """JSON, for the framework."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """Return it as it is sent."""
        return encode(content)

    def init_headers(self, headers: Any = None) -> None:
        """Put our headers to those that it has anyway."""
        super().init_headers(headers)
        self.raw_headers += [*LEAN[1:], *STRICT]
