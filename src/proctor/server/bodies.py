"""Read the body of a request: JSON, strictly, and not more of it than makes sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from proctor.errors import UsageError
from proctor.server.answers import Receive, TooLarge

LARGEST_BODY = 16 << 20
MB, KB = 1 << 20, 1 << 10


def no_number(word: str) -> NoReturn:
    """Refuse NaN and Infinity: whoever is told of it later could not read it."""
    raise ValueError(word)


DECODE = json.JSONDecoder(parse_constant=no_number).decode


async def read_body(receive: Receive, most: int = LARGEST_BODY) -> bytes:
    """
    Read the body of a request.

    Raises:
        TooLarge: it is.
        UsageError: its sender has gone.

    """
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
    if size > most:
        limit = f"{most // MB} MB" if most >= MB else f"{most // KB} kB"
        raise TooLarge(f"a request has at most {limit}")
    return b"".join(pieces)


def read_object(body: bytes) -> Mapping[str, Any]:
    """
    Read a JSON object.

    Raises:
        UsageError: it is none.

    """
    try:
        # Decoded here: json would also take UTF-16 and UTF-32, and guess which it is.
        data = DECODE(body.decode())
    except (ValueError, RecursionError):
        raise UsageError("the body is not JSON") from None
    if not isinstance(data, dict):
        raise UsageError("the body is not an object")
    return data
