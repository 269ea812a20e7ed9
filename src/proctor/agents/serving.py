"""The server that an agent's hooks, telemetry and status bar need, started before the agent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.agents.parentage import Caller
from proctor.owner.background import ensure_owner, start_for_person


def serve_for(home: Path, caller: Caller, variables: Mapping[str, str]) -> dict[str, Any]:
    """
    Return the server of a home, started if there is none; an agent's variables never reach it.

    Raises:
        ServerError: it does not start.

    """
    return ensure_owner(home) if caller.is_agent else start_for_person(home, variables)
