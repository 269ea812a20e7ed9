"""
The sessions that we have started, as their files say: begun, begun again, ended, lost.

Their files are the truth. Whoever changes them says so (`look`), and all of them are looked
at every few seconds, since whoever is killed says nothing. What an agent that is gone has
asked is closed: nobody waits for the answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from proctor.agents.listing import start_of
from proctor.agents.session_files import (
    AGENT,
    Life,
    Session,
    forget_starts,
    life_of,
    names,
    read_session,
)
from proctor.agents.session_folder import checked_name, session_folder
from proctor.audit.ids import timestamp
from proctor.audit.inbox import Inbox
from proctor.audit.rows import name_of
from proctor.errors import NotFound, StoreError
from proctor.server.agent_rows import AgentRows, is_alive
from proctor.server.agent_states import (
    EXITED,
    GONE,
    LOST,
    RUNNING,
    STARTING,
    AgentState,
    in_words,
)
from proctor.terms.agent import Agent
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply

LOG = logging.getLogger("proctor.agents")

ENDED = "the agent has ended"
# More than ever wait at once.
ALL = 1_000_000
# What one does that tells us nothing, as far as we were told.
SILENT = frozenset({STARTING, EXITED})
# A session, and how it stands.
Found = tuple[Session, Life]
Mark = tuple[int, int]


class AgentSessions:
    """
    Keeps the states of agents as their sessions' files say.

    Args:
        home: Proctor's home.
        rows: the agents.
        inbox: where their questions wait.
        ended: who hears of the id of an agent program's session that is over.

    """

    def __init__(
        self,
        home: Path,
        rows: AgentRows,
        inbox: Inbox,
        ended: Sequence[Callable[[str], None]] = (),
    ) -> None:
        self.home = home
        self.rows = rows
        self.inbox = inbox
        # One look at a time: what was read first must not be taken for the last word.
        self.lock = asyncio.Lock()
        # The file of each session that is over, so that it is not read again and again.
        self.over: dict[str, Mark] = {}
        self.ended = ended
        # What an agent is blocked on by a question that no hook waits for here.
        self.held: dict[int, tuple[str, tuple[str, str]]] = {}

    # Looking

    async def look(self, name: str) -> dict[str, Any]:
        """
        Look at one session, and return how it stands.

        Raises:
            UsageError: that is no name.
            NotFound: there is no such session.

        """
        checked_name(name)
        async with self.lock:
            found = await asyncio.to_thread(self.read, name)
            state = await self.take(*found)
        word, tool = state.state
        return {"name": name, "state": in_words(word, tool), "session": state.session}

    async def look_at_all(self) -> None:
        """Look at every session, and at the agents that others have started."""
        async with self.lock:
            found, seen = await asyncio.to_thread(self.read_all)
            for session, life in found:
                # Of one that had ended before anybody heard of it, its files say everything.
                if life.is_live or session.name in self.rows.known:
                    await self.take(session, life)
            self.over = {name: mark for name, mark in self.over.items() if name in seen}
            await self.look_for_the_vanished(seen)
        await self.close_late()
        await asyncio.to_thread(forget_starts, self.home)

    def read(self, name: str) -> Found:
        """Return a session and how it stands."""
        session = read_session(self.home, name)
        return session, life_of(self.home, session)

    def read_all(self) -> tuple[list[Found], set[str]]:
        """Return every session that may have changed, and the names of all that are there."""
        found, seen = [], set(names(self.home))
        for name in sorted(seen):
            mark = mark_of(self.home, name)
            if mark is not None and self.over.get(name) == mark:
                continue
            with suppress(NotFound):
                session, life = self.read(name)
                found.append((session, life))
                if life.state == EXITED and mark is not None:
                    self.over[name] = mark
        return found, seen

    async def look_for_the_vanished(self, seen: set[str]) -> None:
        """Note which agents are gone without a word: no folder, or no process any more."""
        known = [state for state in self.rows.known.values() if not is_known_to_be_gone(state)]
        ours = [state for state in known if state.start and state.name not in seen]
        others = [state for state in known if not state.start and state.birth]
        dead = await asyncio.to_thread(lambda: [one for one in others if not is_alive(one)])
        for state in (*ours, *dead):
            await self.go(state, LOST)

    # What was found

    async def take(self, session: Session, life: Life) -> AgentState:
        """Take over what the files of a session say."""
        state = self.rows.of_name(session.name)
        start = start_of(session)
        if state.start != start:
            await self.begins(state, session, start)
        if life.state in GONE:
            await self.goes(state, life)
        elif state.gone:
            state.come_back()
            self.rows.heard(state, "")
        elif life.state == "running" and not session.program and state.itself in SILENT:
            # It tells us nothing but that it is there.
            state.itself = RUNNING
            self.rows.heard(state, "")
        return state

    async def begins(self, state: AgentState, session: Session, start: str) -> None:
        """Note that a session was started, or started again."""
        before = state.session
        # Its events may have come before anybody told us that it had been started.
        known = not state.start and bool(before) and before == session.session_id
        if known:
            state.start = start
        else:
            self.close_dialogs(before)
            if before:
                await self.end_grants(state.name, before)
            state.begin(start)
            # In one that tells us nothing a person may start a program that does.
            state.session = session.session_id if session.program else ""
        if not known and session.number <= 1:
            state.tokens, state.cost = 0, 0.0
        state.role = session.role or state.role
        state.cwd, state.parent, state.sandbox = session.cwd, session.parent, session.sandbox
        self.rows.heard(state, "", "" if known else session.started_at)
        if not known:
            await self.close(session.name, before=moment_of(session.began))

    async def goes(self, state: AgentState, life: Life) -> None:
        """Note that a session has ended, or was lost."""
        ended = life.ended
        told = (life.state, ended.exit_code, ended.signal) if ended else (life.state, None, "")
        if (state.gone, state.exit_code, state.signal) != told:
            await self.go(state, *told, since=ended.at if ended else "")

    async def go(
        self,
        state: AgentState,
        how: str,
        exit_code: int | None = None,
        signal: str = "",
        since: str = "",
    ) -> None:
        """Note that an agent is gone, and close what it has asked."""
        state.go(how, exit_code, signal)
        self.rows.heard(state, "", since)
        self.close_dialogs(state.session)
        # The name of an agent that we have started is nobody else's: all of its sessions are over.
        await self.end_grants(state.name, None if state.start else state.session)
        await self.close(state.name)

    async def end_grants(self, name: str, session: str | None) -> None:
        """End what was allowed for a session that is over, or for all sessions of an agent."""
        ended = self.inbox.store.end_grants
        try:
            numbers = await self.inbox.patiently(ended, name, session, at=timestamp())
        except StoreError as error:
            LOG.warning("what %s was allowed for its session holds on: %s", name, error.message)
            return
        for number in numbers:
            self.rows.bus.tell("grant", {"id": number})

    def close_dialogs(self, session: str) -> None:
        """Say that a session of an agent program is over."""
        for ended in self.ended if session else ():
            ended(session)

    # Its questions

    async def close(self, name: str, before: str = "") -> None:
        """Close the questions of an agent that has ended; with `before`, those of before."""
        identity = self.rows.keepers.identity
        with suppress(StoreError):
            waiting = await self.inbox.run(self.inbox.store.questions, Status.PENDING, limit=ALL)
            for question in waiting:
                ours = (question.host, question.home) == (identity.host, identity.home)
                if ours and question.agent == name and (not before or question.asked_at < before):
                    reply = Reply(Answer.DENY, words=ENDED, at=timestamp())
                    await self.inbox.end(question.id, Status.CANCELLED, reply)

    async def close_late(self) -> None:
        """Close what was asked for an agent after it was gone, or could not be closed then."""
        asking = {asker[0] for asker in self.inbox.open_of if asker is not None}
        for name in asking:
            state = self.rows.known.get(name)
            if state is not None and state.gone:
                await self.close(name)

    def asked(self, question: Question) -> None:
        """Note a question that no hook waits for here: from before, or handed in."""
        state = self.rows.known.get(name_of(question.agent))
        if state is None or state.gone or not state.session:
            return
        if state.session == question.session and question.status is Status.PENDING:
            subagent = question.body.get("subagent")
            key = (subagent if isinstance(subagent, str) else "", f"question {question.id}")
            tool = state.told[1] if state.told[:1] == ("blocked",) else question.tool
            self.held[question.id] = (state.name, key)
            state.asks(key, str(tool))
            self.rows.heard(state, "")

    def told(self, question: Question) -> None:
        """Hear of a question that is new or has ended."""
        if question.status is Status.PENDING:
            if question.body.get("handed_in"):
                self.asked(question)
            return
        name, key = self.held.pop(question.id, ("", ("", "")))
        state = self.rows.known.get(name)
        if state is not None and state.blocked.pop(key, None) is not None:
            self.rows.heard(state, "")

    # For whoever lists them

    async def listed(self) -> dict[str, Any]:
        """Return the agents of this home as they are now, and how many questions each has open."""
        identity = self.rows.keepers.identity
        waiting = await self.inbox.run(self.inbox.store.questions, Status.PENDING, limit=ALL)
        counted: dict[str, int] = {}
        for question in waiting:
            if (question.host, question.home) == (identity.host, identity.home):
                counted[question.agent] = counted.get(question.agent, 0) + 1
        agents: list[Agent] = [self.rows.row(state) for state in self.rows.known.values()]
        return {"agents": [agent._asdict() for agent in agents], "questions": counted}


def is_known_to_be_gone(state: AgentState) -> bool:
    """Say whether an agent is known to be gone: one of others may have said so itself."""
    return bool(state.gone) or (not state.start and state.itself == EXITED)


def moment_of(began: float) -> str:
    """Return when a session was started; now, where a file says what is no moment."""
    try:
        return timestamp(began)
    except (ValueError, OverflowError, OSError):
        return timestamp()


def mark_of(home: Path, name: str) -> Mark | None:
    """Return what a session's file is known again by."""
    try:
        found = Path(session_folder(str(home), name), AGENT).lstat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
