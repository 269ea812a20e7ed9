"""A gateway beside the hooks of an agent program: what it says to the server, and asks."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from tests.server.hook_rig import HEADLESS, Hooks, event, hooks
from tests.server.line_house import Peer

ROLE = """\
description: Looks at the shop, asks before it buys, and burns nothing
permissions:
  order: deny, ask, allow
  allow: [mcp__shop__look, mcp__shop__never, Read]
  ask: [mcp__shop__buy]
  deny: [mcp__shop__burn, mcp__proctor__shop_never]
"""
NAMES = {
    "shop_look": "mcp__shop__look",
    "shop_buy": "mcp__shop__buy",
    "shop_burn": "mcp__shop__burn",
    "shop_never": "mcp__shop__never",
    "str_replace": "str_replace",
}
BREAD = {"what": "bread"}
OURS = {"name": "proctor", "source": "user"}


@contextmanager
def family() -> Iterator[tuple[int, int]]:
    """Give the numbers of two processes, the second a child of the first."""
    words = ["sh", "-c", "sleep 600 & echo $!; wait"]
    with Popen(words, stdout=PIPE, text=True, start_new_session=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        try:
            yield parent.pid, child
        finally:
            os.killpg(parent.pid, signal.SIGKILL)


def calls(outside: str, call_id: str = "toolu_1", **more: Any) -> dict[str, Any]:
    """Return the event before a call of a gateway's tool."""
    call = {
        "tool_name": f"mcp__proctor__{outside}",
        "tool_input": BREAD,
        "tool_use_id": call_id,
        "mcp_server": OURS,
    }
    return event("PreToolUse", **{**call, **more})


def wishes(outside: str, **more: Any) -> dict[str, Any]:
    """Return the event of a dialog about a gateway's tool; it has no id of the call."""
    made = {**calls(outside, **more), "hook_event_name": "PermissionRequest"}
    del made["tool_use_id"]
    return made


class Gatewayed:
    """A server with hooks, and one gateway that is a child of their program."""

    def __init__(self, here: Hooks, program: int, gateway: int) -> None:
        self.here = here
        self.program = str(program)
        self.gateway = gateway
        self.key = ""

    def hold(self, peer: object = "one", **more: Any) -> str:
        """Let a gateway say what it is, and return its key."""
        said = {
            "server": "proctor",
            "role": "coder",
            "project": str(self.here.project),
            "agent": "",
            "names": NAMES,
            "http": False,
            "prompt": False,
            **more,
        }
        held = self.here.office.gateways.hold(peer, said, self.gateway)
        return str(held["key"])

    async def hook(self, outside: str, *, env: dict[str, str] = HEADLESS, **more: Any) -> Any:
        """Start the hook before a call of the gateway's tool."""
        said = calls(outside, **more)
        return await self.here.start(said, env=env, pid=self.program)

    async def word(self, outside: str, **more: Any) -> str:
        """Return what the hook before a call of the gateway's tool says."""
        return str(await (await self.hook(outside, **more)).word())

    async def approved(self, outside: str = "shop_buy", **more: Any) -> None:
        """Have Ada allow a call at the hook."""
        hook = await self.hook(outside, **more)
        await self.here.rings(len(self.here.phone.asked) + 1)
        await self.here.press()
        assert await hook.word() == "allow"

    async def peer(self, tool: str = "mcp__shop__buy", **more: Any) -> Peer:
        """Ask as the gateway does, and return the line on which the answer comes."""
        peer = await self.here.here.peer()
        request = {
            "op": "decide",
            "tool": tool,
            "input": BREAD,
            "said": BREAD,
            "role": "coder",
            "project": str(self.here.project),
            "uid": os.urandom(16).hex(),
            "call_id": "toolu_1",
            "gateway": self.key,
            **more,
        }
        peer.send(request)
        return peer

    async def decided(self, tool: str = "mcp__shop__buy", **more: Any) -> dict[str, Any]:
        """Ask as the gateway does, and return what it is answered."""
        answer: dict[str, Any] = await (await self.peer(tool, **more)).hear()
        return dict(answer["ok"])

    async def asks_again(self, tool: str = "mcp__shop__buy", **more: Any) -> bool:
        """Ask as the gateway does, and say whether a person is asked for it."""
        before = len(self.here.phone.asked)
        hearing = asyncio.create_task((await self.peer(tool, **more)).hear())
        rings = asyncio.create_task(self.here.rings(before + 1))
        await asyncio.wait({hearing, rings}, return_when=asyncio.FIRST_COMPLETED)
        rings.cancel()
        if not hearing.done():
            await self.here.press()
        await hearing
        return len(self.here.phone.asked) > before


@asynccontextmanager
async def gatewayed(
    home: Path, project: Path, *, role: str = ROLE, held: bool = True, **more: Any
) -> AsyncIterator[Gatewayed]:
    """Run a server with a role, a phone and, unless it is not held, a gateway."""
    with family() as (program, gateway):
        async with hooks(home, project, role=role, **more) as here:
            made = Gatewayed(here, program, gateway)
            if held:
                made.key = made.hold()
            yield made
