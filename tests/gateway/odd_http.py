"""An MCP server by hand, over HTTP, that misbehaves in one way; it runs in the test's loop."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

TOOLS = [{"name": "echo", "inputSchema": {"type": "object", "properties": {}}}]


class Asked(NamedTuple):
    """One request that came in."""

    method: str
    headers: dict[str, str]
    body: dict[str, Any]


class OddHttp:
    """The server; `asked` is what came in, `open` are its connections."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.asked: list[Asked] = []
        self.port = 0
        self.tools = TOOLS
        self.news = asyncio.Event()
        self.open: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Return its address, with a secret in it."""
        return f"http://ada:pa55w0rd@127.0.0.1:{self.port}/mcp?key=53cret"

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        task = asyncio.current_task()
        assert task is not None
        self.open.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while True:
                    asked = await read_request(reader)
                    self.asked.append(asked)
                    await self.answer(asked, writer)
                    await writer.drain()
        finally:
            self.open.discard(task)
            writer.close()

    async def answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        number = asked.body.get("id")
        if asked.method == "GET":
            await self.listening(writer)
        elif asked.method == "DELETE":
            writer.write(plain(b"", status="204 No Content"))
        elif number is None:
            writer.write(plain(b"", status="202 Accepted"))
        elif asked.body["method"] == "initialize":
            self.begin(number, writer)
        elif asked.body["method"] == "tools/list":
            writer.write(plain(result(number, {"tools": self.tools})))
        elif asked.body["method"] == "ping":
            writer.write(plain(result(number, {})))
        else:
            await self.call(number, writer)

    def begin(self, number: int, writer: asyncio.StreamWriter) -> None:
        """Answer the handshake."""
        if self.way == "500":
            writer.write(plain(b"oops", status="500 Internal Server Error", kind="text/html"))
        elif self.way == "redirects":
            elsewhere = "location: https://bob:x@elsewhere.example/mcp?token=abc\r\n"
            writer.write(plain(b"", status="307 Temporary Redirect", more=elsewhere))
        elif self.way == "401":
            writer.write(plain(b"", status="401 Unauthorized"))
        elif self.way == "html":
            writer.write(plain(b"<h1>Hello</h1>", kind="text/html"))
        elif self.way == "explains":
            error = {"code": -32000, "message": "too old"}
            body = json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode()
            writer.write(plain(body, status="400 Bad Request"))
        else:
            said = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {}}
            writer.write(plain(result(number, said), more="mcp-session-id: s-1\r\n"))

    async def call(self, number: int, writer: asyncio.StreamWriter) -> None:
        """Answer a call, in this way."""
        answer = result(number, {"content": [{"type": "text", "text": "here"}]})
        if self.way == "forgets" and len(self.asked) < 8:
            writer.write(plain(b"", status="404 Not Found"))
        elif self.way == "breaks-off":
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
            writer.write(b"content-length: 5000\r\n\r\n{")
            await writer.drain()
            raise ConnectionError
        elif self.way == "large":
            writer.write(plain(result(number, {"content": "x" * 50_000_000})))
        elif self.way == "compressed":
            body = gzip.compress(result(number, {"content": "x" * 50_000_000}))
            writer.write(plain(body, more="content-encoding: gzip\r\n"))
        elif self.way in {"events", "large-event", "no-answer"}:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n")
            writer.write(b"connection: close\r\n\r\n: hello\r\n\r\n")
            if self.way == "events":
                writer.write(b"id: 1\r\nevent: message\r\ndata: " + answer + b"\r\n\r\n")
            elif self.way == "large-event":
                writer.write(b"data: " + b"x" * 50_000_000)
            await writer.drain()
            raise ConnectionError
        elif self.way == "hangs":
            await asyncio.sleep(3600)
        else:
            writer.write(plain(answer))

    async def listening(self, writer: asyncio.StreamWriter) -> None:
        """Answer whoever listens for news."""
        if self.way != "news":
            writer.write(plain(b"", status="405 Method Not Allowed"))
            return
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
        await writer.drain()
        await self.news.wait()
        change = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
        writer.write(b"data: " + json.dumps(change).encode() + b"\n\n")
        await writer.drain()
        await asyncio.sleep(3600)


async def read_request(reader: asyncio.StreamReader) -> Asked:
    """Read one request."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines)
    headers = {name.lower(): value for name, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(first.split()[0], headers, json.loads(body) if body else {})


def result(number: int, said: Any) -> bytes:
    """Return the answer to a request."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": said}).encode()


def plain(
    body: bytes, *, status: str = "200 OK", kind: str = "application/json", more: str = ""
) -> bytes:
    """Return a whole answer."""
    head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


@asynccontextmanager
async def serving(way: str) -> AsyncIterator[OddHttp]:
    """Serve in one way, on a free port."""
    odd = OddHttp(way)
    server = await asyncio.start_server(odd.connection, "127.0.0.1", 0, limit=1 << 20)
    odd.port = server.sockets[0].getsockname()[1]
    try:
        yield odd
    finally:
        server.close()
        for task in list(odd.open):
            task.cancel()
        await asyncio.gather(*odd.open, return_exceptions=True)
        await server.wait_closed()
