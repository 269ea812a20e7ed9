"""The ports of the HTTP side, and its server: uvicorn, which answers and takes no signals."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import cast

import uvicorn

from proctor.errors import ServerError
from proctor.server.access import App
from proctor.server.quick_answers import QuickAnswers

HOST = "127.0.0.1"
DEFAULT_PORT = 7762
# Whichever the system gives.
FREE = 0
BACKLOG = 1024
# What a request may still take, in seconds, when the server ends.
GRACE = 0.5


@contextmanager
def listener(port: int | None, last: int | None = None) -> Iterator[socket.socket]:
    """
    Bind a port of this machine, that nobody else can reach.

    Args:
        port: the one that a person named.
        last: the one that was had before, tried first where none was named; then the usual one,
            then any that is free.

    Raises:
        ServerError: the port that was named cannot be had.

    """
    tried = [port] if port is not None else [last or DEFAULT_PORT, DEFAULT_PORT, FREE]
    with ExitStack() as stack:
        for number in dict.fromkeys(tried):
            try:
                web = stack.enter_context(bound(number))
                break
            except OSError as error:
                if number == tried[-1]:
                    raise unusable(number, error) from None
        yield web


def bound(number: int, *, again: bool = True) -> socket.socket:
    """
    Bind a port of this machine, and listen.

    Args:
        number: the port.
        again: whether we may have had it a moment ago.

    Raises:
        OSError: it cannot be had.

    """
    # Named as what it is: only then answers are sent without waiting for more.
    web = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if again and number != FREE:
            web.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        web.bind((HOST, number))
        # What is left of its connections must not keep the next server from the same port, which
        # agents were told of: so they have this from here, a free one's too.
        web.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Only now it is certain that nobody else listens there; and whoever is told of it shall
        # reach it at once.
        web.listen(BACKLOG)
    except OSError:
        web.close()
        raise
    return web


def unusable(port: int, error: OSError) -> ServerError:
    """Say that a port cannot be had."""
    return ServerError(
        f"port {port} cannot be used: {error.strerror}",
        help="name another with --port, or none: then one that is free is taken",
    )


class Quiet(uvicorn.Server):
    """Uvicorn without its signals: they end the office too, and in order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


class HttpServer:
    """Answers by HTTP."""

    def __init__(self, app: App, *, ended: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            http=QuickAnswers,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            # It says int, and waits for less just as well.
            timeout_graceful_shutdown=cast("int", GRACE),
        )
        self.server = Quiet(config)
        self.ended = ended
        self.serving: asyncio.Task[None] | None = None

    async def listen(self, *doors: socket.socket) -> None:
        """Begin to answer on ports that are bound already."""
        self.serving = asyncio.create_task(self.server.serve(sockets=[*doors]))
        # If it fails, everything ends.
        self.serving.add_done_callback(lambda _: self.ended())

    async def close(self) -> None:
        """Stop answering, in less than a second."""
        if self.serving is not None:
            # What is cut off now is cut off on purpose, and not worth a traceback.
            logging.getLogger("uvicorn.error").addFilter(lambda _: False)
            self.server.should_exit = True
            await self.serving
