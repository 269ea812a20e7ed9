"""
How answers look: JSON in ASCII, that nobody keeps and no browser takes for something else.

What an agent said is in them. So whatever it said, others still get their answer:
half a character, a number that is none, lists in lists in lists.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

from starlette.responses import Response

from proctor.audit.quick_json import json_writer
from proctor.errors import (
    ChannelError,
    EngineError,
    FileProblems,
    MoveRefused,
    NotAllowed,
    NotFound,
    ProctorError,
    RuleError,
    ServerError,
    StoreError,
    TooLate,
    UpstreamError,
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
NOT_KEPT: Headers = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
LEAN: Headers = ((b"content-type", b"application/json"), *NOT_KEPT)
# So does each that tells of an error.
LEAN_PROBLEM: Headers = ((b"content-type", b"application/problem+json"), *NOT_KEPT)
# What a person may open in a browser has these too: it loads nothing, and is shown nowhere.
STRICT: Headers = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
)


class TooLarge(UsageError):
    """A request is larger than any that makes sense."""

    code = "too-large"


class WrongForm(UsageError):
    """A body is of a kind that is not taken."""

    code = "wrong-form"


class SwitchedOff(NotFound):
    """There is such a thing, and it is not wanted here."""

    code = "switched-off"


class Unseen(UsageError):
    """A change does not say what it was made of, and could undo another's."""

    code = "unseen"


class Stale(TooLate):
    """
    What a change was made of is another by now.

    `revision` is that of what is there, `changed` the lines that came and went meanwhile.
    """

    code = "stale"

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the user's word
        revision: str = "",
        changed: Sequence[str] = (),
    ) -> None:
        super().__init__(message, help=help)
        self.revision = revision
        self.changed = tuple(changed)


class MovedOn(MoveRefused):
    """A workflow run is in another stage than the one that is meant."""

    code = "moved-on"


class Unnamed(UsageError):
    """A request does not say what exactly it means, and could mean another thing by now."""

    code = "unnamed"


class Busy(ServerError):
    """One peer asks for more than its share."""

    code = "busy"


STATUS: tuple[tuple[type[ProctorError], int], ...] = (
    (NotFound, 404),
    (Stale, 412),
    (Unseen, 428),
    (TooLate, 409),
    (MovedOn, 409),
    (Unnamed, 422),
    (TooLarge, 413),
    (WrongForm, 415),
    (Busy, 429),
    (UsageError, 400),
    (NotAllowed, 403),
    (RuleError, 422),
    (FileProblems, 422),
    (StoreError, 503),
    (ServerError, 503),
    (EngineError, 503),
    (ChannelError, 503),
    (UpstreamError, 503),
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
