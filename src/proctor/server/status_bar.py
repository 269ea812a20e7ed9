"""
The status bars of the agents' terminals: each says what its agent does, as it changes.

Changes are gathered for a moment and told to tmux in one call, from a thread. Where no
terminal is open, nothing is done at all. A tmux that was ended, hangs or was started anew
harms nothing: from time to time everything is looked at again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from proctor.agents.engine import Engine, Pane
from proctor.audit.inbox import Inbox
from proctor.errors import EngineError, StoreError
from proctor.server.agent_rows import AgentRows
from proctor.server.agent_states import BLOCKED, EXITED, AgentState, exited, in_words
from proctor.server.bus import Bus
from proctor.terms.question import Status

KINDS = frozenset({"agent", "question"})
# How long changes are gathered, and how long it rests after that: half a second at most.
GATHERS, RESTS = 0.1, 0.2
# After so long everything is looked at again; a bar is taken to be old after three times that.
EVERY = 5.0
# Nobody waits for a bar.
PATIENCE = 1.0
# More than ever wait at once.
ALL = 1_000_000
EVERYWHERE = ""
LOG = logging.getLogger("proctor.server")

# What the bars say: of each agent what is told of it; of all under no name.
Said = dict[str, dict[str, str]]


class StatusBar:
    """
    Keeps the status bars of one home's terminals as the agents are.

    Args:
        home: Proctor's home.
        rows: the agents.
        inbox: the questions that wait.
        bus: tells that something has changed.

    """

    def __init__(self, home: Path, rows: AgentRows, inbox: Inbox, bus: Bus) -> None:
        self.engine = Engine(home, patience=PATIENCE)
        self.rows = rows
        self.inbox = inbox
        self.bus = bus
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        # What is shown, and in which process of a terminal: another one was told nothing.
        self.shown: Said = {}
        self.pids: dict[str, int] = {}

    def start(self) -> None:
        """Begin."""
        self.bus.hearers.append(self.hear)
        self.changed.set()
        self.task = asyncio.create_task(self.follow())

    async def stop(self) -> None:
        """End, and let no bar claim what nobody looks after any more."""
        if self.task is None:
            return
        self.bus.hearers.remove(self.hear)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        unknown = dict.fromkeys(("state", "state_kind", "questions", "next_blocked"), "")
        silent = {name: unknown for name in self.shown if name}
        if silent:
            with suppress(EngineError):
                await asyncio.to_thread(self.engine.show, {**silent, EVERYWHERE: {"waiting": ""}})

    def hear(self, kind: str) -> None:
        """Note that something has changed."""
        if kind in KINDS:
            self.changed.set()

    async def follow(self) -> None:
        """Show what has changed, again and again."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self.changed.wait()
            await asyncio.sleep(GATHERS)
            self.changed.clear()
            try:
                await self.show()
            except (EngineError, StoreError):
                # It is tried again; and who looks at a bar sees that it does not follow.
                self.shown = {}
            except Exception:
                LOG.exception("the status bars cannot be shown")
            await asyncio.sleep(RESTS)

    async def show(self) -> None:
        """Show what is not shown yet."""
        if not self.engine.socket.exists():
            self.shown = {}
            return
        panes = await asyncio.to_thread(self.engine.panes)
        if not panes:
            self.shown = {}
            return
        waiting = await self.inbox.run(self.inbox.store.questions, Status.PENDING, limit=ALL)
        counted = Counter(question.agent for question in waiting)
        wanted = picture(panes, self.rows.known, counted, now=int(time.time()))
        news = {
            name: said
            for name, said in wanted.items()
            if self.shown.get(name) != said or (name and self.pids.get(name) != panes[name].pid)
        }
        if news:
            await asyncio.to_thread(self.engine.show, news)
        self.shown, self.pids = wanted, {name: pane.pid for name, pane in panes.items()}


def picture(
    panes: Mapping[str, Pane],
    known: Mapping[str, AgentState],
    counted: Mapping[str, int],
    *,
    now: int,
) -> Said:
    """Return everything that the bars say; a bar that no `now` reaches says that it is old."""
    blocked = sorted(name for name in panes if name in known and known[name].state[0] == BLOCKED)
    waiting = number(sum(counted.values()))
    said: Said = {EVERYWHERE: {"waiting": waiting, "beat": str(now)}}
    for name in panes:
        state = known.get(name)
        said[name] = {
            "role": state.role if state else "",
            "state": told(state) if state else "",
            "state_kind": state.state[0] if state else "",
            "questions": number(counted.get(name, 0)),
            "next_blocked": next_of(name, blocked),
        }
    return said


def told(state: AgentState) -> str:
    """Return what an agent does, in words; of one that has ended, how."""
    word, tool = state.state
    return exited(state.exit_code, state.signal) if word == EXITED else in_words(word, tool)


def number(count: int) -> str:
    """Return a number as a bar shows it: nothing where there is nothing."""
    return str(count) if count else ""


def next_of(name: str, blocked: Sequence[str]) -> str:
    """Return the blocked agent that comes after one, in the order of names; empty without."""
    others = [other for other in blocked if other != name]
    return next((other for other in others if other > name), others[0] if others else "")
