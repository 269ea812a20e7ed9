"""Who gets to a gateway by HTTP, header by header."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from proctor.gateway.client_calls import GONE
from proctor.gateway.http_access import NEEDED, WRONG, Guarded
from tests.tables import each_row

TOKEN = "proctor_mcp_secret"  # noqa: S105 - of this test
GOOD = (b"authorization", f"Bearer {TOKEN}".encode())
HOST = (b"host", b"127.0.0.1:7763")
Headers = list[tuple[bytes, bytes]]


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Be behind it."""


def refused(headers: Headers, host: str = "127.0.0.1", port: int = 7763) -> int | None:
    """Return the status of a refusal; None if there is none."""
    found = Guarded(nothing, TOKEN, host, port).refusal(headers)
    return found[0] if found else None


@each_row(
    ("headers", "status"),
    [
        ([GOOD, HOST], None),
        ([(b"authorization", f"bearer  {TOKEN} ".encode()), HOST], None),
        ([GOOD, (b"host", b"localhost:7763")], None),
        ([GOOD, (b"host", b"[::1]:7763")], None),
        ([GOOD, HOST, (b"origin", b"http://127.0.0.1:7763")], None),
        ([HOST], 401),
        ([], 401),
        ([(b"authorization", b"Bearer"), HOST], 401),
        ([(b"authorization", b""), HOST], 401),
        ([(b"authorization", TOKEN.encode()), HOST], 401),
        ([(b"authorization", f"Basic {TOKEN}".encode()), HOST], 401),
        ([(b"authorization", f"Bearer {TOKEN[:-1]}".encode()), HOST], 401),
        ([(b"authorization", b"Bearer \xff\xfe"), HOST], 401),
        ([GOOD, GOOD, HOST], 401),
        ([(b"authorization", b"Bearer x"), (b"host", b"evil.example")], 401),
        ([GOOD], 400),
        ([GOOD, HOST, HOST], 400),
        ([GOOD, (b"host", b"127.0.0.1")], 421),
        ([GOOD, (b"host", b"127.0.0.1:7763.evil.example")], 421),
        ([GOOD, (b"host", b"evil.example:7763")], 421),
        ([GOOD, HOST, (b"origin", b"http://evil.example")], 403),
        ([GOOD, HOST, (b"origin", b"null")], 403),
        ([GOOD, HOST, (b"origin", b"http://localhost:7763")], 403),
        ([GOOD, HOST, (b"origin", b"http://127.0.0.1:7764")], 403),
    ],
)
def test_who_gets_in(headers: Headers, status: int | None) -> None:
    """Only who has the token, calls us by our name, and is no page of anybody else."""
    assert refused(headers) == status


def test_a_wrong_token_is_told_from_none() -> None:
    """Whoever sends the token of another gateway is not told to send one; none is repeated."""
    here = Guarded(nothing_here, TOKEN, "127.0.0.1", 7763)
    wrong = here.refusal([(b"authorization", b"Bearer pa55"), HOST])
    assert wrong == (401, WRONG)
    for header in (b"Bearer", b"Basic pa55", b""):
        assert here.refusal([(b"authorization", header), HOST]) == (401, NEEDED)


async def nothing_here(*_: Any) -> None:
    """Serve nothing."""


def test_who_listens_everywhere_has_many_names() -> None:
    """Any Host is ours then; the token and the Origin still count."""
    named = (b"host", b"build-7.example:7763")

    assert [
        refused([GOOD, named], "0.0.0.0"),  # noqa: S104 - nothing listens
        refused([named], "0.0.0.0"),  # noqa: S104 - the same
        refused([GOOD, named, (b"origin", b"http://evil.example")], "0.0.0.0"),  # noqa: S104 - the same
        refused([GOOD, named], "192.0.2.7"),
        refused([GOOD, (b"host", b"192.0.2.7:7763")], "192.0.2.7"),
    ] == [None, 401, 403, 421, None]


@pytest.mark.parametrize("whole", [True, False])
def test_whoever_works_hears_that_the_client_is_gone(*, whole: bool) -> None:
    """A request whose answer did not get out whole was given up by its client."""
    scopes: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del receive
        scopes.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x", "more_body": not whole})

    async def send(message: Any) -> None:
        del message

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "headers": [GOOD, HOST]}
    asyncio.run(Guarded(app, TOKEN, "127.0.0.1", 7763)(scope, receive, send))

    assert [one[GONE].is_set() for one in scopes] == [not whole]
