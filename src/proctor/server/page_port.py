"""
The port of pages: another one with each run, drawn by lot, and none that pages had before.

While the server is away, anybody on this machine can have a port that it had, an agent in its
sandbox too. A browser that asks there keeps what it gets: a service worker stands between it
and that address from then on, also when the server is back, and sees how somebody signs in.
So pages are at an address that nobody can foresee.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from proctor.agents.session_files import read_json, write_json
from proctor.errors import ServerError
from proctor.server.http_server import bound
from proctor.server.last_port import last_port

FILE, PORTS = "page-ports.json", "ports"
# The oldest are forgotten behind so many.
MOST = 5_000
# Drawn by us, and not given by the system: who holds all others would choose for it.
DRAWN = range(20_000, 61_000)
TRIES = 200


@contextmanager
def page_listener(
    home: Path, draw: Callable[[], int] = lambda: secrets.choice(DRAWN)
) -> Iterator[socket.socket]:
    """
    Bind a port of this machine that pages of this home never had.

    Raises:
        ServerError: none is found.

    """
    had = had_ports(home)
    web = free_among({*had, last_port(home)}, draw)
    with web:
        with suppress(OSError):
            write_json(home / FILE, {PORTS: [*had, web.getsockname()[1]][-MOST:]})
        yield web


def free_among(taken: set[int | None], draw: Callable[[], int]) -> socket.socket:
    """
    Draw ports until one is free that is not among these, and bind it.

    Raises:
        ServerError: none is found.

    """
    for _ in range(TRIES):
        port = draw()
        if port not in taken:
            with suppress(OSError):
                return bound(port, again=False)
    raise ServerError(
        "no port was found for pages that is free and that they did not have before",
        help="somebody holds too many of them: `ss -ltnp` says who",
    )


def had_ports(home: Path) -> list[int]:
    """Return the ports that pages had, the oldest first."""
    said = (read_json(home / FILE) or {}).get(PORTS)
    return [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
