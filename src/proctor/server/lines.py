"""
The server's unix socket: one JSON object a line in, one a line out.

Each connection is answered in the order of its requests, and none waits for
another connection. What a peer does wrong harms nobody but itself: half a line is
forgotten, one that is too long ends the connection, one that nobody reads stops
the reading of more. A peer that waits for an answer keeps its side open: to close
it means that nobody waits any more.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from typing import Protocol, cast

from proctor.errors import UsageError
from proctor.owner.socket_path import peer_process
from proctor.server.gateways import OP as GATEWAY
from proctor.server.hook_requests import OP as HOOK
from proctor.server.hook_requests import Visit
from proctor.server.ops import Fields, refusal

LONGEST_LINE = 16 * 1024 * 1024
# A peer that sends so many requests ahead, or so many bytes, is not read further until they are
# answered.
MOST_AHEAD = 64
BACKLOG = 1024
# How long requests may still take that are under way when the server ends.
GRACE = 0.5
DECIDE, WAIT = "decide", "wait"


class Answering(Protocol):
    """What answers the requests of a socket: see `ops.py`."""

    def read(self, line: bytes | bytearray) -> tuple[str, Fields]:
        """Read one request: its op, and the other fields."""

    async def reply(self, op: str, fields: Fields) -> bytes:
        """Return the answer to a request, whatever happens."""

    async def decide(self, fields: Fields, visit: Visit) -> bytes:
        """Return the answer to a call; what it asks ends when its visitor is gone."""

    async def hook(self, fields: Fields, visit: Visit) -> bytes:
        """Return the last line of the answer to a hook, whatever happens."""

    def gateway(self, fields: Fields, peer: object, pid: int) -> bytes:
        """Return the answer to a gateway, that is known until its connection ends."""

    def left(self, peer: object) -> None:
        """Hear that a connection has ended."""


class LineServer:
    """
    Listens on the socket, and knows its connections.

    Args:
        ops: what answers.
        most: how many connections there may be.
        longest: how many bytes a line may have.

    """

    def __init__(
        self, ops: Answering, *, most: int | None = None, longest: int = LONGEST_LINE
    ) -> None:
        self.ops = ops
        self.most = most
        self.longest = longest
        self.connections: set[Connection] = set()
        self.server: asyncio.AbstractServer | None = None

    async def listen(self, bound: socket.socket) -> None:
        """Begin to answer on a socket that is bound already, in place of one before it."""
        bound.setblocking(False)
        if self.server is not None:
            self.server.close()
        self.server = await asyncio.get_running_loop().create_unix_server(
            lambda: Connection(self), sock=bound, backlog=BACKLOG
        )

    async def close(self) -> None:
        """Let everybody go: who waits at once, who is being answered a moment later."""
        if self.server is not None:
            self.server.close()
        for connection in tuple(self.connections):
            connection.end()
        if under_way := [task for c in self.connections if (task := c.work) is not None]:
            await asyncio.wait(under_way, timeout=GRACE)
        for connection in tuple(self.connections):
            connection.abort()


class Connection(asyncio.Protocol):
    """One peer."""

    def __init__(self, server: LineServer) -> None:
        self.server = server
        self.ops = server.ops
        self.transport: asyncio.Transport | None = None
        self.buffer = bytearray()
        self.searched = 0
        self.lines: deque[bytes | bytearray] = deque()
        self.ahead = 0
        self.paused = False
        self.work: asyncio.Task[None] | None = None
        self.waiting = False
        self.visit: Visit | None = None
        self.writable: asyncio.Future[None] | None = None
        # No more requests come; nobody reads answers.
        self.ended = False
        self.gone = False

    # What the loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a peer."""
        self.transport = cast("asyncio.Transport", transport)
        most = self.server.most
        full = most is not None and len(self.server.connections) >= most
        self.server.connections.add(self)
        if full:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and begin to answer whole lines."""
        if self.ended:
            return
        if not self.buffer and data.find(b"\n") == len(data) - 1:
            self.put(data)
        else:
            self.take(data)
        if self.lines and self.work is None:
            self.work = asyncio.get_running_loop().create_task(self.answer_all())
        if len(self.lines) > MOST_AHEAD or self.ahead > self.server.longest:
            self.pause()

    def eof_received(self) -> bool:
        """Forget half a line; what was asked whole is still done."""
        self.ended = True
        self.buffer.clear()
        self.stop_waiting()
        return self.work is not None

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the loop gives it
        """Answer nobody; what was asked is still done, but not waited for."""
        self.ended = self.gone = True
        self.transport = None
        self.buffer.clear()
        self.resume_writing()
        self.stop_waiting()
        self.ops.left(self)
        self.leave()

    def pause_writing(self) -> None:
        """Hold the next answer back until the peer has read the last."""
        self.writable = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        """Go on answering."""
        if self.writable is not None and not self.writable.done():
            self.writable.set_result(None)
        self.writable = None

    # Lines

    def put(self, line: bytes | bytearray) -> None:
        """Put a line behind those that wait for their answer."""
        self.lines.append(line)
        self.ahead += len(line)

    def take(self, data: bytes) -> None:
        """Cut what has come into lines; what is behind the last one waits for its end."""
        self.buffer += data
        start = 0
        while (end := self.buffer.find(b"\n", max(start, self.searched))) >= 0:
            if end - start > self.server.longest:
                return self.refuse_rest()
            self.put(self.buffer[start : end + 1])
            start = end + 1
        del self.buffer[:start]
        self.searched = len(self.buffer)
        if len(self.buffer) > self.server.longest:
            return self.refuse_rest()
        return None

    def refuse_rest(self) -> None:
        """End a connection whose line has no end, after what it asked before."""
        self.ended = True
        self.buffer.clear()
        self.lines.append(b"")
        self.pause()

    def pause(self) -> None:
        """Read no further."""
        if self.transport is not None and not self.paused:
            self.paused = True
            self.transport.pause_reading()

    async def answer_all(self) -> None:
        """Answer, one after the other, whatever has been asked."""
        try:
            while self.lines:
                line = self.lines.popleft()
                self.ahead -= len(line)
                await self.write(await self.answer(line) if line else self.too_long())
                if self.paused and not self.lines and not self.ended and self.transport is not None:
                    self.paused = False
                    self.transport.resume_reading()
        except asyncio.CancelledError:
            # Nobody waits for this answer any more; or else the loop itself ends.
            if not self.ended:
                raise
        finally:
            self.work = None
            self.go_on()

    def go_on(self) -> None:
        """Answer what was asked behind a wait that was given up, or else let an ended peer go."""
        if self.lines and self.ended:
            self.work = asyncio.get_running_loop().create_task(self.answer_all())
        elif self.ended and self.transport is not None:
            self.transport.close()
        else:
            self.leave()

    async def answer(self, line: bytes | bytearray) -> bytes:
        """Answer one request."""
        try:
            op, fields = self.ops.read(line)
        except UsageError as error:
            return refusal(error)
        if op == HOOK:
            return await self.hook(fields)
        if op == DECIDE:
            return await self.decide(fields)
        if op == GATEWAY:
            return self.gateway(fields)
        if op != WAIT:
            return await self.ops.reply(op, fields)
        if self.ended:
            return b""
        self.waiting = True
        try:
            return await self.ops.reply(op, fields)
        finally:
            self.waiting = False

    async def decide(self, fields: Fields) -> bytes:
        """Answer about a call; nobody is asked any more once whoever wants to know is gone."""
        self.visit = visit = Visit(self.write, self.process())
        if self.ended:
            visit.leave()
        try:
            return await self.ops.decide(fields, visit)
        finally:
            self.visit = None

    def gateway(self, fields: Fields) -> bytes:
        """Answer a gateway, unless it is gone by now."""
        if self.ended or self.transport is None:
            return b""
        return self.ops.gateway(fields, self, self.process())

    def process(self) -> int:
        """Return the number of the peer's process, by the system's word; 0 if unknown."""
        if self.transport is None:
            return 0
        return peer_process(self.transport.get_extra_info("socket"))

    async def hook(self, fields: Fields) -> bytes:
        """Answer a hook; one that is gone is told of, and what it asked for comes to an end."""
        self.visit = visit = Visit(self.write, self.process())
        if self.ended:
            visit.leave()
        try:
            answer = await self.ops.hook(fields, visit)
        finally:
            self.visit = None
        if not answer and self.transport is not None:
            self.ended = True
        return answer

    async def write(self, answer: bytes) -> None:
        """Write an answer, if somebody still reads, once the one before is read."""
        if self.writable is not None:
            await self.writable
        if answer and not self.gone and self.transport is not None:
            self.transport.write(answer)

    def too_long(self) -> bytes:
        """Return the answer to a line that is too long."""
        limit = self.server.longest // 1024 // 1024
        return refusal(UsageError(f"a request has at most {limit} MiB"))

    # Ends

    def stop_waiting(self) -> None:
        """Give up a wait that nobody is there for."""
        if self.visit is not None:
            self.visit.leave()
        if self.waiting and self.work is not None:
            self.work.cancel()

    def end(self) -> None:
        """Take no more requests, and give up a wait; the peer asks the next server."""
        self.ended = True
        self.lines.clear()
        if self.waiting or (self.visit is not None and self.visit.waits):
            self.abort()
        elif self.work is None and self.transport is not None:
            self.transport.close()

    def leave(self) -> None:
        """Be forgotten, once the peer has gone and everything that it asked for is done."""
        if self.transport is None and self.work is None:
            self.server.connections.discard(self)

    def abort(self) -> None:
        """End the connection now."""
        self.gone = True
        if self.work is not None:
            self.work.cancel()
        if self.transport is not None:
            self.transport.abort()
