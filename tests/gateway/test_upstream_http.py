"""An upstream at an address: what it answers counts, what else it does is a clear error."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from proctor.gateway.upstream_peer import Peer
from proctor.gateway.upstream_result import UpstreamResult
from proctor.gateway.upstream_session import Session, connected
from proctor.terms.upstream import UpstreamSetting
from tests.gateway.odd_http import OddHttp, serving
from tests.gateway.upstream_rig import NEVER, SERVERS, running, until

SHOP = str(SERVERS / "shop.py")
SECRETS = ("pa55w0rd", "53cret", "k-4711", "token=abc", "bob:x")


def setting(odd: OddHttp, timeout: float = 60.0) -> UpstreamSetting:
    """Return the upstream of a server by hand."""
    headers = (("x-key", "k-4711"),)
    return UpstreamSetting("shop", url=odd.url, headers=headers, timeout=timeout)


@pytest.mark.parametrize("way", ["well", "events"])
def test_an_answer_is_json_or_a_stream_of_events(tmp_path: Path, way: str) -> None:
    """Both are read, and every request carries the headers, the session and the version."""

    async def scene() -> None:
        async with serving(way) as odd:
            async with running(setting(odd), tmp_path) as shop:
                assert shop.upstream.trouble == ""
                expected = UpstreamResult([{"type": "text", "text": "here"}])

                assert expected == await shop.upstream.call("echo", {})
            posts = [one for one in odd.asked if one.method == "POST"]
            carried = [
                (one.headers.get("mcp-session-id"), one.headers.get("mcp-protocol-version"))
                for one in posts
            ]

            assert {"k-4711"} == {one.headers["x-key"] for one in odd.asked}
            assert [(None, None), *[("s-1", "2025-06-18")] * 3] == carried
            assert [one.body["method"] for one in posts] == [
                "initialize",
                "notifications/initialized",
                "tools/list",
                "tools/call",
            ]
            assert odd.asked[-1].method == "DELETE"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("way", "trouble"),
    [
        ("500", "it answered with HTTP status 500"),
        (
            "redirects",
            (
                "it sends us on to https://elsewhere.example, and no redirect is followed "
                "(write the right address as `url` of the upstream)"
            ),
        ),
        ("401", "it does not let us in (401) (look at `headers` of the upstream)"),
        ("html", "it answered with text/html and not with JSON"),
        ("explains", "it refused it (-32000): too old"),
    ],
)
def test_a_server_that_does_not_begin_says_why(tmp_path: Path, way: str, trouble: str) -> None:
    """The trouble is what it answered, without any secret of its address."""

    async def scene() -> None:
        async with serving(way) as odd, running(setting(odd), tmp_path, NEVER) as shop:
            assert trouble == shop.upstream.trouble
            assert not [secret for secret in SECRETS if secret in (await shop.fails()).render()]

    asyncio.run(scene())


def test_a_server_that_is_down_is_tried_again(tmp_path: Path) -> None:
    """The trouble names host and port only, and it is tried again and again."""

    async def scene() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            nobody = UpstreamSetting("shop", url=f"http://ada:pa55w0rd@127.0.0.1:{port}/?k=53cret")
            async with running(nobody, tmp_path) as shop:
                troubles = await shop.changed_to(1)
                assert troubles[0].startswith(f"it cannot be reached at http://127.0.0.1:{port}: ")
                assert not [secret for secret in SECRETS if secret in troubles[0]]
                assert shop.upstream.backoff.failures >= 1
                await until(lambda: shop.upstream.backoff.failures >= 3)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("way", "code", "words"),
    [
        ("breaks-off", "lost", "broke off its answer"),
        ("no-answer", "lost", "ended without an answer"),
        ("large", "too-large", "more than 1,048,576 bytes"),
        ("large-event", "too-large", "more than 1,048,576 bytes"),
        ("compressed", "not-mcp", "answered with what is compressed"),
    ],
)
def test_a_call_that_is_not_answered_well_fails_alone(
    tmp_path: Path, way: str, code: str, words: str
) -> None:
    """The call has its error, the session goes on, and the next call is made."""

    async def scene() -> None:
        async with serving(way) as odd, running(setting(odd), tmp_path) as shop:
            before = shop.upstream.session
            error = await shop.fails()

            assert code == error.code
            assert words in error.message
            odd.way = "well"
            await until(lambda: not shop.upstream.looking)
            assert await shop.echo() == "here"
            assert shop.upstream.session is before

    asyncio.run(scene())


def test_a_call_that_hangs_is_given_up_with_its_connection(tmp_path: Path) -> None:
    """The time of a call counts over HTTP too, and nothing stays open for it."""

    async def scene() -> None:
        async with serving("hangs") as odd, running(setting(odd, 1.0), tmp_path) as shop:
            assert (await shop.fails()).code == "timeout"
            odd.way = "well"
            assert await shop.echo() == "here"
            told = [one.body.get("method") for one in odd.asked]
            assert "notifications/cancelled" in told

    asyncio.run(scene())


def test_a_server_that_forgot_the_session_is_asked_for_a_new_one(tmp_path: Path) -> None:
    """A session that is not found any more is begun anew."""

    async def scene() -> None:
        async with serving("forgets") as odd, running(setting(odd), tmp_path) as shop:
            error = await shop.fails()

            assert "has forgotten us" in error.message
            odd.way = "well"
            assert await shop.changed_to(3) == ["", "it has forgotten us", ""]
            assert await shop.echo() == "here"

    asyncio.run(scene())


def test_a_server_can_say_by_itself_that_its_tools_changed(tmp_path: Path) -> None:
    """What it says to whoever listens is heard."""

    async def scene() -> None:
        async with serving("news") as odd, running(setting(odd), tmp_path) as shop:
            assert shop.names == ["echo"]
            odd.tools = [*odd.tools, {**odd.tools[0], "name": "new"}]
            odd.news.set()
            await until(lambda: shop.names == ["echo", "new"])

    asyncio.run(scene())


def test_a_server_of_the_official_library_is_an_upstream_over_stdio(tmp_path: Path) -> None:
    """Tools with hints and schemas, structured results, errors and progress come through."""
    upstream = UpstreamSetting("shop", command=(sys.executable, SHOP))
    asyncio.run(visit(upstream, tmp_path))


def test_a_server_of_the_official_library_is_an_upstream_over_http(tmp_path: Path) -> None:
    """The same comes through from an address, also without a handshake."""

    async def scene() -> None:
        async with shop_over_http() as url:
            upstream = UpstreamSetting("shop", url=url)
            await visit(upstream, tmp_path)
            await visit_without_handshake(upstream, tmp_path)

    asyncio.run(scene())


@asynccontextmanager
async def shop_over_http() -> AsyncIterator[str]:
    """Run the shop in a process of its own, and return its address."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, SHOP, "http", stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(await server.stdout.readline())}/mcp"
    finally:
        server.terminate()
        await server.wait()


def test_the_official_library_is_understood_without_a_handshake(tmp_path: Path) -> None:
    """What every request must carry in the newest version, it carries."""
    upstream = UpstreamSetting("shop", (sys.executable, SHOP))
    asyncio.run(visit_without_handshake(upstream, tmp_path))


async def visit_without_handshake(upstream: UpstreamSetting, folder: Path) -> None:
    """List and call as the newest version does, which begins with no `initialize`."""
    peer = Peer("shop", lambda: None)
    session = Session(upstream, peer, await connected(upstream, folder, os.environ, peer))
    try:
        await session.discover()
        listing = await session.listing()
        ordered = await session.call("order", {"thing": "tea"}, None)
    finally:
        await session.close()

    assert [tool.name for tool in listing.tools] == ["price", "order", "broken"]
    assert ordered.structured == {"thing": "tea", "count": 1}


async def visit(upstream: UpstreamSetting, folder: Path) -> None:
    """Use every tool of the shop."""
    seen: list[tuple[float, float | None, str]] = []

    def progress(done: float, total: float | None, words: str) -> None:
        seen.append((done, total, words))

    async with running(upstream, folder) as shop:
        assert (shop.upstream.trouble, shop.names) == ("", ["price", "order", "broken"])
        price = shop.upstream.tools[0]
        assert (price.title, price.hints.read_only) == ("Price of a thing", True)
        ordered = await shop.upstream.call("order", {"thing": "tea"}, progress=progress)
        assert ordered.structured == {"thing": "tea", "count": 1}
        assert seen == [(1, 2, "packing")]
        failed = await shop.upstream.call("broken", {})
        assert failed.is_error
        assert "the till is empty" in failed.text
