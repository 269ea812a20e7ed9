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
from typing import Any, NamedTuple

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


class Http:
    """A connection that sends one request after the other, with as little ado as possible."""

    def __init__(self, server: Served) -> None:
        self.head = (
            f"POST /api/decide HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\nContent-Length: "
        ).encode()
        self.port = server.port

    async def send_all(self, bodies: list[bytes]) -> None:
        """Send requests and read their answers."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for body in bodies:
            writer.write(self.head + str(len(body)).encode() + b"\r\n\r\n" + body)
            head = await reader.readuntil(b"\r\n\r\n")
            found = LENGTH.search(head)
            assert b" 200 " in head[:15], head
            assert found
            await reader.readexactly(int(found[1]))
        writer.close()
        await writer.wait_closed()


async def call(server: Served, **fields: Any) -> Any:
    """Ask the server something on its socket."""
    reader, writer = await asyncio.open_unix_connection(server.socket, limit=LONGEST_LINE)
    writer.write(json.dumps(fields).encode() + b"\n")
    answer = json.loads(await reader.readline())
    writer.close()
    await writer.wait_closed()
    return answer["ok"]
