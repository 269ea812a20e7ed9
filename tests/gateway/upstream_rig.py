"""Start the servers of `upstreams/` as upstreams, and wait for what becomes of them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UpstreamError
from proctor.gateway.backoff import Backoff
from proctor.gateway.upstream import Upstream
from proctor.terms.upstream import UpstreamSetting

SERVERS = Path(__file__).parent / "upstreams"
LONGEST_WAIT = 30.0
# Long enough that no test meets the second attempt by accident.
NEVER = Backoff(first=3600, most=3600)


def odd(way: str, file: Path | None = None, **more: Any) -> UpstreamSetting:
    """Return a server by hand that behaves in one way."""
    words = (sys.executable, str(SERVERS / "odd_server.py"), way, *([str(file)] if file else []))
    return UpstreamSetting(name="shop", command=words, **more)


class Watched:
    """An upstream, and what its trouble was each time it said that something has changed."""

    def __init__(self, setting: UpstreamSetting, folder: Path, backoff: Backoff | None) -> None:
        self.troubles: list[str] = []
        self.upstream = Upstream(
            setting,
            workspace=folder,
            changed=self.changed,
            backoff=backoff or Backoff(first=0.01, most=0.01),
        )

    def changed(self) -> None:
        """Note what the trouble is now."""
        self.troubles.append(self.upstream.trouble)

    @property
    def names(self) -> list[str]:
        """Return the names of its tools."""
        return [tool.name for tool in self.upstream.tools]

    async def echo(self, text: str = "hello") -> str:
        """Call the tool `echo`, and return what it says."""
        return (await self.upstream.call("echo", {"text": text})).text

    async def fails(self, tool: str = "echo", **arguments: Any) -> UpstreamError:
        """Return the error of a call."""
        with pytest.raises(UpstreamError) as caught:
            await self.upstream.call(tool, arguments)
        return caught.value

    async def changed_to(self, number: int) -> list[str]:
        """Wait for so many changes, and return what the trouble was at each of them."""
        await until(lambda: len(self.troubles) >= number)
        return self.troubles[:number]


@asynccontextmanager
async def running(
    setting: UpstreamSetting, folder: Path, backoff: Backoff | None = None
) -> AsyncIterator[Watched]:
    """Start an upstream, wait for the end of its first attempt, and stop it in the end."""
    watched = Watched(setting, folder, backoff)
    await watched.upstream.start()
    try:
        await watched.upstream.ready(LONGEST_WAIT)
        yield watched
    finally:
        await watched.upstream.stop()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(LONGEST_WAIT):
        while not holds():
            await asyncio.sleep(0.005)
