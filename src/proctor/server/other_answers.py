"""Sessions in which a repository's hook could answer for a person: nothing is left to a dialog."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from proctor.answering_hooks import definitions_answer, others_answer

MOST = 1000
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

    def may_come(self, session: str, start: str, root: str) -> bool:
        """
        Say whether somebody else may answer in a session's dialog.

        Args:
            session: its id.
            start: the folder in which the agent was started.
            root: the root of the project.

        """
        return self.note(session, found=others_answer(start, root, self.home, self.user))

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
