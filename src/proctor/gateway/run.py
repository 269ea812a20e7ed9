"""Run one gateway in this process, from its start to its end."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from proctor.gateway.gateway import Gateway, GatewaySetting
from proctor.gateway.http_serving import Address, serve_http
from proctor.gateway.http_token import http_token
from proctor.gateway.linked_judge import LinkedJudge
from proctor.gateway.prompt_serving import prompt_server
from proctor.gateway.signals import until_signal
from proctor.gateway.stdio import stdio
from proctor.gateway.upstream import Upstream
from proctor.owner.gateway_link import GatewayLink
from proctor.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from proctor.gateway.gateway import ToolServer

__all__ = ["Address", "GatewaySetting", "check", "run_gateway", "try_upstreams"]


class TriedUpstream(NamedTuple):
    """How the start of an upstream went: how many tools it lists, or what is wrong with it."""

    name: str
    tools: int
    trouble: str


def check(setting: GatewaySetting) -> None:
    """
    Look whether a gateway can be served so: whoever starts it is told, and not only their client.

    Raises:
        ProctorError: a role or a module does not load, or there is none.

    """
    Toolbox(
        setting.role or None,
        stage=setting.stage or None,
        workspace=setting.workspace,
        home=setting.home,
        modules=setting.modules,
    ).offered.now()


def try_upstreams(setting: GatewaySetting) -> list[TriedUpstream]:
    """Start every upstream once, list its tools, end it, and return how that went."""
    return asyncio.run(tried(setting))


async def tried(setting: GatewaySetting) -> list[TriedUpstream]:
    """Try all upstreams at the same time."""
    upstreams = [
        Upstream(one, workspace=setting.workspace, changed=lambda: None)
        for one in setting.upstreams
    ]
    try:
        await asyncio.gather(*(one.start() for one in upstreams))
        await asyncio.gather(*(one.ready(one.setting.start_timeout) for one in upstreams))
        return [TriedUpstream(one.name, len(one.tools), one.trouble) for one in upstreams]
    finally:
        await asyncio.gather(*(one.stop() for one in upstreams))


def run_gateway(
    setting: GatewaySetting,
    *,
    address: Address | None = None,
    prompt_tool: bool = False,
    ready: Callable[[Address], None] = lambda _: None,
) -> None:
    """
    Serve until the client goes away, or a signal ends it.

    Args:
        setting: what is served.
        address: where to listen; stdin and stdout if not given.
        prompt_tool: serve the one tool that answers permission prompts, and nothing else.
        ready: is told where it listens, once it does.

    Raises:
        ProctorError: it cannot be served.

    """
    if address is None:
        work = serve_stdio(setting, prompt_tool=prompt_tool)
    else:
        work = serve_at(setting, address, ready, prompt_tool=prompt_tool)
    asyncio.run(until_signal(work))


async def serve_stdio(setting: GatewaySetting, *, prompt_tool: bool) -> None:
    """Serve the one client that has started us; nothing is done before its streams are safe."""
    async with (
        stdio() as (incoming, outgoing),
        started(setting, http=False, prompt_tool=prompt_tool) as server,
    ):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_at(
    setting: GatewaySetting,
    address: Address,
    ready: Callable[[Address], None],
    *,
    prompt_tool: bool,
) -> None:
    """Serve whoever has the token."""
    token = http_token(setting.home)
    async with started(setting, http=True, prompt_tool=prompt_tool) as server:
        await serve_http(server, address, token, ready)


@asynccontextmanager
async def started(
    setting: GatewaySetting, *, http: bool, prompt_tool: bool
) -> AsyncIterator[ToolServer]:
    """Start what is served, and end it afterwards."""
    link = GatewayLink(
        setting.home,
        server=setting.name,
        role=setting.role,
        project=str(setting.workspace),
        agent=setting.agent,
        http=http,
        prompt=prompt_tool,
    )
    judge = LinkedJudge(setting.home, link)
    gateway = Gateway(setting, judge, link)
    async with link:
        if prompt_tool:
            yield prompt_server(setting, judge, gateway.toolbox.offered)
        else:
            async with gateway:
                yield gateway.server
