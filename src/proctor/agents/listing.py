"""
Which agents there are, and how each stands.

A session's files say whether its agent is there at all; what it does is in the row that the
server keeps of it. Where the two differ, the files are right: a row may be old, and whoever
would have changed it may have been killed. Agents that others have started have only a row,
and count while their process lives.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from proctor.agent_overrides import OverrideFiles, joined
from proctor.agents.messages import Queue
from proctor.agents.processes import birth_of
from proctor.agents.session_files import (
    RUNNING,
    Life,
    Running,
    Session,
    forget_starts,
    life_of,
    names,
    read_json,
    read_session,
    running_of,
)
from proctor.agents.session_folder import session_folder
from proctor.errors import NotFound
from proctor.server.agent_states import BLOCKED, EXITED, GONE, IDLE, LOST, STARTING, in_words
from proctor.server.agent_states import RUNNING as RUNS
from proctor.terms.agent import Agent

NO_TERMINAL = "its terminal is gone"
UNREADABLE = "its agent.json cannot be read: what it was started as is not known"
UNREADABLE_OVERRIDES = "overrides unreadable"
LARGEST_PID = 2**31
# One that nothing was heard of for so long, and whose process nobody knows, is taken to be gone.
LONG_SILENT = 3600


class Terminal(Protocol):
    """What is known of the terminal of an agent."""

    @property
    def clients(self) -> int:
        """Return how many look at it."""


class Listed(NamedTuple):
    """
    One agent, as it is listed.

    `state` is as people read it; `word` is its first part. `questions` are those that wait for
    a person, `messages` those that wait for the agent. `stage_role` is the role of the stage in
    which its workflow run is, empty where it is in none or nobody knows. `tokens` and `cost` are
    None where nobody has told of them. `checked` says whether its own hook checks its tool calls:
    that of a role, in a program that has hooks. `trouble` says what is wrong with it, `live`
    whether it may be there. `overrides` says what was changed for it alone.
    """

    name: str
    role: str = ""
    state: str = ""
    word: str = ""
    since: str = ""
    questions: int = 0
    messages: int = 0
    tokens: int | None = None
    cost: float | None = None
    cwd: str = ""
    clients: int = 0
    parent: str = ""
    sandbox: bool = False
    session: str = ""
    exit_code: int | None = None
    signal: str = ""
    seen_at: str = ""
    trouble: str = ""
    live: bool = True
    ours: bool = True
    stage_role: str = ""
    checked: bool = True
    overrides: str = ""

    def data(self) -> dict[str, Any]:
        """Return it as data."""
        told = self._asdict()
        for name in ("word", "live", "ours"):
            del told[name]
        return {
            **told,
            "signal": self.signal or None,
            "trouble": self.trouble or None,
            "stage_role": self.stage_role or None,
            "overrides": self.overrides or None,
            "started_by_proctor": self.ours,
        }


def listed(
    home: Path,
    rows: Iterable[Agent],
    questions: Mapping[str, int],
    panes: Mapping[str, Terminal] | None,
    *,
    every: bool = False,
) -> list[Listed]:
    """
    Return the agents of a home: who is blocked first, and longest; who has ended last.

    Args:
        home: Proctor's own folder.
        rows: what the store or the server says of agents of this home.
        questions: how many questions of each wait for a person.
        panes: the terminals; None where they could not be looked at.
        every: also those that others had started, and that are gone.

    """
    forget_starts(home)
    known = {row.name: row for row in rows}
    found = []
    for name in names(home):
        one, pane = of_session(home, name, known.pop(name, None)), (panes or {}).get(name)
        if pane is not None:
            one = one._replace(clients=pane.clients)
        elif panes is not None and one.live and one.word != STARTING:
            one = one._replace(trouble=one.trouble or NO_TERMINAL)
        found.append(one)
    others = [of_row(row) for row in known.values()]
    found += [one for one in others if every or one.live]
    counted = [one._replace(questions=questions.get(one.name, 0)) for one in found]
    counted = with_overrides(home, counted)
    return sorted(counted, key=place_of)


def with_overrides(home: Path, found: list[Listed]) -> list[Listed]:
    """Return agents, each with what was changed for it alone."""
    files = OverrideFiles(home)
    try:
        if not files.names():
            return found
    except OSError:
        return [one._replace(overrides=UNREADABLE_OVERRIDES) for one in found]
    held = {one.name: joined(files.of_name(one.name)) for one in found}
    return [
        one._replace(overrides=kept.words) if (kept := held[one.name]) is not None else one
        for one in found
    ]


def place_of(one: Listed) -> tuple[int, str, str]:
    """Return what an agent is sorted by: the blocked ones by how long they wait, then by name."""
    if one.word == BLOCKED:
        return 0, one.since, one.name
    return 1 + (one.word in GONE), "", one.name


def of_session(home: Path, name: str, row: Agent | None) -> Listed:
    """Return an agent that we have started."""
    try:
        session = read_session(home, name)
    except NotFound:
        return unreadable(home, name, row)
    life = life_of(home, session)
    same = row if row is not None and row.body.get("start") == start_of(session) else None
    state, word, since = doing(session, life, same)
    ended = life.ended
    return Listed(
        name=name,
        role=session.role,
        state=state,
        word=word,
        since=since,
        messages=len(Queue(Path(session_folder(str(home), name))).waiting()),
        tokens=number(same, "tokens", int),
        cost=number(same, "cost", float),
        cwd=session.cwd,
        parent=session.parent,
        sandbox=session.sandbox,
        session=same.session if same is not None and same.session else session.session_id,
        exit_code=ended.exit_code if ended else None,
        signal=ended.signal if ended else "",
        seen_at=same.seen_at if same is not None else "",
        live=life.is_live,
        checked=bool(session.role and session.program),
    )


def doing(session: Session, life: Life, row: Agent | None) -> tuple[str, str, str]:
    """Return what an agent of ours does, in words and in one word, and since when."""
    if life.ended is not None:
        return EXITED, EXITED, life.ended.at
    if life.state != RUNS:
        known = row is not None and row.state == life.state
        since = row.since if row is not None and known else last_seen(row, session)
        return life.state, life.state, since
    if row is None:
        word = STARTING if session.program else RUNS
        return word, word, session.started_at
    if row.state in GONE:
        # Its process is there: the row is old, or between two sessions of the program.
        word = IDLE if session.program else RUNS
        return word, word, row.since
    return in_words(row.state, row.tool), row.state, row.since


def last_seen(row: Agent | None, session: Session) -> str:
    """Return when an agent that is lost was last seen."""
    return row.seen_at if row is not None and row.seen_at else session.started_at


def unreadable(home: Path, name: str, row: Agent | None) -> Listed:
    """Return an agent whose file cannot be read: it is there if its supervisor is."""
    running = running_of(read_json(Path(session_folder(str(home), name)) / RUNNING))
    known = row or Agent("", "", name)
    one = Listed(
        name,
        role=known.role,
        state=LOST,
        word=LOST,
        since=known.since,
        cwd=str(known.body.get("cwd") or ""),
        session=known.session,
        seen_at=known.seen_at,
        trouble=UNREADABLE,
        live=False,
    )
    if running is None or not is_there(running):
        return one
    word = RUNS if not known.state or known.state in GONE else known.state
    return one._replace(state=in_words(word, known.tool), word=word, live=True)


def is_there(running: Running) -> bool:
    """Say whether the process is there that watches over an agent."""
    return bool(running.birth) and birth_of(running.supervisor) == running.birth


def of_row(row: Agent) -> Listed:
    """Return an agent that somebody else has started, as far as its hooks have told."""
    gone = row.state in GONE
    pid, birth = str(row.body.get("pid") or ""), str(row.body.get("birth") or "")
    if birth and pid.isascii() and pid.isdigit() and 0 < int(pid[:20]) < LARGEST_PID:
        if not gone and birth_of(int(pid)) != birth:
            # It was killed, and could not say so.
            row, gone = row._replace(state=LOST, tool="", since=row.seen_at), True
    elif row.seen_at < long_ago():
        gone = True
    if row.body.get("start") and not gone:
        # We had started it, and its folder is gone.
        row, gone = row._replace(state=LOST, tool="", since=row.seen_at), True
    return Listed(
        name=row.name,
        role=row.role,
        state=in_words(row.state, row.tool),
        word=row.state,
        since=row.since,
        tokens=number(row, "tokens", int),
        cost=number(row, "cost", float),
        cwd=str(row.body.get("cwd") or ""),
        session=row.session,
        seen_at=row.seen_at,
        live=not gone,
        ours=False,
    )


def long_ago() -> str:
    """Return the moment before which one of whose process nobody knows is taken to be gone."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - LONG_SILENT))


def number(row: Agent | None, name: str, kind: type[Any]) -> Any:
    """Return a number of a row; None where it has none."""
    value = row.body.get(name) if row is not None else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return kind(value) if math.isfinite(value) else None


def start_of(session: Session) -> str:
    """Return the name of one start of a session: no other of that name has the same."""
    return f"{session.began:.6f} {session.number}"
