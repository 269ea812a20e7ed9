"""
The application that answers by HTTP: who may come in, decisions, telemetry, all other routes.

The routes and pages take longer to load than everything else of the server together, and most
servers are asked for decisions long before anybody opens a page. So they are built in a thread
when a request first needs them, or when the server has had a moment to itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from proctor.server.access import Access, Guarded
from proctor.server.answers import App, Receive, Scope, Send
from proctor.server.decide_route import Decide
from proctor.server.office import Office
from proctor.server.telemetry_routes import TakeTelemetry


class LateRoutes:
    """Routes that are built once, when they are first needed."""

    def __init__(self, build: Callable[[], App]) -> None:
        self._build = build
        self._building: asyncio.Future[App] | None = None

    async def built(self) -> App:
        """Return the routes; requests that arrive while they are built share that build."""
        if self._building is None:
            self._building = asyncio.ensure_future(asyncio.to_thread(self._build))
        return await asyncio.shield(self._building)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        app = await self.built()
        await app(scope, receive, send)


def late_routes(office: Office, access: Access) -> LateRoutes:
    """Return the routes of an office, which are not built yet."""

    def build() -> App:
        from proctor.server.api import make_routes  # noqa: PLC0415 - it loads the web framework

        return make_routes(office, access)

    return LateRoutes(build)


def make_app(office: Office, access: Access, routes: App | None = None) -> App:
    """Return the whole application."""
    late = routes or late_routes(office, access)
    return Guarded(access, Decide(office, TakeTelemetry(office, late)))
