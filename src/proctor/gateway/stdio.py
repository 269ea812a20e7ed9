"""
MCP over this process's own stdin and stdout, one JSON message a line.

While it is served, the real stdin and stdout are nobody else's: what a tool or a child prints
goes to stderr, and what it reads is empty. Nothing here waits in a thread, so that the process
can end while its client neither writes nor reads.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import stat
import sys
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import anyio
from mcp import types
from mcp.shared.message import SessionMessage

from proctor.gateway.unread import ENDS, Unread, refusals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
    Outgoing = MemoryObjectSendStream[SessionMessage]
    Write = Callable[[bytes], Awaitable[None]]

LOG = logging.getLogger("proctor.gateway")
STDIN, STDOUT, STDERR = 0, 1, 2
# No standard stream has such a number.
FIRST_FREE = 3
LONGEST_LINE = 16 << 20
LAST_LOOKS, BETWEEN_LOOKS = 50, 0.01
TOO_LONG = f"a message of more than {LONGEST_LINE >> 20} MiB is not read"


@asynccontextmanager
async def own_streams() -> AsyncIterator[tuple[int, int]]:
    """Take stdin and stdout for ourselves, and give them back at the end."""
    wire = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE) for number in (STDIN, STDOUT)]
    blocking = [os.get_blocking(number) for number in wire]
    nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.dup2(nothing, STDIN)
        os.dup2(STDERR, STDOUT)
        yield wire[0], wire[1]
    finally:
        os.close(nothing)
        # What was printed and not yet written is not for the wire either.
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        for number, own, was in zip((STDIN, STDOUT), wire, blocking, strict=True):
            # Others may share what we read from, and expect it as it was.
            with suppress(OSError):
                os.set_blocking(own, was)
            os.dup2(own, number)
            os.close(own)


@asynccontextmanager
async def stdio() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Serve one client on stdin and stdout, as the library's servers take it."""
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    async with (
        own_streams() as (read_from, write_to),
        opened_reader(read_from) as reader,
        opened_writer(write_to) as write,
    ):
        tasks = [
            asyncio.create_task(read_all(reader, to_server, write)),
            asyncio.create_task(write_all(write, from_server)),
        ]
        try:
            async with incoming, outgoing:
                yield incoming, outgoing
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def can_be_awaited(number: int) -> bool:
    """Say whether the system tells when there is something to read or room to write."""
    mode = os.fstat(number).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(number)


@asynccontextmanager
async def opened_reader(number: int) -> AsyncIterator[asyncio.StreamReader]:
    """Open a file for reading."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    file = os.fdopen(os.dup(number), "rb", buffering=0)
    if not can_be_awaited(number):
        # A file, or nothing at all: to read it takes no time, and it has an end.
        with file:
            reader.feed_data(file.read())
            reader.feed_eof()
            yield reader
        return
    pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    try:
        yield reader
    finally:
        pipe.close()
        # The loop closes the file a moment later.
        await asyncio.sleep(0)


@asynccontextmanager
async def opened_writer(number: int) -> AsyncIterator[Write]:
    """Open a file for writing; what is yielded writes, as fast as it is read."""
    loop = asyncio.get_running_loop()
    file = os.fdopen(os.dup(number), "wb", buffering=0)
    if not can_be_awaited(number):
        with file:

            async def put(data: bytes) -> None:
                file.write(data)

            yield put
        return
    pipe, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, file)
    writer = asyncio.StreamWriter(pipe, protocol, None, loop)

    async def write(data: bytes) -> None:
        writer.write(data)
        await writer.drain()

    try:
        yield write
    finally:
        # What is written already may still be read, by a client that reads at all.
        for _ in range(LAST_LOOKS):
            if not pipe.get_write_buffer_size():
                break
            await asyncio.sleep(BETWEEN_LOOKS)
        pipe.abort()
        await asyncio.sleep(0)


async def read_all(
    reader: asyncio.StreamReader,
    to_server: MemoryObjectSendStream[SessionMessage | Exception],
    write: Write,
) -> None:
    """Hand every message on, until the client closes its side; what is none is refused here."""
    async with to_server:
        while line := await next_line(reader):
            message = message_of(line) if isinstance(line, bytes) else None
            if message is not None:
                await to_server.send(SessionMessage(message))
                continue
            # Whole lines, so that they do not mix with those of the server.
            for refusal in refusals(line):
                with suppress(OSError):
                    await write(refusal)


def message_of(line: bytes) -> types.JSONRPCMessage | None:
    """Return the message that a line is; None if it is none."""
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        # The library takes a request whose id is none for a notification.
        odd = isinstance(message, types.JSONRPCNotification) and "id" in json.loads(line)
    except ValueError:
        return None
    return None if odd else message


async def next_line(reader: asyncio.StreamReader) -> bytes | Unread:
    """Return the next line, or what is known of one that is too long; nothing at the end."""
    head = tail = b""
    while True:
        try:
            line = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return b""
        except asyncio.LimitOverrunError as error:
            if not head:
                LOG.warning(TOO_LONG)
            part = await reader.readexactly(error.consumed)
            head, tail = head or part[:ENDS], (tail + part[-ENDS:])[-ENDS:]
            continue
        if head:
            return Unread(head, (tail + line[-ENDS:])[-ENDS:], TOO_LONG)
        if line.strip():
            return line


async def write_all(write: Write, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
    """Write every message, as fast as the client reads."""
    async with from_server:
        async for outgoing in from_server:
            text = outgoing.message.model_dump_json(by_alias=True, exclude_unset=True)
            await write(text.encode() + b"\n")
