"""A server, the terminals of its home, and agents with an input box to whom messages are sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from proctor.agents.engine import Engine
from proctor.server.postman import Letter
from tests.agents.boxed import Boxed, boxed
from tests.agents.terminals import terminals
from tests.server.hook_rig import Hooks, event, hooks


class Post:
    """What a test of messages has."""

    def __init__(self, here: Hooks, engine: Engine) -> None:
        self.here = here
        self.engine = engine
        self.postman = here.office.postman

    async def agent(self, name: str = "arch-1", *, idle: bool = True, **how: Any) -> Boxed:
        """Start an agent with a box; without `idle` nothing was heard of it yet."""
        session = f"s-{name}"
        made = boxed(self.engine, name, session=session, **how)
        await self.here.office.agent_sessions.look(name)
        if idle:
            await self.hear(name, "SessionStart", source="startup")
        return made

    async def hear(self, name: str, what: str, **fields: Any) -> None:
        """Let an agent's program tell of something."""
        said = event(what, **fields) | {"session_id": f"s-{name}"}
        await self.here.end(said, agent=name)

    async def send(self, text: str, name: str = "arch-1", **more: Any) -> tuple[str, str]:
        """Send a message as the agent bob, and return what became of it."""
        seconds = more.pop("seconds", None)
        letter = Letter(name, text, **{"sender": "bob", **more})
        answer = await self.postman.send(letter, seconds)
        return answer["state"], answer["why"]

    async def call(self, **fields: Any) -> Any:
        """Ask the socket for `send`."""
        peer = await self.here.here.peer()
        return await peer.call({"op": "send", **fields})


@asynccontextmanager
async def post(home: Path, project: Path, **how: Any) -> AsyncIterator[Post]:
    """Run a server with terminals."""
    with terminals(home) as engine:
        async with hooks(home, project, **how) as here:
            yield Post(here, engine)
