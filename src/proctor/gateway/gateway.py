"""
One gateway: the tools of a role, served to MCP clients, each call by the same way as everywhere.

    client ── tools/call ──► the toolbox ── judge ──► the function, or the upstream ──► client

What is listed and what can be called come from the same rules, looked up each time. A tool that
is not offered is answered like one that does not exist; that somebody tried is on record.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mcp import types
from mcp.server.lowlevel import NotificationOptions, Server

from proctor.errors import ProctorError, did_you_mean
from proctor.gateway.answers import answered, text_answer
from proctor.gateway.client_calls import ClientCall
from proctor.gateway.clients import Clients
from proctor.gateway.linked_judge import said as as_said
from proctor.gateway.listing import Listing
from proctor.gateway.outside_names import OutsideNames
from proctor.gateway.pending_question import pending_question
from proctor.gateway.progress import Reporter, reporting
from proctor.gateway.upstream import Upstream
from proctor.gateway.upstream_news import UpstreamNews
from proctor.gateway.upstream_tools import UpstreamTools
from proctor.nodes import visible
from proctor.tools.pins import Pins
from proctor.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from types import TracebackType

    from mcp.server.context import ServerRequestContext
    from mcp.server.models import InitializationOptions

    from proctor.owner.gateway_link import GatewayLink
    from proctor.terms.upstream import UpstreamSetting
    from proctor.tools.judging import Judge

    Context = ServerRequestContext[Any, Any]

LOG = logging.getLogger("proctor.gateway")
# How often it is looked whether the role, a stage or a pin has changed, in seconds.
EVERY = 1.0
# How long the first list waits for upstreams that are being started, in seconds.
FIRST_LIST = 15.0
# Through what the calls come, for the record.
HARNESS = "mcp"
HIDDEN = ("unknown-tool", "not-offered")
INSTRUCTIONS = (
    "These are the tools of a role. Each call is checked, and may wait for a person's answer. A "
    "call that is refused was not made; the words of the refusal say why."
)
UNKNOWN = "The call was refused, and nothing was done: there is no tool `{name}`{near}"


@dataclass(frozen=True, kw_only=True)
class GatewaySetting:
    """What a gateway serves, and as whom; the fields are the options of `proctor mcp`."""

    home: Path
    workspace: Path
    role: str = ""
    stage: str = ""
    name: str = "proctor"
    agent: str = ""
    upstreams: tuple[UpstreamSetting, ...] = ()
    modules: tuple[str, ...] = ()
    tools: tuple[Any, ...] = field(default=())


class ToolServer(Server[Any]):
    """The library's server, that also says to clients with a handshake that its list changes."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Return what a client is told at the start."""
        changes = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(changes, experimental_capabilities, extensions)


class Gateway:
    """
    Serves the tools of a role.

    `async with` starts its upstreams and looks for changes, and ends both; `server` is then
    served over whichever transport.

    Args:
        setting: what is served.
        judge: who decides; the owner of the home if not given.
        link: tells the owner which tools the names outside mean, if anything does.

    Raises:
        UsageError: there is no role and no stage, or two tools have one name.

    """

    def __init__(
        self,
        setting: GatewaySetting,
        judge: Judge | None = None,
        link: GatewayLink | None = None,
    ) -> None:
        self.setting = setting
        self.link = link
        self.session = secrets.token_hex(8)
        self.woken = asyncio.Event()
        self.upstreams = [
            Upstream(one, workspace=setting.workspace, changed=self.upstream_changed)
            for one in setting.upstreams
        ]
        self.found = UpstreamTools(self.upstreams, Pins(setting.home))
        self.toolbox = Toolbox(
            setting.role or None,
            stage=setting.stage or None,
            workspace=setting.workspace,
            home=setting.home,
            agent=setting.agent,
            tools=setting.tools,
            modules=setting.modules,
            judge=judge,
            names=partial(
                OutsideNames, upstream=self.found.definitions, withheld=self.found.withheld
            ),
            one_by_one=False,
            tells_later=True,
            harness=HARNESS,
        )
        names = self.toolbox.names
        assert isinstance(names, OutsideNames)  # noqa: S101 - said two lines above
        self.names = names
        self.listing = Listing(self.toolbox, names)
        self.news = UpstreamNews(self.toolbox.note)
        self.clients = Clients()
        self.server = self.make_server()
        self.told: tuple[types.Tool, ...] | None = None
        self.running = AsyncExitStack()
        self.started = asyncio.Event()

    def make_server(self) -> ToolServer:
        """Return a server that knows tools, and nothing else of MCP."""
        server = ToolServer(
            self.setting.name,
            version=version("proctor-gate"),
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_subscriptions_listen=self.clients.listen,
        )
        # In place of the library's own, which traces what nobody here collects.
        server.middleware[:] = [self.clients]
        return server

    # Its life

    async def __aenter__(self) -> Self:
        """Start the upstreams, and look for changes from now on."""
        self.running.push_async_callback(self.toolbox.settled)
        for upstream in self.upstreams:
            self.running.push_async_callback(upstream.stop)
            await upstream.start()
        watching = asyncio.create_task(self.watch(), name="gateway changes")
        self.running.push_async_callback(end, watching)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End everything that was started."""
        await self.running.aclose()

    def upstream_changed(self) -> None:
        """Tell people of an upstream that went down or came back, and look at what it has."""
        for upstream in self.upstreams:
            self.news.look_at(upstream)
        self.woken.set()

    async def watch(self) -> None:
        """Tell clients whenever what is offered has become something else."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self.woken.wait()
            self.woken.clear()
            try:
                await self.look()
            except Exception:
                LOG.exception("what is offered cannot be looked up")

    async def look(self) -> None:
        """Look at what is offered, and tell clients if that is not what they were told last."""
        listed = await self.listing.now()
        await self.tell_owner()
        self.found.tell_held(self.news)
        before, self.told = self.told, listed
        if before is not None and before != listed:
            await self.clients.tell_changed()

    async def tell_owner(self) -> None:
        """Tell the owner what the names outside mean, and under which role."""
        if self.link is not None:
            with suppress(ProctorError):
                chain = await asyncio.to_thread(self.toolbox.offered.chain)
                await self.link.tell(self.names.ids(), role=chain)

    async def first_lists(self) -> None:
        """Wait for upstreams that are being started: a client that lists once shall see them."""
        if not self.started.is_set():
            waits = (upstream.ready(FIRST_LIST) for upstream in self.upstreams)
            await asyncio.gather(*waits)
            self.started.set()

    # What clients ask

    async def list_tools(
        self,
        ctx: Context,  # noqa: ARG002 - the library gives it
        params: types.PaginatedRequestParams | None,  # noqa: ARG002 - the same
    ) -> types.ListToolsResult:
        """List what is offered."""
        await self.first_lists()
        listed = await self.listing.now()
        # Hooks may ask about one of these as soon as the client has them.
        await self.tell_owner()
        return types.ListToolsResult(tools=list(listed))

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Take a call all the way, as long as its client is there."""
        call = ClientCall.of(ctx, params)
        return await call.while_there(self.called(ctx, call))

    async def called(self, ctx: Context, call: ClientCall) -> types.CallToolResult:
        """Take a call all the way."""
        if call.tool not in self.names.own:
            await self.first_lists()
        session = call.session_in(self.session)
        asked = partial(self.question, session, call.tool)
        reporter = Reporter(ctx.session.report_progress, asked)
        wants = call.wants_progress
        with as_said(call.arguments), reporting(reporter.upstream if wants else None):
            result = await self.toolbox.call(
                call.tool,
                call.arguments,
                call_id=call.call_id,
                session=session,
                on_wait=reporter.waiting if wants else None,
                agent=self.clients.agent_of(ctx),
            )
        if result.refused in HIDDEN:
            return text_answer(await self.unknown(call.tool), error=True)
        return answered(result)

    async def question(self, session: str, name: str) -> int | None:
        """Return the number of the question that a call waits for, if it is known."""
        tool = self.names.get(name)
        if tool is None:
            return None
        names = {tool.id, *tool.info.names}
        return await pending_question(self.setting.home, session, names)

    async def unknown(self, name: str) -> str:
        """Say that there is no tool of a name."""
        near = did_you_mean(name, [tool.name for tool in await self.listing.now()])
        return UNKNOWN.format(name=visible(name), near=f"; {near}" if near else "")


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait for its end."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
