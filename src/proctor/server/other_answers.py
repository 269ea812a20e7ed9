"""Sessions in which another's hook could answer for a person: nothing is left to a dialog."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

from proctor.agents.parentage import variables_of
from proctor.answering_hooks import another_home_answers, definitions_answer, others_answer
from proctor.server.agent_of_hook import is_of_another_home

MOST = 1000
CONFIG = "CLAUDE_CONFIG_DIR"
# What calls a skill, an agent or a command, whose hooks count from then on.
CALLING = frozenset({"Skill", "SlashCommand", "Agent", "Task"})
BEGINNING = frozenset({"SessionStart", "UserPromptSubmit", "SubagentStart"})


class OtherAnswers:
    """
    What was seen of each session.

    What a session has begun with, or was called in it, counts to its end: the program goes on
    with it, whatever is written into the files meanwhile.
    """

    def __init__(self, home: str, user: str) -> None:
        self.home = home
        self.user = user
        self.seen: OrderedDict[str, bool] = OrderedDict()

    def may_come(self, session: str, start: str, root: str, pid: int) -> bool:
        """
        Say whether somebody else may answer in a session's dialog.

        Args:
            session: its id.
            start: the folder in which the agent was started.
            root: the root of the project.
            pid: the process of the hook, 0 where nobody knows.

        """
        found = others_answer(start, root, self.home, self.user) or self.homes_answer(pid)
        return self.note(session, found=found)

    def homes_answer(self, pid: int) -> bool:
        """Say whether the hook of another Proctor home is beside ours, and may answer first."""
        if pid and is_of_another_home(Path(self.home), pid):
            return True
        named = variables_of(pid).get(CONFIG, "") if pid else ""
        return another_home_answers(self.home, self.user, [named] if named else [])

    async def look(self, session: str, start: str, root: str) -> None:
        """Look at skills, agents and commands: one of them may be called now."""
        if not self.seen.get(session, False):
            found = await asyncio.to_thread(definitions_answer, start, root, self.user)
            self.note(session, found=found)

    def note(self, session: str, *, found: bool) -> bool:
        """Remember what was found; what was found before stays so."""
        found = self.seen.get(session, False) or found
        self.seen[session] = found
        self.seen.move_to_end(session)
        if len(self.seen) > MOST:
            self.seen.popitem(last=False)
        return found


def is_calling(event: str, tool: str) -> bool:
    """Say whether an event may be about a skill, an agent or a command that is called."""
    return event in BEGINNING or tool in CALLING
