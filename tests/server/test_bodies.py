"""Bodies are read strictly, and not for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from proctor.errors import UsageError
from proctor.server.answers import TooLarge
from proctor.server.bodies import Unread, read_body, read_object
from tests.server.offices import run
from tests.tables import each_row


def read(*messages: dict[str, Any], most: int = 10, announced: str = "") -> bytes:
    """Read a body that comes so."""
    headers = [(b"content-length", announced.encode())] if announced else []
    coming: Iterator[dict[str, Any]] = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(coming)

    return run(read_body(Unread({"headers": headers}, receive), most))


def piece(body: bytes, *, more: bool = True) -> dict[str, Any]:
    """Return a piece of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


GONE: dict[str, Any] = {"type": "http.disconnect"}


def test_a_body_is_put_together() -> None:
    """However many pieces there are."""
    assert read(piece(b"", more=False)) == b""
    assert read(piece(b"ab"), piece(b""), piece(b"c", more=False)) == b"abc"
    assert read(piece(b"x" * 10, more=False)) == b"x" * 10


def test_a_body_that_is_too_large_is_refused() -> None:
    """In one piece, in many, and before the rest has come."""
    for messages in (
        [piece(b"x" * 11, more=False)],
        [piece(b"x" * 6), piece(b"x" * 5, more=False)],
        [piece(b"x" * 6), piece(b"x" * 5)],
    ):
        with pytest.raises(TooLarge):
            read(*messages)


def test_a_body_that_is_announced_too_large_is_refused_unread() -> None:
    """No piece of it is waited for; the limit itself is taken."""
    with pytest.raises(TooLarge):
        read(announced="11")

    assert read(piece(b"x" * 10, more=False), announced="10") == b"x" * 10


def test_a_sender_that_has_gone_said_nothing() -> None:
    """Half a body is never taken for a whole one."""
    for messages in ([GONE], [piece(b"{}"), GONE]):
        with pytest.raises(UsageError):
            read(*messages)


def test_an_object_is_read() -> None:
    """As it was written."""
    assert read_object(b'{"a": [1, null, "\\ud800"]}') == {"a": [1, None, "\ud800"]}


@each_row("body", [b"", b"[]", b"{", b"\xff", b"{}\0", b'{"a":Infinity}'])
def test_anything_else_is_refused(body: bytes) -> None:
    """Nothing is guessed at."""
    with pytest.raises(UsageError):
        read_object(body)
