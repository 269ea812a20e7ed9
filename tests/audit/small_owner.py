"""
A small owner, started again and again, for the test that kills it.

`python -m tests.audit.small_owner HOME` reads lines: for each it forks an owner and
prints its number, since a start from nothing would take longer than most of them
live. An owner takes in the spool, and keeps what comes over the socket in the home:
a line of the spool's form in, `kept` or `lost` out.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from proctor.audit.identity import load_identity
from proctor.audit.intake import read
from proctor.audit.owner import OwnerLock
from proctor.audit.redaction.redact import Redactor
from proctor.audit.spool import Spool
from proctor.audit.stores.sqlite import open_sqlite
from proctor.audit.trail import Trail
from proctor.audit.writer import Writer
from proctor.terms.record import Record
from tests.audit.homes import DATABASE

SOCKET = "socket"
OFTEN = 0.02


async def own(home: Path) -> None:
    """Be the owner of a home, until somebody kills us."""
    lock = OwnerLock(home)
    if not lock.try_take():
        return
    trail = Trail(open_sqlite(home / DATABASE), load_identity(home, "anvil"), Redactor(()))
    writer = Writer(trail, Spool(home), thread=False)

    async def serve(reader: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                row = read(line)
                kept = isinstance(row, Record) and await writer.append(row)
                answers.write(b"kept\n" if kept else b"lost\n")
                await answers.drain()

    # The name is short, whatever the home is called: a socket's path has a limit.
    os.chdir(home)
    with suppress(FileNotFoundError):
        os.unlink(SOCKET)  # noqa: PTH108 - before anything else runs
    async with await asyncio.start_unix_server(serve, SOCKET):
        lock.publish(socket=SOCKET)
        while True:
            await writer.take_in()
            await asyncio.sleep(OFTEN)


def nurse(home: Path) -> None:
    """Fork an owner for each line that comes in."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while sys.stdin.readline():
        pid = os.fork()
        if pid == 0:
            try:
                asyncio.run(own(home))
            finally:
                os._exit(1)
        print(pid, flush=True)  # noqa: T201 - the answer


if __name__ == "__main__":
    nurse(Path(sys.argv[1]))
