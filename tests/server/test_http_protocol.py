"""The bounds of a request's head."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn

from proctor.server.answers import Receive, Scope, Send, answer
from proctor.server.http_protocol import LARGEST_HEAD, Bounded
from proctor.server.joined_writes import JoinedWrites
from tests.server.offices import run

GET = b"GET / HTTP/1.1\r\n"
PROBLEM = (
    b'{"type":"about:blank","title":"Bad Request","status":400,"detail":"%s",'
    b'"code":"no-request","help":null}'
)
TOO_LARGE = PROBLEM % b"the head of a request has at most 64 kB"
NO_REQUEST = PROBLEM % b"this is no request of HTTP/1.1"
Peer = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Whole(JoinedWrites, Bounded):
    """The protocol with everything that the server puts to it."""


class Hasty(Whole):
    """One that does not wait."""

    seconds = 0.05


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Say how long the body is, or refuse it unread."""
    if scope["path"] == "/refused":
        await answer(send, 413, "no")
        return
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(4 * Hasty.seconds)
    await answer(send, 200, size)


@asynccontextmanager
async def connected(kind: type[Bounded]) -> AsyncIterator[Peer]:
    """Connect to a server that reads so."""
    config = uvicorn.Config(app, http=kind, ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server._serve([bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection(*bound.getsockname())
        yield reader, writer
        writer.close()
        server.should_exit = True
        await serving


def talk(kind: type[Bounded], say: Callable[[Peer], Awaitable[bytes]]) -> bytes:
    """Return what a server answers to what is said."""

    async def talking() -> bytes:
        async with connected(kind) as peer:
            return await say(peer)

    return run(talking())


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET /", b"x" * 4096),
        (GET, b"x" * 4096),
        (GET + b"A: ", b"x" * 4096),
        (GET, b"A: b\r\n" * 700),
    ],
    ids=["path", "name", "value", "many"],
)
def test_a_head_without_end_is_cut_off(start: bytes, piece: bytes) -> None:
    """Whatever it is that never ends, the server does not read it for ever."""

    async def say(peer: Peer) -> bytes:
        _, writer = peer
        writer.write(start)
        try:
            while True:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)
        except ConnectionError:
            return b"cut off"

    assert talk(Whole, say) == b"cut off"


def test_a_head_that_is_too_large_is_told_so() -> None:
    """Whoever sends no more than that can read why."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(GET + b"A: b\r\n\r\n" + GET)
        await reader.readuntil(b"\r\n\r\n0")
        writer.write(b"A: " + b"x" * LARGEST_HEAD)
        return await reader.read()

    assert talk(Whole, say).endswith(TOO_LARGE)


def test_what_is_no_request_is_an_error_of_ours() -> None:
    """Also what the parser refuses is refused in JSON, and ends the connection."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(b"hello\r\n\r\n")
        return await reader.read()

    said = talk(Whole, say)

    assert said.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"\r\nconnection: close\r\n" in said
    assert said.endswith(b"\r\n\r\n" + NO_REQUEST)


def test_a_body_that_is_announced_too_large_ends_the_connection() -> None:
    """The answer comes at once, and says that it is the last."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(b"POST /refused HTTP/1.1\r\nContent-Length: 20000000\r\n\r\n")
        return await reader.read()

    said = talk(Whole, say)

    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nconnection: close\r\n" in said


def test_a_body_without_end_is_not_read_for_ever() -> None:
    """One whose length is not known is cut off when nobody waits for it any more."""

    async def say(peer: Peer) -> bytes:
        _, writer = peer
        writer.write(b"POST /refused HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                writer.write(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
                await writer.drain()
        except ConnectionError:
            return b"cut off"

    assert talk(Whole, say) == b"cut off"


def test_the_connection_goes_on_after_a_small_body_that_was_refused() -> None:
    """What is left of it is passed over, and the next request is answered."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(b"POST /refused HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
        await reader.readuntil(b'"no"')
        writer.write(b"12345" + GET + b"Connection: close\r\n\r\n")
        return await reader.read()

    assert talk(Whole, say).startswith(b"HTTP/1.1 200 ")


def test_a_large_body_is_no_large_head() -> None:
    """It is the application that says how large a body may be; and the next request is new."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n" + b"x" * 300_000)
            await reader.readuntil(b"\r\n\r\n300000")
        writer.write(GET + b"Connection: close\r\n\r\n")
        return await reader.read()

    assert talk(Whole, say).endswith(b"\r\n\r\n0")


@pytest.mark.parametrize("half", [b"", b"GE", GET + b"Host: x\r\n", GET + b"\r\n" + GET + b"Ho"])
def test_who_does_not_go_on_is_let_go(half: bytes) -> None:
    """A head that is not whole in time is never answered; one before it was."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(half)
        return await reader.read()

    assert talk(Hasty, say).count(b"HTTP/1.1 200") == half.count(b"\r\n\r\n")


def test_a_slow_body_is_waited_for() -> None:
    """Once the head is there, nothing is cut off."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 4\r\n\r\n")
        for _ in range(4):
            await asyncio.sleep(2 * Hasty.seconds)
            writer.write(b"x")
        return await reader.read()

    assert talk(Hasty, say).endswith(b"\r\n\r\n4")


def test_who_waits_for_an_answer_gets_it() -> None:
    """Also if the next request, behind it, is only begun."""

    async def say(peer: Peer) -> bytes:
        reader, writer = peer
        writer.write(b"GET /slow HTTP/1.1\r\n\r\n" + GET)
        return await reader.read()

    assert talk(Hasty, say).endswith(b"\r\n\r\n0")


class Brief(Whole):
    """One that waits for the next request only a moment."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begin."""
        self.timeout_keep_alive = 0.05  # type: ignore[assignment] # it says int, and takes any
        super().connection_made(transport)


@pytest.mark.parametrize("requests", [1, 3])
def test_an_idle_peer_is_let_go(requests: int) -> None:
    """Who has had all answers and says nothing more is let go."""

    async def go() -> None:
        async with connected(Brief) as (reader, writer):
            writer.write((GET + b"Host: x\r\n\r\n") * requests)
            said = await reader.read()

        assert said.count(b"HTTP/1.1 200") == requests

    run(go())
