"""
A gateway's line to the owner: it says what its tools mean, for as long as it runs.

    async with GatewayLink(home, server="proctor", role="coder", project="/srv/app") as link:
        await link.tell({"task_add": "task:add"})

Hooks of the agent program that the gateway serves then have `mcp__proctor__task_add` decided as
`task:add`. An owner that goes away is told again when it is back. Without one nothing is lost
but that: each call is decided where it comes.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from proctor.errors import ProctorError, ServerError
from proctor.owner.background import ensure_owner
from proctor.owner.client import Client, understood

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from types import TracebackType

# Between two attempts to reach an owner, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
# How long whoever tells something waits to be heard, and a connection may take.
TELLING, CONNECT = 3.0, 1.0
LOG = logging.getLogger("proctor.gateway")


class GatewayLink:
    """
    Holds one connection to the owner of a home.

    `key` is what the owner knows this gateway by, empty while nobody holds it.

    Args:
        home: Proctor's home.
        server: the gateway's name in the agent program's settings.
        role: the role, or chain of roles, under which its calls are decided.
        project: the folder that it works in.
        agent: the name of the agent, where one was given.
        http: whether it is reached by HTTP, and is no child of the agent program.
        prompt: whether the agent program asks it about calls of every tool.
        start: starts the owner of a home where none is.

    """

    def __init__(  # noqa: PLR0913 - what an owner is told of a gateway
        self,
        home: Path,
        *,
        server: str,
        role: str,
        project: str,
        agent: str = "",
        http: bool = False,
        prompt: bool = False,
        start: Callable[[Path], object] = ensure_owner,
    ) -> None:
        self.home = home
        self.start = start
        self.says: dict[str, Any] = {
            "server": server, "role": role, "project": project, "agent": agent,
            "names": {}, "http": http, "prompt": prompt,
        }  # fmt: skip
        self.key = ""
        # What is to be told, and what the owner knows, by number.
        self.wanted, self.told = 1, 0
        self.woken, self.heard = asyncio.Event(), asyncio.Event()
        self.holding: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to hold the line; an owner that is not there yet is started."""
        self.holding = asyncio.get_running_loop().create_task(self.hold())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""
        if self.holding is not None:
            self.holding.cancel()
            await asyncio.wait([self.holding])

    async def tell(
        self, names: Mapping[str, str], *, role: str = "", seconds: float = TELLING
    ) -> bool:
        """
        Say which tool each name outside is, and wait until the owner knows.

        Args:
            names: the tools, by their names outside.
            role: another role than before, where a stage has moved on.
            seconds: how long to wait for the owner.

        Returns:
            False where no owner has heard it yet; it is told as soon as one is there.

        """
        says = {**self.says, "names": dict(names), "role": role or self.says["role"]}
        if says != self.says:
            self.says = says
            self.wanted += 1
            self.woken.set()
        wanted = self.wanted
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.told < wanted:
                    self.heard.clear()
                    await self.heard.wait()
        return self.told >= wanted

    async def hold(self) -> None:
        """Hold the line for good; only whoever cancels this ends it."""
        with suppress(ProctorError, OSError):
            # Once: who takes an owner down later does not mean to have it back at once.
            await asyncio.to_thread(self.start, self.home)
        pause = FIRST_PAUSE
        while True:
            try:
                pause = await self.held() or pause
            except (ProctorError, OSError, ValueError) as error:
                LOG.debug("the owner is not reached: %s", error)
            finally:
                self.key, self.told = "", 0
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def held(self) -> float:
        """
        Hold one connection until the owner ends it, and return the pause before the next.

        Raises:
            ProctorError: there is no owner, or it refuses.
            OSError: the connection fails.

        """
        client = Client.connect(self.home, CONNECT)
        client.socket.setblocking(False)
        try:
            reader, writer = await asyncio.open_unix_connection(sock=client.socket)
        except BaseException:
            client.close()
            raise
        try:
            await self.talk(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        return FIRST_PAUSE

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """
        Tell the owner what there is to tell, again and again, until it hangs up.

        Raises:
            ProctorError: it refuses.
            OSError: the connection fails.

        """
        sent: deque[int] = deque()
        telling = asyncio.get_running_loop().create_task(self.say(writer, sent))
        try:
            while (line := await reader.readline()) and sent:
                # Answers come in the order of what was said.
                self.key, self.told = key_of(line), sent.popleft()
                self.heard.set()
        finally:
            telling.cancel()
            await asyncio.wait([telling])

    async def say(self, writer: asyncio.StreamWriter, sent: deque[int]) -> None:
        """Send what there is to tell, and again whenever that changes."""
        while True:
            self.woken.clear()
            sent.append(self.wanted)
            writer.write(json.dumps({"op": "gateway", **self.says}).encode() + b"\n")
            with suppress(OSError):
                # Whoever reads hears of an owner that is gone.
                await writer.drain()
            await self.woken.wait()


def key_of(line: bytes) -> str:
    """
    Return the key that an owner gives.

    Raises:
        ProctorError: it gives none.

    """
    said = understood(line)
    key = said.get("key") if isinstance(said, dict) else None
    if not isinstance(key, str) or not key:
        raise ServerError("the server's answer cannot be understood")
    return key
