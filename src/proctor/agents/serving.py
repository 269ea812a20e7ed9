"""The server that an agent's hooks, telemetry and status bar need, started before the agent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.agents.parentage import Caller
from proctor.owner.background import ensure_owner, personal_environment, start_in_background
from proctor.owner.recorded_environment import record_environment, recorded_environment


def serve_for(home: Path, caller: Caller, variables: Mapping[str, str]) -> dict[str, Any]:
    """
    Return the server of a home, started if there is none; an agent's variables never reach it.

    Where a hook has to start it anew one day, it gets the variables of whoever first came here
    by themselves.

    Raises:
        ServerError: it does not start.

    """
    if caller.is_agent:
        return ensure_owner(home)
    environment = personal_environment(home, variables)
    info = start_in_background(home, environment=environment)
    if not recorded_environment(home):
        record_environment(home, environment)
    return info
