"""
An upstream as a process of ours: one message a line, on its standard input and output.

However much it writes, only so much is kept: a line that is too long is dropped, its errors
are read and all but the last forgotten, and one that only chatters is read slowly. It runs in
a group of its own and is ended with whatever it has started in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from proctor.errors import UpstreamError
from proctor.gateway.shown_text import shown
from proctor.gateway.upstream_peer import HEAD, NOTHING, About, Peer

# How much of its errors is kept, in bytes and in lines.
LAST_ERRORS, LAST_LINES = 4096, 8
# What stands before its own words where it is told how it ended.
SAID, WROTE = "; it said: ", "; it wrote what is no MCP: "
MOST_UNREAD = 64 << 20
MOST_UNREAD_REPLIES = 1 << 20
# How many messages that nobody asked for are read before the next are left waiting, and how long.
MOST_UNASKED, REST = 500, 0.05
# Where it writes: what it answers, and its errors.
OUTPUTS = {1, 2}
# How long a process that closed its input or output may take to exit, so that its status is told,
# and how long one that has exited may leave its output open: its children may hold it.
UNTIL_EXIT, AFTER_EXIT = 2.0, 0.5
# What ends it, and for how long each is given time.
ENDINGS = ((None, 1.0), (signal.SIGTERM, 2.0), (signal.SIGKILL, 5.0))


class UpstreamProcess(asyncio.SubprocessProtocol):
    """
    A running upstream.

    `longest` is the longest line that is read, `patience` for how many seconds a longer one
    may go on before the process is given up.
    """

    def __init__(self, peer: Peer, longest: int, patience: float) -> None:
        self.peer = peer
        self.longest = longest
        self.patience = patience
        self.loop = asyncio.get_running_loop()
        self.line = bytearray()
        self.skipping: asyncio.TimerHandle | None = None
        self.errors = bytearray()
        self.paced = 0
        self.closing = False
        self.over: set[int] = set()
        self.exited = asyncio.Event()
        self.disconnected = asyncio.Event()
        self.transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what reaches the process."""
        # By its word, not by its class: the transports of other loops have classes of their own.
        self.transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Take in what it wrote."""
        if fd != 1:
            self.errors += data
            del self.errors[:-LAST_ERRORS]
            return
        if self.closing:
            return
        *ends, rest = data.split(b"\n")
        for part in ends:
            self.add(part)
            self.end_line()
        self.add(rest)
        if self.peer.unasked - self.paced > MOST_UNASKED:
            self.paced = self.peer.unasked
            self.rest()

    def add(self, part: bytes) -> None:
        """Add to the line that is being read, as long as that is not too long."""
        if self.skipping is not None:
            return
        self.line += part
        if len(self.line) > self.longest:
            self.peer.overlong(bytes(self.line[:HEAD]), self.longest)
            self.line.clear()
            self.skipping = self.loop.call_later(self.patience, self.never_ends)

    def end_line(self) -> None:
        """Hand on a line that has come to its end."""
        if self.skipping is not None:
            self.skipping.cancel()
            self.skipping = None
            return
        data = bytes(self.line)
        self.line.clear()
        if data.strip():
            self.peer.received(data)

    def never_ends(self) -> None:
        """Give up a process that writes a line without an end."""
        what = f"writes a line of more than {self.longest:,} bytes that does not end"
        self.peer.lost(self.peer.wrong(what, code="too-large"))

    def rest(self) -> None:
        """Let it wait with its next words for a moment."""
        pipe = self.transport.get_pipe_transport(1) if self.transport else None
        if pipe is not None and not pipe.is_closing():
            pipe = cast("asyncio.ReadTransport", pipe)
            pipe.pause_reading()
            self.loop.call_later(REST, self.go_on, pipe)

    @staticmethod
    def go_on(pipe: asyncio.ReadTransport) -> None:
        """Read on."""
        if not pipe.is_closing():
            pipe.resume_reading()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note which pipe it closed; what it wrote there is in by now."""
        # A closed input is a sign of its end only if something could not be sent.
        if fd in OUTPUTS or exc is not None:
            self.over.add(fd)
            self.sign()

    def process_exited(self) -> None:
        """Note that it has ended, though its children may hold its output open."""
        self.exited.set()
        self.sign()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Note that nothing of it is held any more."""
        self.disconnected.set()

    def sign(self) -> None:
        """Say that it is gone: at once where all signs are there, else a little later."""
        if self.over >= OUTPUTS and self.exited.is_set():
            self.is_gone()
        elif self.exited.is_set():
            self.loop.call_later(AFTER_EXIT, self.is_gone)
        elif self.over & {0, 1}:
            self.loop.call_later(UNTIL_EXIT, self.is_gone)

    def is_gone(self) -> None:
        """Tell whoever waits how it ended."""
        status = self.transport.get_returncode() if self.transport else None
        if status is None:
            how = "closed its output" if 1 in self.over else "takes no more input"
        else:
            how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        self.peer.lost(self.peer.wrong(f"{how}{self.last_words()}", code="lost"))

    def speak(self, version: str) -> None:
        """Take the version of MCP, which makes no difference to a line."""

    def forget(self, number: int) -> None:
        """Do nothing for a request that is on its way: it is one line among others."""

    def last_words(self) -> str:
        """Return the last lines of its errors, and what on its output was no message."""
        text = self.errors.decode(errors="replace")
        # A program that frames its words for a terminal fills its lines with blanks.
        lines = [shown(" ".join(line.split()), 300) for line in text.split("\n") if line.strip()]
        words = " | ".join(lines[-LAST_LINES:])
        said = f"{SAID}{words}" if words else ""
        garbage = self.peer.garbage
        return f"{said}{WROTE}{garbage}" if garbage else said

    def send(self, message: bytes, number: int | None = None, about: About = NOTHING) -> None:  # noqa: ARG002 - a line says it all
        """
        Write one line; if its input is closed, a request fails as soon as its end is known.

        Raises:
            UpstreamError: it does not read.

        """
        pipe = self.transport.get_pipe_transport(0) if self.transport else None
        if pipe is None or pipe.is_closing():
            self.over.add(0)
            self.sign()
            return
        pipe = cast("asyncio.WriteTransport", pipe)
        most = MOST_UNREAD if number is not None else MOST_UNREAD_REPLIES
        if pipe.get_write_buffer_size() > most:
            raise self.peer.wrong("does not read what it is sent", code="lost")
        pipe.write(message + b"\n")

    async def close(self) -> None:
        """End it and all of its group: kindly, then firmly, then for good."""
        self.closing = True
        if self.skipping is not None:
            self.skipping.cancel()
        transport = self.transport
        if transport is None:
            return
        stdin = transport.get_pipe_transport(0)
        if stdin is not None:
            stdin.close()
        try:
            for ending, seconds in ENDINGS:
                if ending is not None:
                    self.strike(transport, ending)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.exited.wait(), seconds)
                if self.exited.is_set():
                    break
        finally:
            # Whoever is left of its group would go on for nobody.
            self.strike(transport, signal.SIGKILL)
            transport.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.disconnected.wait(), 1.0)

    @staticmethod
    def strike(transport: asyncio.SubprocessTransport, number: signal.Signals) -> None:
        """Send a signal to the group of a process, which has its number."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(transport.get_pid(), number)


async def started(  # noqa: PLR0913 - keyword only
    peer: Peer,
    command: tuple[str, ...],
    *,
    cwd: Path,
    env: Mapping[str, str],
    longest: int,
    patience: float,
) -> UpstreamProcess:
    """
    Start an upstream.

    Raises:
        UpstreamError: it cannot be started.

    """
    process = UpstreamProcess(peer, longest, patience)
    try:
        await asyncio.get_running_loop().subprocess_exec(
            lambda: process,
            *command,
            cwd=cwd,
            env=dict(env),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise not_started(peer, command[0], cwd, error) from error
    return process


def not_started(peer: Peer, program: str, cwd: Path, error: Exception) -> UpstreamError:
    """Say why a command does not run."""
    name = shown(program, 200)
    if not cwd.is_dir():
        return peer.wrong(f"is not started: there is no folder `{cwd}`", code="not-started")
    if isinstance(error, FileNotFoundError):
        return peer.wrong(
            f"is not started: there is no program `{name}`",
            code="not-started",
            help="install it, or write its whole path in `command` of the upstream",
        )
    why = error.strerror if isinstance(error, OSError) else str(error)
    return peer.wrong(f"is not started: `{name}`: {why}", code="not-started")
