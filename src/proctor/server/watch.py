"""
Stay reachable: whatever clears temporary files, or a home, away.

A socket that is gone is made again. A lock that is gone or someone else's means that
the home is not ours any more, and then there is nothing left to do here.
"""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

from proctor.audit.owner import owner_of
from proctor.errors import ProctorError
from proctor.owner.socket_path import bind, socket_path
from proctor.server.lines import LineServer

SECONDS = 5.0
LOG = logging.getLogger("proctor.server")


def is_ours(home: Path) -> bool:
    """Say whether this process still owns a home."""
    return (owner_of(home) or {}).get("pid") == os.getpid()


def is_there(path: Path) -> bool:
    """Say whether something has a name, even if it is a link that leads nowhere."""
    return os.path.lexists(path)


async def stay_reachable(
    home: Path, line_server: LineServer, end: asyncio.Event, *, every: float = SECONDS
) -> None:
    """Look now and then whether socket and lock are there, until the home is not ours."""
    path = socket_path(home)
    while not end.is_set():
        await asyncio.sleep(every)
        try:
            if not is_ours(home):
                LOG.error("the lock of %s is gone or someone else's: this server ends", home)
                end.set()
            elif not is_there(path):
                LOG.warning("the socket %s was removed, and is made again", path)
                await line_server.listen(bind(path))
        except (ProctorError, OSError) as error:
            LOG.warning("%s cannot be looked after: %s", path, error)
