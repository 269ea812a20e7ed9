"""The sessions of a gateway by HTTP: who begins one, and which one ends for another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings

from proctor.gateway.http_sessions import LARGEST_BEGINNING, Sessions
from tests.gateway.gateway_rig import run
from tests.tables import each_row

WAYS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
BEGIN: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "by hand", "version": "1"},
    },
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
CALL = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "wait"}}


class Rig:
    """A server with room for three sessions, whose one tool waits until it is let go."""

    def __init__(self) -> None:
        self.waiting = asyncio.Event()
        self.go = asyncio.Event()
        server: Server[Any] = Server("shop", on_list_tools=self.listed, on_call_tool=self.called)
        off = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self.app = server.streamable_http_app(transport_security=off, max_sessions=3)
        self.manager = server.session_manager
        self.sessions = Sessions(self.app, "/mcp", most=3)
        self.http = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(self.sessions), base_url="http://shop", headers=WAYS
        )

    async def listed(self, ctx: Any, params: Any) -> types.ListToolsResult:
        """List nothing."""
        del ctx, params
        return types.ListToolsResult(tools=[])

    async def called(self, ctx: Any, params: Any) -> types.CallToolResult:
        """Wait."""
        del ctx, params
        self.waiting.set()
        await self.go.wait()
        return types.CallToolResult(content=[])

    async def begin(self) -> str:
        """Begin a session."""
        answer = await self.http.post("/mcp", json=BEGIN)
        assert answer.status_code == 200, answer.text
        name = str(answer.headers["mcp-session-id"])
        said = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        await self.http.post("/mcp", json=said, headers={"mcp-session-id": name})
        return name

    async def ask(self, session: str, said: Any = LIST) -> int:
        """Ask something in a session, and return the status of the answer."""
        answer = await self.http.post("/mcp", json=said, headers={"mcp-session-id": session})
        return int(answer.status_code)


@asynccontextmanager
async def serving() -> AsyncIterator[Rig]:
    """Run a server."""
    rig = Rig()
    async with rig.manager.run(), rig.http:
        yield rig


def test_the_session_that_was_not_used_for_longest_makes_room() -> None:
    """A new client gets in; who is thrown out is told to begin again, and the others go on."""

    async def main() -> list[int]:
        async with serving() as rig:
            first, second, third = [await rig.begin() for _ in range(3)]
            await rig.ask(first)
            fourth = await rig.begin()
            return [await rig.ask(one) for one in (first, second, third, fourth)]

    assert run(main()) == [200, 404, 200, 200]


def test_thousands_of_beginnings_shut_nobody_out() -> None:
    """Whoever begins sessions and leaves them does not keep others from beginning one."""

    async def main() -> tuple[int, int]:
        async with serving() as rig:
            for _ in range(50):
                last = await rig.begin()
            return await rig.ask(last), len(rig.sessions.used)

    assert run(main()) == (200, 3)


def test_a_session_in_use_is_not_ended() -> None:
    """A call that is under way keeps its session; where all are in use there is no room."""

    async def main() -> tuple[list[int], int, int]:
        async with serving() as rig:
            waiting = []
            for _ in range(3):
                rig.waiting.clear()
                session = await rig.begin()
                waiting.append(asyncio.create_task(rig.ask(session, CALL)))
                await rig.waiting.wait()
            full = (await rig.http.post("/mcp", json=BEGIN)).status_code
            rig.go.set()
            done = await asyncio.gather(*waiting)
            return done, full, (await rig.http.post("/mcp", json=BEGIN)).status_code

    assert run(main()) == ([200, 200, 200], 503, 200)


@each_row(
    ("said", "status", "number"),
    [
        (json.dumps(LIST), 400, 2),
        (json.dumps({**BEGIN, "params": {}}), 400, 1),
        (json.dumps({**BEGIN, "id": None}), 400, None),
        (json.dumps([BEGIN]), 400, 1),
        ("{", 400, None),
        ("[" * 100_000, 400, None),
        ('{"jsonrpc":"2.0","method":"notifications/initialized"}', 400, None),
        (" " * (LARGEST_BEGINNING + 1), 413, None),
    ],
    ids=range(8),
)
def test_nothing_else_begins_a_session(said: str, status: int, number: object) -> None:
    """What is no whole `initialize` is refused with its id, and takes nobody's room."""

    async def main() -> tuple[int, object, list[int], int]:
        async with serving() as rig:
            old = [await rig.begin() for _ in range(3)]
            for _ in range(5):
                answer = await rig.http.post("/mcp", content=said)
            return (
                answer.status_code,
                answer.json()["id"],
                [await rig.ask(one) for one in old],
                len(rig.sessions.used),
            )

    assert run(main()) == (status, number, [200] * 3, 3)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_no_other_method_begins_a_session(method: str) -> None:
    """Streams and ends are of sessions that there are."""

    async def main() -> tuple[int, int]:
        async with serving() as rig:
            odd = await rig.http.request(method, "/mcp")
            lost = await rig.http.request(method, "/mcp", headers={"mcp-session-id": "made up"})
            return odd.status_code, lost.status_code

    assert run(main()) == (400, 404)


def test_a_session_that_its_client_ends_is_forgotten() -> None:
    """It takes no room any more, and neither does a name that nobody gave."""

    async def main() -> tuple[int, dict[bytes, int]]:
        async with serving() as rig:
            session = await rig.begin()
            await rig.ask("made up")
            ended = await rig.http.delete("/mcp", headers={"mcp-session-id": session})
            return ended.status_code, rig.sessions.used

    assert run(main()) == (200, {})
