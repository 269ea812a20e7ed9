"""
What the overview shows: who does what, who waits, and what the last day was like.

A store that is out of reach takes away what only it knows, and nothing else: what is
missing says so.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from proctor.audit.alarms import open_alarms
from proctor.audit.as_json import question_json
from proctor.errors import StoreError
from proctor.server.agent_rows import shown
from proctor.server.agent_states import BLOCKED, EXITED, IDLE, LOST, in_words
from proctor.server.audit_counts import decisions_by_hour, recent_denials
from proctor.server.office import Office
from proctor.server.web.approvals import waiting_now
from proctor.server.web.charts import Bar, local_hour, stacked_bars
from proctor.terms.inbox_lines import InboxLine, inbox_lines

# So many of each are shown; the pages of their own have the rest.
MOST_AGENTS, MOST_LINES, MOST_DENIALS = 12, 4, 6
# The order in which agents are shown: first those that somebody has to see to.
FIRST = {BLOCKED: 0, LOST: 1, IDLE: 3, EXITED: 4}
WORKING = 2


@dataclass(frozen=True, slots=True)
class RightNow:
    """Who does what, and who waits for whom."""

    agents: Sequence[Mapping[str, Any]]
    more_agents: int
    states: Mapping[str, int]
    lines: Sequence[tuple[Mapping[str, Any], str]]
    on_lines: int
    waiting: int
    trouble: Sequence[str]


@dataclass(frozen=True, slots=True)
class Lately:
    """What the last day was like."""

    allowed: int = 0
    asked: int = 0
    denied: int = 0
    chart: Markup = field(default_factory=Markup)
    denials: Sequence[Mapping[str, Any]] = ()
    alarms: int = 0
    trouble: str = ""

    @property
    def decisions(self) -> int:
        """Return how many calls were decided."""
        return self.allowed + self.asked + self.denied


async def right_now(office: Office) -> RightNow:
    """Return who does what, and who waits for whom."""
    trouble = [office.trouble()]
    lines: list[InboxLine] = []
    questions: list[dict[str, Any]] = []
    try:
        waiting = await waiting_now(office)
        lines = inbox_lines(waiting, await office.started_agents())
        questions = [question_json(question) for question in waiting]
    except StoreError as error:
        trouble.append(error.message)
    asked = {(one["agent"], one["session"]): one["id"] for one in reversed(questions)}
    agents = [shown(state) for state in office.agent_rows.known.values()]
    try:
        agents += await of_others(office)
    except StoreError as error:
        trouble.append(error.message)
    for agent in agents:
        agent["question"] = asked.get((agent["name"], agent["session"]))
    agents.sort(key=lambda agent: (FIRST.get(agent["state"], WORKING), agent["name"]))
    here = [agent for agent in agents if agent["state"] != EXITED]
    return RightNow(
        agents=here[:MOST_AGENTS],
        more_agents=max(len(here) - MOST_AGENTS, 0),
        states=Counter(agent["state"] for agent in here),
        lines=[(question_json(one.question), one.in_words()) for one in lines[:MOST_LINES]],
        on_lines=sum(len(line.questions) for line in lines[:MOST_LINES]),
        waiting=len(questions),
        trouble=tuple(dict.fromkeys(filter(None, trouble))),
    )


async def of_others(office: Office) -> list[dict[str, Any]]:
    """
    Return the agents of other machines, where a store is shared with them.

    Raises:
        StoreError: it cannot be read.

    """
    if not office.keepers.shared:
        return []
    identity = office.keepers.identity
    own = (identity.host, identity.home)
    found = [one for one in await office.agents() if (one["host"], one["home"]) != own]
    return [{**one, "shown": in_words(one["state"], one["tool"])} for one in found]


async def lately(office: Office) -> Lately:
    """Return what the last day was like."""
    try:
        hours = await decisions_by_hour(office)
        denials = await recent_denials(office, limit=MOST_DENIALS)
        alarms = len(await asyncio.to_thread(open_alarms, office.keepers.reader))
    except StoreError as error:
        return Lately(trouble=error.message)
    bars = [
        Bar(local_hour(hour.hour), {"allow": hour.allow, "ask": hour.ask, "deny": hour.deny})
        for hour in hours
    ]
    return Lately(
        allowed=sum(hour.allow for hour in hours),
        asked=sum(hour.ask for hour in hours),
        denied=sum(hour.deny for hour in hours),
        chart=stacked_bars(bars, title="Decisions by hour, over the last day"),
        denials=denials,
        alarms=alarms,
    )
