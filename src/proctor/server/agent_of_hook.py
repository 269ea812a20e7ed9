"""
Whose hook it is that calls: one of an agent that we have started, or of any session.

The hook of `proctor run` has its agent's name in its file. An installed one is called for every
session, that of such an agent included, and there the agent's own role counts. What tells is
what no agent can make up: the hook is below the very process that watches over the agent, which
the session's files name with its birth, and the session is the agent's own. Whatever is less
than certain leaves the hook with what its own file says.
"""

from __future__ import annotations

import os
from pathlib import Path

from proctor.agents.caller import parents, watched_by
from proctor.agents.session_files import Session, life_of, read_session
from proctor.errors import NotFound, UsageError
from proctor.server.agent_rows import AgentRows


def agent_of_hook(home: Path, pid: int, told_session: str, rows: AgentRows) -> Session | None:
    """
    Return the agent whose own session a hook was called in; None where that is not certain.

    Args:
        home: Proctor's home.
        pid: the hook's process, by the system's word.
        told_session: the id of the session that the event names.
        rows: the agents that are known.

    """
    session = agent_above(home, pid)
    if session is None or not session.role or not told_session:
        return None
    state = rows.known.get(session.name)
    # After `/clear` it is another than it was started with.
    known = {session.session_id, state.session if state is not None else ""}
    return session if told_session in known else None


def agent_above(home: Path, pid: int) -> Session | None:
    """Return the session of this home below whose supervisor a process runs; None for no other."""
    for above in parents(pid):
        folder = watched_by(above)
        if folder is not None:
            return watched_session(home, folder, above) if is_in(folder, home) else None
    return None


def watched_session(home: Path, folder: Path, supervisor: int) -> Session | None:
    """Return the session of a folder, if this process really watches over it."""
    try:
        session = read_session(home, folder.name)
    except (NotFound, UsageError):
        return None
    life = life_of(home, session)
    running = life.running if life.state == "running" else None
    return session if running is not None and running.supervisor == supervisor else None


def is_of_another_home(home: Path, pid: int) -> bool:
    """Say whether a process seems to run in an agent of another home, whose hook answers too."""
    folders = (watched_by(above) for above in parents(pid))
    return any(folder is not None and not is_in(folder, home) for folder in folders)


def is_in(folder: Path, home: Path) -> bool:
    """Say whether a session's folder is one of a home."""
    return os.path.realpath(folder.parent.parent) == os.path.realpath(home)
