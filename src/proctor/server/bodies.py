"""Read the body of a request: JSON, strictly, and not more of it than makes sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, Protocol

from proctor.errors import UsageError
from proctor.server.answers import Receive, Scope, TooLarge
from proctor.server.http_protocol import LARGEST_BODY

MB, KB = 1 << 20, 1 << 10


def no_number(word: str) -> NoReturn:
    """Refuse NaN and Infinity: whoever is told of it later could not read it."""
    raise ValueError(word)


DECODE = json.JSONDecoder(parse_constant=no_number).decode


class Incoming(Protocol):
    """A request whose head is known, as the framework has it."""

    @property
    def scope(self) -> Scope:
        """Return what its head says."""

    @property
    def receive(self) -> Receive:
        """Return what gives the next piece of its body."""


class Unread(NamedTuple):
    """A request without the framework."""

    scope: Scope
    receive: Receive


async def read_body(request: Incoming, most: int = LARGEST_BODY) -> bytes:
    """
    Read the body of a request; one that announces too much is refused unread.

    Raises:
        TooLarge: it is.
        UsageError: its sender has gone.

    """
    check_size(announced(request.scope), most)
    receive = request.receive
    message = await receive()
    body = message.get("body", b"")
    pieces = [body]
    size = len(body)
    while message.get("more_body") and size <= most:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
    if message["type"] == "http.disconnect":
        raise UsageError("the request ended too early")
    check_size(size, most)
    return b"".join(pieces)


def announced(scope: Scope) -> int:
    """Return how long the body is to be, 0 where that is not said."""
    lengths = (value for name, value in scope["headers"] if name == b"content-length")
    # The parser takes digits only.
    return int(next(lengths, 0))


def check_size(size: int, most: int) -> None:
    """
    Refuse a body that is too large.

    Raises:
        TooLarge: it is.

    """
    if size > most:
        limit = f"{most // MB} MB" if most >= MB else f"{most // KB} kB"
        raise TooLarge(f"a request has at most {limit}")


def read_object(body: bytes, *, optional: bool = False) -> Mapping[str, Any]:
    """
    Read a JSON object; an optional one may be missing, and is empty then.

    Raises:
        UsageError: it is none.

    """
    if optional and not body:
        return {}
    try:
        # Decoded here: json would also take UTF-16 and UTF-32, and guess which it is.
        data = DECODE(body.decode())
    except (ValueError, RecursionError):
        raise UsageError("the body is not JSON") from None
    if not isinstance(data, dict):
        raise UsageError("the body is not an object")
    return data
