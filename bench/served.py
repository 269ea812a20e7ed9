"""A server of its own for a bench: the real one, on SQLite or on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

from proctor.server.tokens import Tokens

LENGTH = re.compile(rb"content-length: (\d+)")
TICKS = os.sysconf("SC_CLK_TCK")
USER, SYSTEM = 13, 14  # columns of /proc/PID/stat
PATIENCE = 60
LONGEST_LINE = 1 << 26


class Served(NamedTuple):
    """A server that runs, and a project whose agents ask it."""

    pid: int
    port: int
    socket: str
    token: str
    home: Path
    project: Path

    def cpu(self) -> float:
        """Return the seconds of CPU that the server has used, its own and the system's for it."""
        stat = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[USER - 2]) + int(stat[SYSTEM - 2])) / TICKS


@contextmanager
def served(store: str = "") -> Iterator[Served]:
    """Run a server for a while."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        home, project = Path(folder) / "home", Path(folder) / "shop"
        (project / "src").mkdir(parents=True)
        home.mkdir()
        subprocess.run(["git", "init", "-q", str(project)], check=True)  # noqa: S607 - the user's git
        environment = {"HOME": folder, "PATH": os.defpath, "PROCTOR_HOME": str(home)}
        with subprocess.Popen(
            [sys.executable, "-m", "proctor", "up", "--json"],
            env=environment | ({"PROCTOR_STORE": store} if store else {}),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            info = json.loads(process.stdout.readline())
            port = int(info["url"].rsplit(":", 1)[1])
            token = Tokens(home).local_token()
            try:
                yield Served(process.pid, port, info["socket"], token, home, project)
            finally:
                process.terminate()
                process.wait(PATIENCE)


class Http(asyncio.Protocol):
    """A connection that sends one request after the other, with as little ado as possible."""

    def __init__(self, server: Served, bodies: list[bytes]) -> None:
        head = (
            f"POST /api/decide HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\nContent-Length: "
        ).encode()
        self.requests = [head + b"%d\r\n\r\n" % len(body) + body for body in reversed(bodies)]
        self.done = asyncio.get_running_loop().create_future()
        self.heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.requests.pop())

    def data_received(self, data: bytes) -> None:
        """Send the next as soon as an answer is there."""
        self.heard += data
        end = self.heard.find(b"\r\n\r\n")
        found = LENGTH.search(self.heard)
        if end < 0 or not found or len(self.heard) < end + 4 + int(found[1]):
            return
        if not self.heard.startswith(b"HTTP/1.1 200 "):
            self.done.set_exception(AssertionError(self.heard))
            return
        self.heard = b""
        if self.requests:
            self.transport.write(self.requests.pop())
        else:
            self.transport.close()

    def connection_lost(self, problem: Exception | None) -> None:
        """End; a connection that is lost in the middle is a failure."""
        if self.done.done():
            return
        if self.requests or problem:
            self.done.set_exception(AssertionError(f"the server hung up: {problem}"))
        else:
            self.done.set_result(None)


async def send_all(server: Served, bodies: list[bytes]) -> None:
    """Send requests on a connection, and wait for the last answer."""
    loop = asyncio.get_running_loop()
    _, http = await loop.create_connection(lambda: Http(server, bodies), "127.0.0.1", server.port)
    await http.done


async def call(server: Served, **fields: Any) -> Any:
    """Ask the server something on its socket."""
    reader, writer = await asyncio.open_unix_connection(server.socket, limit=LONGEST_LINE)
    writer.write(json.dumps(fields).encode() + b"\n")
    answer = json.loads(await reader.readline())
    writer.close()
    await writer.wait_closed()
    return answer["ok"]
