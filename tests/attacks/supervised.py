"""Processes below something that is, or only looks like, the supervisor of an agent."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from proctor.agents.processes import birth_of
from proctor.agents.session_files import RUNNING, Session, write_json
from proctor.server.lines import LONGEST_LINE
from tests.agents.session_homes import folder_of
from tests.server.line_house import House, Peer

# Hands a connection on to the server, as a process of its own.
PUMP = """\
import os, select, socket, sys
peer = socket.socket(fileno=int(sys.argv[1]))
server = socket.socket(socket.AF_UNIX)
server.connect(os.environ["SERVER"])
ends = {peer: server, server: peer}
while True:
    for end in select.select(list(ends), [], [])[0]:
        data = end.recv(65536)
        if not data:
            os._exit(0)
        ends[end].sendall(data)
"""
# Stands where a supervisor stands, and starts one such process for each connection to it.
RELAY = f"""\
import os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(os.environ["HERE"])
listening.listen()
print("ready", flush=True)
# Whoever reads there shall see the end, also while a child is still there.
os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
while True:
    peer, _ = listening.accept()
    if os.fork() == 0:
        peer.set_inheritable(True)
        words = [sys.executable, "-IS", "-c", {PUMP!r}, str(peer.fileno())]
        os.execv(sys.executable, words)
    peer.close()
"""


class Supervised:
    """Whatever is started below one process; its connections to the server come from there."""

    def __init__(self, pid: int, socket: Path, here: House) -> None:
        self.pid = pid
        self.socket = socket
        self.here = here

    async def peer(self) -> Peer:
        """Connect to the server, from a child of that process."""
        peer = Peer(*await asyncio.open_unix_connection(self.socket, limit=LONGEST_LINE))
        self.here.peers.append(peer)
        return peer


@asynccontextmanager
async def below(home: Path, name: str, here: House) -> AsyncIterator[Supervised]:
    """Start a process that looks like the supervisor of an agent of a home."""
    # The system takes short names only for a socket.
    place = Path(tempfile.mkdtemp(prefix="below-", dir="/tmp"))
    script = place / "proctor" / "agents" / "supervisor.py"
    script.parent.mkdir(parents=True)
    script.write_text(RELAY)
    socket = place / "socket"
    words = [sys.executable, "-IS", str(script), str(folder_of(home, name))]
    variables = {**os.environ, "HERE": str(socket), "SERVER": str(here.path)}
    process = await asyncio.to_thread(
        subprocess.Popen, words, env=variables, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == b"ready\n"
        yield Supervised(process.pid, socket, here)
    finally:
        process.kill()
        process.communicate()
        shutil.rmtree(place)


def watches(home: Path, session: Session, pid: int) -> None:
    """Write into a session's files that a process watches over it, as its supervisor does."""
    said = {"number": session.number, "supervisor": pid, "birth": birth_of(pid), "pid": pid}
    write_json(folder_of(home, session.name) / RUNNING, said)
