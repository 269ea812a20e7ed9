"""The number of the question that a call waits for, so that its client can be told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from proctor.errors import ProctorError
from proctor.owner.client import Client

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

PATIENCE = 2.0


async def pending_question(home: Path, session: str, names: Collection[str]) -> int | None:
    """Return the one open question of a session about a tool; None for none, or several."""
    return await asyncio.to_thread(look, home, session, names)


def look(home: Path, session: str, names: Collection[str]) -> int | None:
    """Ask the owner; one that is not there, or refuses, knows of none."""
    try:
        with Client.connect(home, PATIENCE) as client:
            found = client.call("questions", status="pending")
    except (ProctorError, OSError):
        return None
    ours = [
        one["id"]
        for one in found
        if isinstance(one, dict) and one.get("session") == session and one.get("tool") in names
    ]
    return ours[0] if len(ours) == 1 and isinstance(ours[0], int) else None
