"""Sessions in which another's hook could answer for a person: nothing is left to a dialog."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

from proctor.agents.parentage import variables_of
from proctor.agents.session_files import read_session
from proctor.agents.session_folder import is_name, session_folder
from proctor.answering_hooks import (
    answers,
    definitions_answer,
    others_answer,
    own_definitions_answer,
    own_hooks_answer,
)
from proctor.errors import NotFound, UsageError
from proctor.server.agent_of_hook import is_of_another_home

MOST = 1000
# The settings of an agent that we have started, in the folder of its session.
OWN = ".claude/settings.json"
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

    def may_come(self, session: str, start: str, root: str, pid: int, agent: str = "") -> bool:
        """
        Say whether somebody else may answer in a session's dialog.

        Args:
            session: its id.
            start: the folder in which the agent was started.
            root: the root of the project.
            pid: the process of the hook, 0 where nobody knows.
            agent: the agent of ours that it certainly is, empty where it is none.

        """
        found = (
            others_answer(start, root, self.home, self.user)
            or bool(pid and is_of_another_home(Path(self.home), pid))
            or (
                bool(own_hooks_answer(self.home, self.user, configs_of(pid)))
                and not self.has_own_settings(agent)
            )
        )
        return self.note(session, found=found)

    def has_own_settings(self, agent: str) -> bool:
        """Say whether an agent has a folder of settings to itself, and none of the person's."""
        try:
            session = read_session(Path(self.home), agent)
        except (NotFound, UsageError):
            return False
        return session.isolated or session.sandbox

    async def look(self, session: str, start: str, root: str, pid: int, agent: str = "") -> None:
        """Look at plugins, skills, agents and commands: one of them may be called now."""
        if self.seen.get(session, False):
            return
        found = await asyncio.to_thread(definitions_answer, start, root, self.user)
        if not found and not self.has_own_settings(agent):
            own = own_definitions_answer
            found = bool(await asyncio.to_thread(own, self.user, configs_of(pid)))
        self.note(session, found=found)

    def has_seen(self, session: str) -> bool:
        """Say whether a session was looked at before."""
        return session in self.seen

    def have_come(self, session: str, agent: str) -> bool:
        """
        Say whether somebody else may have answered in a dialog that is over.

        A role's own hooks are a person's wish, so nothing is held for them; what they answer no
        person has answered.
        """
        if self.seen.get(session, False):
            return True
        return is_name(agent) and answers(f"{session_folder(self.home, agent)}/{OWN}", self.home)

    def note(self, session: str, *, found: bool) -> bool:
        """Remember what was found; what was found before stays so."""
        found = self.seen.get(session, False) or found
        self.seen[session] = found
        self.seen.move_to_end(session)
        if len(self.seen) > MOST:
            self.seen.popitem(last=False)
        return found


def configs_of(pid: int) -> list[str]:
    """Return the folder of settings that a process names, beside the usual one."""
    named = variables_of(pid).get(CONFIG, "") if pid else ""
    return [named] if named else []


def is_calling(event: str, tool: str) -> bool:
    """Say whether an event may be about a skill, an agent or a command that is called."""
    return event in BEGINNING or tool in CALLING
