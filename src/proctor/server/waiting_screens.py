"""
Agents that have come back to their prompt without a word, as their screens show.

Where a person says no in Claude Code's own dialog, or presses Escape while it works, no event
tells of it. So the screen of an agent that should be at work, and of which nothing was heard
for some seconds, is looked at. One that waits for a prompt, twice in a row, is idle: as if its
program had told that the turn is over.

Nor does anything tell a server that begins of a dialog whose question is over: of what the last
one knew, each agent that was at work is looked at, and one that shows a dialog is blocked for
as long as it does. Nothing is typed, answered or run, what is not certain
changes nothing, and whatever is heard meanwhile wins.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from proctor.agents.engine import Engine, Seen
from proctor.agents.prompt_screen import shows_dialog, waits_for_prompt
from proctor.agents.session_files import read_session
from proctor.errors import ProctorError
from proctor.hook.identity import CLAUDE_CODE
from proctor.server.agent_rows import AgentRows
from proctor.server.agent_states import BLOCKED, COMPACTING, RUNNING, THINKING, AgentState

# Who was heard of within so many seconds is not looked at.
SILENT = 3.0
# Nobody waits for a look.
PATIENCE = 1.0
AT_WORK = frozenset({THINKING, RUNNING, BLOCKED, COMPACTING})
STOP = "Stop"
# A dialog that nothing but the screen tells of, among the calls that an agent waits in.
DIALOG = ("", "a dialog that was seen")


class WaitingScreens:
    """
    Looks at the screens of a home's agents that should be at work, and are silent.

    Args:
        home: Proctor's home.
        rows: the agents.
        ended: who hears of the id of an agent program's session whose turn is over.

    """

    def __init__(
        self, home: Path, rows: AgentRows, ended: Sequence[Callable[[str], None]] = ()
    ) -> None:
        self.home = home
        self.engine = Engine(home, patience=PATIENCE)
        self.rows = rows
        self.ended = ended
        # Who waited for a prompt at the last look, and when something was heard of it before.
        self.seen: dict[str, float] = {}

    async def look_for_prompts(self) -> None:
        """Look at each of them once; there is nothing to see where no tmux runs."""
        before, self.seen = self.seen, {}
        if not self.engine.socket.exists():
            return
        await self.look_for_dialogs()
        for state in list(self.rows.known.values()):
            if not is_silent(state):
                continue
            name, heard_at = state.name, state.heard_at
            waits = await asyncio.to_thread(self.waits, name)
            # What has come between the look and this is newer than what was seen.
            if not waits or state.heard_at != heard_at or self.rows.known.get(name) is not state:
                continue
            if before.get(name) == heard_at:
                self.ends(state)
            else:
                self.seen[name] = heard_at

    async def look_for_dialogs(self) -> None:
        """Look at those whom this server has not heard yet, and at dialogs that were seen."""
        for state in list(self.rows.known.values()):
            was_seen = DIALOG in state.blocked
            if not (was_seen or is_of_before(state)):
                continue
            name, heard_at = state.name, state.heard_at
            asks = await asyncio.to_thread(self.asks, name)
            if state.heard_at != heard_at or self.rows.known.get(name) is not state:
                continue
            if asks and not was_seen:
                state.asks(DIALOG, state.left_with or "")
                self.rows.heard(state, "")
            elif asks is False and was_seen:
                state.over(DIALOG)
                self.rows.heard(state, "")

    def asks(self, name: str) -> bool | None:
        """Say whether an agent is seen to wait in a dialog; None where nothing can be seen."""
        seen = self.seen_of(name)
        return None if seen is None else shows_dialog(seen.screen, seen.row, seen.title)

    def waits(self, name: str) -> bool:
        """Say whether an agent's program is one that we know, and is seen to wait for a prompt."""
        seen = self.seen_of(name)
        return seen is not None and waits_for_prompt(seen.screen, seen.row, seen.title)

    def seen_of(self, name: str) -> Seen | None:
        """Return what the terminal of an agent shows, if its program is one that we know."""
        try:
            known = read_session(self.home, name).program == CLAUDE_CODE
            return self.engine.seen(name) if known else None
        except ProctorError:
            # It is gone, or tmux is: others see to that.
            return None

    def ends(self, state: AgentState) -> None:
        """Note that the turn of an agent is over, and that nobody knows how its dialogs ended."""
        for ended in self.ended:
            ended(state.session)
        state.hear(STOP, "", {})
        self.rows.heard(state, "")


def is_of_before(state: AgentState) -> bool:
    """Say whether an agent of ours was at work as the last server knew it, and not heard since."""
    ours = bool(state.start and state.session) and not state.gone
    return ours and state.left_with is not None and state.state[0] == THINKING


def is_silent(state: AgentState) -> bool:
    """Say whether an agent of ours should be at work itself, and was not heard for a while."""
    if not state.start or not state.session or state.gone or state.state[0] not in AT_WORK:
        return False
    own = any(not subagent for calls in (state.running, state.blocked) for subagent, _ in calls)
    works = own or state.itself in (THINKING, COMPACTING)
    return works and time.monotonic() - state.heard_at > SILENT
