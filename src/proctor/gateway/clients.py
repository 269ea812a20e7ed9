"""The clients that are connected, and how they hear that the list of tools is another one."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Any

from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ToolsListChanged

if TYPE_CHECKING:
    from mcp import types
    from mcp.server.connection import Connection
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

LOG = logging.getLogger("proctor.gateway")
INITIALIZED = "notifications/initialized"
# From this version on nobody shakes hands.
NO_HANDSHAKE = "2026-07-28"
# How long a client may take to hear of it, in seconds.
PATIENCE = 5.0
# What a client calls itself is not believed: the name tells that it comes from there.
FROM_CLIENT, LONGEST = "mcp-", 40
ODD = re.compile(r"[^A-Za-z0-9_]+")


class Clients:
    """
    Those who are told of changes.

    Clients that shook hands are told on their connection. Newer ones ask to listen.
    """

    def __init__(self) -> None:
        # What each is called is settled with its first handshake: a client that went by many
        # names would be asked about as many agents at once.
        self.connections: dict[Connection, str] = {}
        # A client without a handshake says its name with each request, by stdin and so alone:
        # its first name counts for all, for the same reason.
        self.first_name = ""
        self.bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self.bus)

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Note a client that has begun; it is forgotten when its connection ends."""
        if ctx.method == INITIALIZED:
            # The library's context has no public name for it yet.
            connection = ctx.session._connection  # noqa: SLF001 - see above
            if connection not in self.connections:
                self.connections[connection] = agent_name(connection.client_params)
                connection.exit_stack.callback(self.connections.pop, connection, None)
        return await call_next(ctx)

    def agent_of(self, ctx: ServerRequestContext[Any, Any]) -> str:
        """Return under which name the calls of a client are kept that nobody has named."""
        connection = ctx.session._connection  # noqa: SLF001 - as above
        if connection in self.connections or connection.protocol_version < NO_HANDSHAKE:
            return self.connections.get(connection, "")
        if not self.first_name:
            self.first_name = agent_name(connection.client_params)
        return self.first_name

    async def tell_changed(self) -> None:
        """Tell every client; one that does not read delays the others only for a while."""
        await self.bus.publish(ToolsListChanged())
        await asyncio.gather(*(self.tell(one) for one in tuple(self.connections)))

    async def tell(self, connection: Connection) -> None:
        """Tell one client."""
        try:
            async with asyncio.timeout(PATIENCE):
                await connection.send_tool_list_changed()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is one client's
            LOG.info("a client was not told of a change: %s", type(error).__name__)


def agent_name(client: types.InitializeRequestParams | None) -> str:
    """Return a name for an agent of which only is known what its program calls itself."""
    said = client.client_info.name[: 2 * LONGEST] if client is not None else ""
    plain = ODD.sub("-", said).strip("-")[:LONGEST]
    return f"{FROM_CLIENT}{plain}" if plain else ""
