"""
The agents of one home: whose event it is that comes, and their rows in the store.

An event of another session than the agent's own never moves it: a nested program has the
agent's name in its environment too. A new session of the same process, or one that begins
when the old one is over, is the agent's own from then on. Of an agent that we have started,
only its files say that it is over (`agent_sessions.py`).
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from typing import Any

from proctor.agents.processes import birth_of
from proctor.audit.ids import timestamp
from proctor.audit.inbox import Inbox
from proctor.audit.rows import name_of
from proctor.errors import StoreError
from proctor.keepers import Keepers
from proctor.server.agent_states import (
    EXITED,
    GONE,
    STARTING,
    AgentState,
    body_of,
    from_row,
    in_words,
)
from proctor.server.bus import Bus
from proctor.terms.agent import Agent

# How long rows wait for more changes, in seconds; and how long after the store failed.
GATHERS, RESTS = 0.25, 2.0
# A row is written again after so long where nothing but the time has changed.
STALE = 10.0
# So many agents are known; those that were not heard for longest go.
MOST = 1000
# One that nothing was heard of for so long, and whose process nobody knows, is taken to be gone.
LONG_SILENT = 3600.0
LARGEST_PID = 2**31
SESSION_START, SESSION_END = "SessionStart", "SessionEnd"


class AgentRows:
    """Every agent whose events came here, by its name."""

    def __init__(self, keepers: Keepers, inbox: Inbox, bus: Bus) -> None:
        self.keepers = keepers
        self.inbox = inbox
        self.bus = bus
        self.known: OrderedDict[str, AgentState] = OrderedDict()
        self.written: dict[str, float] = {}
        self.waiting: dict[str, AgentState] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.writing: asyncio.Task[None] | None = None
        self.failed = False

    async def start(self) -> None:
        """Take up what the last server knew."""
        identity = self.keepers.identity
        try:
            rows = await self.inbox.run(self.keepers.store.agents)
        except StoreError:
            return
        ours = [row for row in rows if (row.host, row.home) == (identity.host, identity.home)]
        for row in sorted(ours, key=lambda row: row.seen_at)[-MOST:]:
            self.known[row.name] = from_row(row)

    async def stop(self) -> None:
        """Write what waits."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.writing is not None:
            await asyncio.wait([self.writing])
        await self.write()

    def of_event(self, name: str, session: str, pid: str, event: str) -> AgentState | None:
        """Return the agent that an event moves; None where it is one of another session."""
        if not session:
            return None
        state = self.of_name(name)
        if not state.session:
            state.session = session
        elif state.session != session:
            if not is_over(state, pid, event):
                return None
            state.left, state.session = state.session, session
            state.end_calls()
            state.pid = ""
        note_process(state, pid)
        return state

    def of_request(self, name: str) -> AgentState | None:
        """Return the agent that a request names without a session; None if it is not there."""
        state = self.known.get(name_of(name)) if name else None
        return None if state is None or state.state[0] in GONE else state

    def of_name(self, name: str) -> AgentState:
        """Return the agent of a name, a new one where nothing was heard of it."""
        name = name_of(name)
        state = self.known.get(name)
        if state is None:
            state = self.known[name] = AgentState(name)
            if len(self.known) > MOST:
                gone, _ = self.known.popitem(last=False)
                self.written.pop(gone, None)
        self.known.move_to_end(name)
        return state

    def heard(self, state: AgentState, role: str, since: str = "") -> None:
        """
        Note that something was heard of an agent: tell of a change, and write it soon.

        `since` is when it began to do what it does, if not just now.
        """
        state.heard_at = now = time.monotonic()
        state.seen_at = timestamp()
        # Whoever has started it has said under which role.
        if role and not (state.start and state.role):
            state.role = role
        told = state.facts
        if told != state.told:
            if told[:2] != state.told[:2] or not state.since:
                state.since = since or state.seen_at
            state.told = told
            self.bus.tell("agent", shown(state) if self.bus.listeners else {})
        elif now - self.written.get(state.name, 0.0) < STALE:
            return
        self.waiting[state.name] = state
        self.soon(GATHERS)

    def soon(self, seconds: float) -> None:
        """Write after a moment, all that has changed by then."""
        if self.timer is None and self.writing is None:
            self.timer = asyncio.get_running_loop().call_later(seconds, self.begin)

    def begin(self) -> None:
        """Begin to write."""
        self.timer = None
        self.writing = asyncio.get_running_loop().create_task(self.write())
        self.writing.add_done_callback(self.done)

    def done(self, _: object) -> None:
        """See to what has changed meanwhile."""
        self.writing = None
        if self.waiting:
            self.soon(RESTS if self.failed else GATHERS)

    async def write(self) -> None:
        """Write the rows of all agents that have changed; what fails is tried again later."""
        rows, self.waiting = self.waiting, {}
        self.failed = False
        try:
            every = [self.row(state) for state in rows.values()]
            await self.inbox.run(self.keepers.store.put_agents, every)
        except StoreError:
            self.failed = True
            self.waiting = {**rows, **self.waiting}
            return
        self.written.update(dict.fromkeys(rows, time.monotonic()))

    def row(self, state: AgentState) -> Agent:
        """Return the row of an agent."""
        word, tool = state.state
        identity = self.keepers.identity
        return Agent(
            host=identity.host,
            home=identity.home,
            name=state.name,
            role=state.role,
            state=word,
            tool=tool,
            session=state.session,
            since=state.since,
            seen_at=state.seen_at,
            body=body_of(state),
        )


def is_over(state: AgentState, pid: str, event: str) -> bool:
    """Say whether the event of another session takes the place of the one that is known."""
    if state.start:
        return is_renewed(state, pid, event)
    if state.itself == EXITED:
        return event != SESSION_END
    if event != SESSION_START:
        return False
    if pid and pid == state.pid:
        return True
    if state.pid:
        return not is_alive(state)
    return time.monotonic() - state.heard_at > LONG_SILENT


def is_renewed(state: AgentState, pid: str, event: str) -> bool:
    """Say whether the event of another session is one of an agent that we have started."""
    if state.gone or event != SESSION_START:
        return False
    # One that was just started has not had the time to start another program.
    if state.itself == STARTING:
        return True
    if pid and state.pid:
        return pid == state.pid or not is_alive(state)
    return state.itself == EXITED


def note_process(state: AgentState, pid: str) -> None:
    """Note the process of an agent, as an event of it names it."""
    if pid and (not state.pid or (pid != state.pid and not is_alive(state))):
        # In a sandbox or a container numbers are others, and we see nothing of it.
        seen = is_number(pid) and not state.sandbox
        state.pid, state.birth = pid, birth_of(int(pid)) if seen else ""
    if not state.start:
        state.come_back()


def is_alive(state: AgentState) -> bool:
    """Say whether the process of an agent may still be there."""
    if state.sandbox or not is_number(state.pid):
        return True
    if state.birth:
        return birth_of(int(state.pid)) == state.birth
    try:
        os.kill(int(state.pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def is_number(pid: str) -> bool:
    """Say whether a text can be the number of a process."""
    return pid.isascii() and pid.isdigit() and 0 < int(pid[:20]) < LARGEST_PID


def shown(state: AgentState) -> dict[str, Any]:
    """Return what listeners are told of an agent."""
    word, tool = state.state
    return {
        "name": state.name,
        "role": state.role,
        "state": word,
        "tool": tool,
        "shown": in_words(word, tool),
        "session": state.session,
        "since": state.since,
        "exit_code": state.exit_code,
        "signal": state.signal,
        "tokens": state.tokens,
        "cost": state.cost,
    }
