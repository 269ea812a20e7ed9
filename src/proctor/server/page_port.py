"""
The port of pages: another one with each run, and none that pages had before.

While the server is away, anybody on this machine can have a port that it had, an agent in its
sandbox too. A browser that asks there keeps what it gets: a service worker stands between it
and that address from then on, also when the server is back, and sees how somebody signs in.
So the address of pages is one that no browser has seen.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from proctor.agents.session_files import read_json, write_json
from proctor.errors import ServerError
from proctor.server.http_server import bound
from proctor.server.last_port import last_port

FILE, PORTS = "page-ports.json", "ports"
# The oldest are forgotten behind so many.
MOST = 5_000
# Somebody who holds all ports but those that we had shall not choose for us.
TRIES = 100


@contextmanager
def page_listener(home: Path, bind: Callable[[], socket.socket] = bound) -> Iterator[socket.socket]:
    """
    Bind a port of this machine that pages of this home never had.

    Raises:
        ServerError: there is none.

    """
    had = had_ports(home)
    taken = {*had, last_port(home)}
    # Those that were had before are held until another one is found: they come only once.
    with ExitStack() as stack:
        for _ in range(TRIES):
            try:
                web = stack.enter_context(bind())
            except OSError:
                break
            port = web.getsockname()[1]
            if port not in taken:
                with suppress(OSError):
                    write_json(home / FILE, {PORTS: [*had, port][-MOST:]})
                yield web
                return
    raise ServerError(
        "there is no port for pages that they did not have before",
        help="somebody holds all others: `ss -ltnp` says who",
    )


def had_ports(home: Path) -> list[int]:
    """Return the ports that pages had, the oldest first."""
    said = (read_json(home / FILE) or {}).get(PORTS)
    return [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
