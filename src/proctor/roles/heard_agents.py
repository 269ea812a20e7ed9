"""
Which agents that nobody started with `proctor run` are at work, and under which role.

Their hooks tell of them, and the store has a row of each. One whose process we have seen is
there as long as that process; of any other we know only when it was last heard of.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from proctor.home import project_root
from proctor.roles.identity import key
from proctor.roles.live_agents import LiveAgent, is_alive
from proctor.roles.uses import AGENT, Use, is_the_homes
from proctor.terms.agent import Agent
from proctor.terms.role_chain import roles_of

OVER = frozenset({"exited", "lost"})
# One that nothing was heard of for so long is taken to be gone, in seconds.
LONG_SILENT = 3600.0


def heard_agents(rows: Iterable[Agent]) -> list[LiveAgent]:
    """Return those at work of a home's agents, of whom only their rows tell."""
    return [
        LiveAgent(row.name, row.role, str(row.body.get("cwd") or ""))
        for row in rows
        # Of those that we have started, their files say more (`live_agents.py`).
        if not row.body.get("start") and is_there(row)
    ]


def is_there(row: Agent) -> bool:
    """Say whether an agent may still be at work."""
    if row.state in OVER:
        return False
    pid, birth = str(row.body.get("pid") or ""), str(row.body.get("birth") or "")
    if birth and pid.isascii() and pid.isdigit():
        return is_alive(int(pid), birth)
    try:
        seen = datetime.fromisoformat(row.seen_at).timestamp()
    except ValueError:
        return True  # nobody knows
    return time.time() - seen <= LONG_SILENT


def heard_under(role: str, agents: Iterable[LiveAgent], home: Path, root: Path | None) -> list[Use]:
    """
    Return those of some agents that work under a role of a place.

    Args:
        role: the role's id.
        agents: those that are at work.
        home: Proctor's home.
        root: the project whose role it is; None for a role of the home.

    """
    return [
        Use(AGENT, agent.name, agent.project)
        for agent in agents
        if role in roles_of(agent.role) and is_meant(role, agent.project, home, root)
    ]


def is_meant(role: str, project: str, home: Path, root: Path | None) -> bool:
    """Say whether it is the role of this place that an agent has, or may have."""
    if not project:
        return True  # nobody knows
    # It may have been started in a folder below.
    top = project_root(Path(project), home)
    return key(top) == key(root) if root is not None else is_the_homes(role, home, str(top))
