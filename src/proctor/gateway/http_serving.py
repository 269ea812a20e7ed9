"""Serve a gateway by streamable HTTP: on this machine only, unless a person says otherwise."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from proctor.errors import ServerError, UsageError
from proctor.gateway.http_access import Guarded
from proctor.gateway.http_sessions import IDLE, MOST_SESSIONS, Sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp.server.lowlevel import Server

PATH = "/mcp"
HOST, DEFAULT_PORT = "127.0.0.1", 7763
LARGEST_PORT = 65_535
BACKLOG = 1024
# How large one request may be, in bytes, and how long requests may still take at the end.
LARGEST_BODY = 16 << 20
GRACE = 1
FORM = "--http, --http PORT or --http HOST:PORT; an IPv6 address in brackets: [::1]:7763"


class Address(NamedTuple):
    """Where a gateway listens."""

    host: str
    port: int

    @property
    def in_url(self) -> str:
        """Return the host as a URL has it."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def url(self) -> str:
        """Return where a client finds it."""
        return f"http://{self.in_url}:{self.port}{PATH}"

    @property
    def is_here_only(self) -> bool:
        """Say whether only this machine reaches it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def read_address(text: str) -> Address:
    """
    Read where to listen: nothing, a port, or a host and a port.

    Raises:
        UsageError: it is none of these.

    """
    host, colon, port = text.rpartition(":")
    if not text:
        return Address(HOST, DEFAULT_PORT)
    # A name alone would be silently something else than it looks like.
    if not port.isascii() or not port.isdigit() or int(port) > LARGEST_PORT or (colon and not host):
        raise UsageError(f"`{text}` is not where a gateway can listen", help=FORM)
    bare = host.removeprefix("[").removesuffix("]")
    if (":" in bare) != (host != bare):
        raise UsageError(f"`{text}` is not where a gateway can listen", help=FORM)
    return Address(bare or HOST, int(port))


@contextmanager
def listening(address: Address) -> Iterator[tuple[socket.socket, Address]]:
    """
    Listen, and return where: port 0 is any that is free.

    Raises:
        ServerError: it is not possible there.

    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # With its protocol said, or else answers wait for the client's acknowledgements (Nagle).
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as web:
        web.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            web.bind((address.host, address.port))
            web.listen(BACKLOG)
        except OSError as error:
            message = f"{address.in_url}:{address.port} cannot be used: {error.strerror or error}"
            taken = "another gateway may be there; " if error.errno == errno.EADDRINUSE else ""
            raise ServerError(message, help=f"{taken}name another: --http PORT") from None
        yield web, address._replace(port=web.getsockname()[1])


class Quiet(uvicorn.Server):
    """Uvicorn without its signals: they end the upstreams too, and in order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def serve_http(
    server: Server[Any], address: Address, token: str, ready: Callable[[Address], None]
) -> None:
    """
    Serve clients by HTTP until it is cancelled.

    Args:
        server: what is served.
        address: where.
        token: what a client has to say.
        ready: is told where it listens, once it does.

    """
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=LARGEST_BODY,
        session_idle_timeout=IDLE,
        max_sessions=MOST_SESSIONS,
        # Ours comes first, and is stricter.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    with listening(address) as (web, where):
        config = uvicorn.Config(
            Guarded(Sessions(app, PATH), token, where.in_url, where.port),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE,
        )
        http = Quiet(config)
        serving = asyncio.create_task(http.serve(sockets=[web]))
        ready(where)
        try:
            await asyncio.shield(serving)
        finally:
            # What is cut off now is cut off on purpose, and not worth a traceback.
            logging.getLogger("uvicorn.error").addFilter(lambda _: False)
            http.should_exit = True
            await serving
