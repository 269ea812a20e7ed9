"""A small HTTP server that can also misbehave: hang, hang up, and answer with anything."""

from __future__ import annotations

import asyncio
import json
import socket
from asyncio.trsock import TransportSocket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """An answer; `drop` hangs up after so many bytes of it, `hang` never gives it."""

    status: int = 200
    body: bytes = b""
    drop: int | None = None
    hang: bool = False


class Asked(NamedTuple):
    """A request. `gone` ends when whoever asked hangs up."""

    path: str
    body: bytes
    gone: asyncio.Task[bytes]


Handler = Callable[[Asked], Awaitable[Reply]]
# An accepted connection has its transport within so many turns of the loop.
LAST_TURNS = 5


def reply(status: int, value: Any) -> Reply:
    """Return an answer in JSON."""
    return Reply(status, json.dumps(value).encode())


async def stop_accepting(listener: socket.socket | TransportSocket) -> None:
    """
    Accept no more connections, and wait until those that were accepted are made.

    asyncio forgets a connection that it accepted just before its server is closed, and leaves
    the socket open.
    """
    asyncio.get_running_loop().remove_reader(listener.fileno())
    for _ in range(LAST_TURNS):
        await asyncio.sleep(0)


class Wire:
    """Listens on loopback, on a port of its own."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.address = ""
        self.port = 0
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen, on the same port as before where there was one."""
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self.port, reuse_address=True
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    async def close(self) -> None:
        """Hang up, and listen no more."""
        if self._server is not None:
            await stop_accepting(self._server.sockets[0])
            self._server.close()
            self._server = None
        connections = list(self._connections)
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            # Who was let in at the last moment is not served after the end.
            while self._server is not None and await self._one(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request, and say whether the connection lives on."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        _, path, _ = head[0].split(" ")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        # Nobody sends a second request before the answer, so whatever is read is the end.
        gone = asyncio.create_task(reader.read(1))
        try:
            answer = await self.handler(Asked(path, body, gone))
            if answer.hang:
                await gone
                return False
        finally:
            if not gone.done():
                gone.cancel()
                with suppress(asyncio.CancelledError):
                    await gone
        if gone.done() and not gone.cancelled():
            return False
        text = (
            f"HTTP/1.1 {answer.status} Double\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(answer.body)}\r\n\r\n"
        ).encode() + answer.body
        writer.write(text if answer.drop is None else text[: answer.drop])
        await writer.drain()
        return answer.drop is None
