"""
A well-behaved MCP server, made with the official library.

    python shop.py [http]      over HTTP it writes the port on which it listens
"""

from __future__ import annotations

import asyncio
import socket
import sys

import uvicorn
from fastmcp import Context, FastMCP
from mcp_types import ToolAnnotations

shop = FastMCP("shop")


@shop.tool(annotations=ToolAnnotations(read_only_hint=True, title="Price of a thing"))
def price(thing: str) -> str:
    """Say what a thing costs."""
    return f"{thing}: 3"


@shop.tool
async def order(thing: str, count: int = 1, *, ctx: Context) -> dict[str, object]:
    """Order a thing."""
    await ctx.report_progress(1, 2, "packing")
    return {"thing": thing, "count": count}


@shop.tool
def broken() -> str:
    """Fail."""
    message = "the till is empty"
    raise ValueError(message)


async def over_http() -> None:
    """Serve on a free port, and say which."""
    # With its protocol named, asyncio sends small answers without delay.
    with socket.socket(proto=socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        sys.stdout.write(f"{listening.getsockname()[1]}\n")
        sys.stdout.flush()
        config = uvicorn.Config(shop.http_app(path="/mcp"), log_level="error", ws="none")
        await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        asyncio.run(over_http())
    else:
        shop.run(show_banner=False)
