"""Take back what still waits for an agent: each sender their own, and nobody another's."""

from __future__ import annotations

import asyncio
from typing import Any

from proctor.agents.session_files import read_session
from proctor.errors import ServerError
from proctor.server.postman import Letter, Postman


async def withdraw(postman: Postman, letter: Letter) -> dict[str, Any]:
    """
    Take back every message of a sender that waits, and say how many.

    What is in the terminal already is not to be had back. A person's are never an agent's,
    whatever the agent is called.

    Args:
        postman: who has them.
        letter: for which agent, and whom they are from.

    Raises:
        NotFound: there is no such agent.
        ServerError: they cannot be taken back.

    """
    await asyncio.to_thread(read_session, postman.home, letter.name)
    found = postman.round(letter.name)
    # Nothing is typed while we have it.
    async with found.lock:
        try:
            taken = await asyncio.to_thread(
                found.queue.take_back, letter.sender, person=letter.person
            )
        except OSError as error:
            raise ServerError(f"they cannot be taken back: {error.strerror}") from error
        for message in taken:
            found.withdrawn(message.uid)
    return {"withdrawn": len(taken)}
