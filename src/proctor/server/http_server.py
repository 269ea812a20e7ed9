"""The HTTP side's port and its server: uvicorn, of which we take the answering and no signals."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn

from proctor.errors import ServerError
from proctor.server.access import App
from proctor.server.quick_answers import QuickAnswers

HOST = "127.0.0.1"
DEFAULT_PORT = 7762
BACKLOG = 1024
# What a request may still take, in seconds, when the server ends.
GRACE = 0.5


@contextmanager
def listener(port: int | None) -> Iterator[socket.socket]:
    """
    Bind a port of this machine, that nobody else can reach.

    Raises:
        ServerError: the port that was named cannot be had.

    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as web:
        web.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            web.bind((HOST, DEFAULT_PORT if port is None else port))
            # Only now it is certain that nobody else listens there.
            web.listen(BACKLOG)
        except OSError as error:
            if port is not None:
                raise ServerError(
                    f"port {port} cannot be used: {error.strerror}",
                    help="name another with --port, or none: then one that is free is taken",
                ) from None
        else:
            yield web
            return
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as web:
        web.bind((HOST, 0))
        # Whoever is told of it shall reach it at once.
        web.listen(BACKLOG)
        yield web


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

    async def listen(self, web: socket.socket) -> None:
        """Begin to answer on a port that is bound already."""
        self.serving = asyncio.create_task(self.server.serve(sockets=[web]))
        # If it fails, everything ends.
        self.serving.add_done_callback(lambda _: self.ended())

    async def close(self) -> None:
        """Stop answering, in less than a second."""
        if self.serving is not None:
            # What is cut off now is cut off on purpose, and not worth a traceback.
            logging.getLogger("uvicorn.error").addFilter(lambda _: False)
            self.server.should_exit = True
            await self.serving
