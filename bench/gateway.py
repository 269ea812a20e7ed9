"""How much longer a call takes through the gateway than to the upstream server itself."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import TextIO

from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from served import Served, served
from stopwatch import FULL, Effort
from table import Section, milli

ADDED = 0.005
CALLS, FEW = 300, 30
WARM = 20
UPSTREAM = '''
from mcp.server import MCPServer

server = MCPServer("shop")


@server.tool()
def price(item: str) -> str:
    """Say what an item costs."""
    return f"{item} costs 12"


server.run()
'''
ROLE = """\
name: seller
tools: [mcp__shop__price]
permissions: {allow: [mcp__shop__price]}
"""
ARGUMENTS = {"item": "a lamp"}
Call = Callable[[], Awaitable[object]]


def through_the_gateway(effort: Effort) -> Section:
    """Call a tool of a server directly and through the gateway, in turns."""
    section = Section("A call of an upstream server's tool, over stdio", ("way", "median", "p90"))
    with served() as server, Path(os.devnull).open("w", encoding="utf-8") as unread:
        direct, gated = asyncio.run(measured(server, CALLS if effort is FULL else FEW, unread))
    section.rows += [
        (name, milli(statistics.median(taken)), milli(statistics.quantiles(taken, n=10)[-1]))
        for name, taken in (("to the server itself", direct), ("through the gateway", gated))
    ]
    added = statistics.median(gated) - statistics.median(direct)
    section.target(f"the gateway adds under {milli(ADDED)}", milli(added), holds=added < ADDED)
    return section


async def measured(server: Served, calls: int, unread: TextIO) -> tuple[list[float], list[float]]:
    """Return how long calls took, directly and through the gateway."""
    script = server.project / "shop_server.py"
    script.write_text(UPSTREAM, encoding="utf-8")
    (server.home / "roles").mkdir(exist_ok=True)
    (server.home / "roles" / "seller.yaml").write_text(ROLE, encoding="utf-8")
    upstream = f"shop={sys.executable} {script}"
    gateway = ["-m", "proctor", "mcp", "--role", "seller", "--upstream", upstream]
    async with (
        session([str(script)], server, unread) as direct,
        session(gateway, server, unread) as gated,
    ):
        names = [tool.name for tool in (await gated.list_tools()).tools]
        assert names == ["shop_price"], names
        ways = (lambda: called(direct, "price"), lambda: called(gated, "shop_price"))
        return await in_turns(*ways, calls=calls)


@asynccontextmanager
async def session(words: list[str], server: Served, unread: TextIO) -> AsyncIterator[ClientSession]:
    """Start a server of ours or of others, and speak to it."""
    env = {"PROCTOR_HOME": str(server.home), "HOME": str(server.home.parent), "PATH": os.defpath}
    wanted = StdioServerParameters(
        command=sys.executable, args=words, env=env, cwd=str(server.project)
    )
    async with (
        stdio_client(wanted, errlog=unread) as (reader, writer),
        ClientSession(reader, writer) as made,
    ):
        await made.initialize()
        yield made


async def called(client: ClientSession, name: str) -> None:
    """Call the tool, which must have run."""
    result = await client.call_tool(name, ARGUMENTS)
    assert not result.is_error, result
    assert "a lamp costs 12" in str(result.content[0])


async def in_turns(direct: Call, gated: Call, *, calls: int) -> tuple[list[float], list[float]]:
    """Time each way in turns; the first calls only warm up."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(WARM + calls):
        for way, times in zip((direct, gated), taken, strict=True):
            began = perf_counter()
            await way()
            if number >= WARM:
                times.append(perf_counter() - began)
    return taken
