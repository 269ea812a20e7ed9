"""
What each agent is doing, as the events of its program tell.

    starting, idle ◄─► thinking ◄─► running TOOL
                          ├──────► reviewing permission, blocked (permission: TOOL)
                          ├──────► compacting
                          └──────► exited

What an agent is blocked on is tied to its call: only the end of that call's question, or of
the whole turn, clears it. The calls of its sub-agents are told apart, and never say what
the agent itself does. The rows in the store follow a moment later, many changes in one.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from proctor.terms.agent import Agent

STARTING, IDLE, THINKING, RUNNING = "starting", "idle", "thinking", "running"
REVIEWING, BLOCKED = "reviewing permission", "blocked"
COMPACTING, EXITED = "compacting", "exited"
BASES = frozenset({STARTING, IDLE, THINKING, COMPACTING, EXITED})
# So many calls of one agent are told apart; a longer name of a tool is cut.
MOST_CALLS, LONGEST_TOOL = 200, 100
# Which sub-agent, empty for the agent itself, and which of its calls.
Key = tuple[str, str]

# What the agent itself does after an event of its own, if not what it did before.
AFTER = {
    "UserPromptSubmit": THINKING,
    "PreToolUse": THINKING,
    "PostToolUse": THINKING,
    "PostToolUseFailure": THINKING,
    "PermissionRequest": THINKING,
    "PermissionDenied": THINKING,
    "PreCompact": COMPACTING,
    "Stop": IDLE,
    "StopFailure": IDLE,
    "SessionStart": IDLE,
    "SessionEnd": EXITED,
}
# Which of them end whatever calls the agent itself had under way.
ENDS_TURN = frozenset({"UserPromptSubmit", "Stop", "StopFailure"})
# What shows that an agent that had ended has begun again; all else may only have come late.
REVIVES = frozenset({"SessionStart", "UserPromptSubmit", "PreToolUse"})
IDLE_PROMPT = "idle_prompt"


class AgentState:
    """One agent: what it does itself, and what its calls are waiting for."""

    __slots__ = (
        "before", "blocked", "heard_at", "itself", "left", "name", "pid", "reviewing", "role",
        "running", "seen_at", "session", "since", "told",
    )  # fmt: skip

    def __init__(self, name: str, *, session: str = "", pid: str = "") -> None:
        self.name = name
        self.role = ""
        self.session = session
        self.pid = pid
        # The session before this one, until its end is seen to.
        self.left = ""
        self.itself = STARTING
        # What it did before it was compacted.
        self.before = IDLE
        self.running: dict[Key, str] = {}
        self.reviewing: dict[Key, str] = {}
        self.blocked: dict[Key, str] = {}
        self.heard_at = time.monotonic()
        self.seen_at = self.since = ""
        # What was last told of it, so that only changes are.
        self.told: tuple[str, ...] = ()

    @property
    def state(self) -> tuple[str, str]:
        """Return what it does, and with which tool: what holds it up comes first."""
        for word, calls in ((BLOCKED, self.blocked), (REVIEWING, self.reviewing)):
            if calls:
                return word, next(iter(calls.values()))
        if self.running and self.itself not in (EXITED, COMPACTING):
            return RUNNING, next(reversed(self.running.values()))
        return self.itself, ""

    # Calls

    def reviews(self, key: Key, tool: str) -> None:
        """Note that a call is being looked at."""
        put(self.reviewing, key, tool)

    def asks(self, key: Key, tool: str) -> None:
        """Note that a call waits for a person."""
        self.reviewing.pop(key, None)
        put(self.blocked, key, tool)

    def runs(self, key: Key, tool: str) -> None:
        """Note that a call runs."""
        self.over(key)
        put(self.running, key, tool)

    def over(self, key: Key) -> None:
        """Note that a call neither waits nor runs any more."""
        for calls in (self.running, self.reviewing, self.blocked):
            calls.pop(key, None)

    def end_calls(self, subagent: str | None = None) -> None:
        """Note that all calls are over: of one sub-agent, of the agent itself, or of all."""
        for calls in (self.running, self.reviewing, self.blocked):
            for key in [key for key in calls if subagent is None or key[0] == subagent]:
                del calls[key]

    # Events

    def hear(self, event: str, subagent: str, body: Mapping[str, object]) -> None:
        """Move as an event says; a sub-agent's ends its own calls and nothing else."""
        if event == "SessionEnd":
            self.end_calls()
        elif event == "SubagentStop":
            self.end_calls(subagent or "?")
        elif event in ENDS_TURN and not subagent:
            self.end_calls("")
        if subagent or (self.itself == EXITED and event not in REVIVES):
            return
        compacted = event == "SessionStart" and body.get("source") == "compact"
        if event == "PreCompact" and self.itself != COMPACTING:
            self.before = self.itself
        if compacted or event == "PostCompact":
            self.itself = self.before if self.itself == COMPACTING else self.itself
        elif event == "Notification" and body.get("notification_type") == IDLE_PROMPT:
            self.itself = IDLE
        else:
            self.itself = AFTER.get(event, self.itself)


def put(calls: dict[Key, str], key: Key, tool: str) -> None:
    """Put a call behind the others; of too many, the oldest goes."""
    calls.pop(key, None)
    if len(calls) >= MOST_CALLS:
        del calls[next(iter(calls))]
    calls[key] = tool[:LONGEST_TOOL]


def in_words(state: str, tool: str) -> str:
    """Return a state as people read it."""
    if state == BLOCKED and tool:
        return f"{BLOCKED} (permission: {tool})"
    return f"{state} {tool}" if state == RUNNING and tool else state


def from_row(agent: Agent) -> AgentState:
    """Return an agent as the last server knew it: which of its calls go on nobody knows."""
    state = AgentState(agent.name, session=agent.session, pid=str(agent.body.get("pid") or ""))
    state.role, state.since, state.seen_at = agent.role, agent.since, agent.seen_at
    state.itself = agent.state if agent.state in BASES else THINKING
    return state
