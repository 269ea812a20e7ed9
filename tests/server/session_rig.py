"""A process that lives, and a word to the server that the files of a session have changed."""

from __future__ import annotations

import os

from tests.server.hook_rig import Hooks

ALIVE = str(os.getpid())


async def look(here: Hooks, name: str = "arch-1") -> str:
    """Say that the files of a session have changed, as its supervisor does, and look ourselves."""
    peer = await here.here.peer()
    answer = await peer.call({"op": "look", "name": name})
    # Whoever has no token hears nothing of it.
    assert answer["ok"] == {}
    return str((await here.here.office.agent_sessions.look(name))["state"])
