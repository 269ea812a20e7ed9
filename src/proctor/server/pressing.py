"""Press keys in an agent's terminal, and interrupt what it does: for people alone."""

from __future__ import annotations

import asyncio
import time

from proctor.agents.session_files import read_session
from proctor.agents.typing_in import AgentTerminal
from proctor.server.agent_states import IDLE
from proctor.server.postman import POLL, Postman

ESCAPE = "\x1b"
# How long an agent has to show its input box again, once it was interrupted, in seconds.
INTERRUPTED = 3.0


async def press(postman: Postman, name: str, keys: list[str]) -> None:
    """
    Press keys in an agent's terminal.

    Raises:
        NotFound: there is no such agent.
        EngineError: it has no terminal.

    """
    await asyncio.to_thread(read_session, postman.home, name)
    await asyncio.to_thread(postman.engine.keys, name, *keys)


async def interrupt(postman: Postman, name: str) -> None:
    """
    Interrupt what an agent does, and wait until it can be spoken to.

    Raises:
        NotFound: there is no such agent.
        EngineError: it has no terminal.

    """
    session = await asyncio.to_thread(read_session, postman.home, name)
    state = postman.rows.known.get(name)
    if state is None or state.gone or state.state[0] == IDLE:
        # A second Escape at the prompt opens a menu.
        return
    await asyncio.to_thread(postman.engine.raw, name, ESCAPE)
    if not session.program:
        return
    terminal = AgentTerminal(postman.engine, name)
    end = time.monotonic() + INTERRUPTED
    while time.monotonic() < end:
        if await asyncio.to_thread(terminal.look) is not None and not state.blocked:
            # The program tells nothing of it.
            state.end_calls("")
            postman.rows.heard(state, "")
            return
        await asyncio.sleep(POLL)
