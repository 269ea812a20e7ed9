"""End an agent: gently, then at once. What has ended already is only tidied up."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.agents.engine import Engine
from proctor.agents.left_behind import end_left
from proctor.agents.name_locks import hold_name
from proctor.agents.processes import birth_of
from proctor.agents.session_files import (
    ENDED,
    START,
    Ended,
    Life,
    Running,
    Session,
    life_of,
    read_session,
    write_json,
)
from proctor.agents.session_folder import session_folder
from proctor.audit.ids import timestamp

SECONDS, POLL = 10.0, 0.02
# How long the supervisor may take, once its program is gone, to say how it ended.
GRACE = 5.0
LOST = "lost"


class Stopped(NamedTuple):
    """How an agent has ended: `was` is how it stood before."""

    session: Session
    was: str
    life: Life


def stop(home: Path, name: str, *, seconds: float = SECONDS, force: bool = False) -> Stopped:
    """
    End an agent, and its terminal.

    Args:
        home: Proctor's own folder.
        name: the agent.
        seconds: how long it may take to end by itself.
        force: end it at once.

    Raises:
        UsageError: that is no name.
        NotFound: there is no such agent.

    """
    # Before the lock: a name that nobody has shall leave none.
    read_session(home, name)
    with hold_name(home, name):
        return stop_held(home, name, seconds=seconds, force=force)


def stop_held(
    home: Path,
    name: str,
    *,
    seconds: float = SECONDS,
    force: bool = False,
    keep_terminal: bool = False,
) -> Stopped:
    """End an agent whose name is held already; whoever looks at its terminal may stay there."""
    session = read_session(home, name)
    was = life_of(home, session).state
    deadline = time.monotonic() + (0.0 if force else seconds)
    told = False
    while (life := life_of(home, session)).is_live and time.monotonic() < deadline:
        if life.running is not None and not told:
            # The supervisor hands it on.
            told = send(life.running.supervisor, life.running, signal.SIGTERM)
        time.sleep(POLL)
    if life.is_live and life.running is not None:
        life = killed(home, session, life.running)
    if not keep_terminal:
        Engine(home).end(name)
    (Path(session_folder(str(home), name)) / START).unlink(missing_ok=True)
    after = life_of(home, session)
    if after.state != "exited" and was != LOST:
        # Nothing is left that could say it, and it was us.
        after = Life("exited", ended=written(home, session))
    return Stopped(session, was, after)


def killed(home: Path, session: Session, running: Running) -> Life:
    """End a program at once, and wait until its supervisor has said so."""
    send(running.pid, running, signal.SIGKILL)
    deadline = time.monotonic() + GRACE
    while (life := life_of(home, session)).is_live and time.monotonic() < deadline:
        time.sleep(POLL)
    if life.is_live and birth_of(running.supervisor) == running.birth:
        # It hangs, so it is for us to end what the agent has left running.
        end_left(str(home), running.supervisor)
        send(running.supervisor, running, signal.SIGKILL)
    return life


def send(pid: int, running: Running, number: signal.Signals) -> bool:
    """Send a signal, as long as the supervisor is who it was: below it the number is its own."""
    if birth_of(running.supervisor) != running.birth:
        return False
    with suppress(ProcessLookupError):
        os.kill(pid, number)
        return True
    return False


def written(home: Path, session: Session) -> Ended:
    """Write that a session was ended, where its supervisor could not."""
    ended = Ended(session.number, timestamp(), signal=signal.SIGKILL.name)
    with suppress(OSError):
        write_json(Path(session_folder(str(home), session.name)) / ENDED, ended._asdict())
    return ended
