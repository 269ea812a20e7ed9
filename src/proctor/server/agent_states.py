"""
What each agent is doing, as the events of its program tell.

    starting, idle ◄─► thinking ◄─► running TOOL
                          ├──────► reviewing permission, blocked (permission: TOOL)
                          ├──────► compacting
                          └──────► exited, lost

What an agent is blocked on is tied to its call: only the end of that call's question, or of
the whole turn, clears it. The calls of its sub-agents are told apart, and never say what
the agent itself does. The rows in the store follow a moment later, many changes in one.
Of an agent that we have started, its session's files say whether it is there at all
(`agent_sessions.py`): no event brings back one that they say has gone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from proctor.terms.agent import Agent

STARTING, IDLE, THINKING, RUNNING = "starting", "idle", "thinking", "running"
REVIEWING, BLOCKED = "reviewing permission", "blocked"
COMPACTING, EXITED, LOST = "compacting", "exited", "lost"
BASES = frozenset({STARTING, IDLE, THINKING, COMPACTING, EXITED})
# How an agent can be gone.
GONE = frozenset({EXITED, LOST})
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
PROMPT = "UserPromptSubmit"
ENDS_TURN = frozenset({PROMPT, "Stop", "StopFailure"})
# What shows that an agent that had ended has begun again; all else may only have come late.
REVIVES = frozenset({"SessionStart", "UserPromptSubmit", "PreToolUse"})
IDLE_PROMPT = "idle_prompt"
NAME_OF_SESSION = 8
# In place of a sub-agent: a request that named no session, and was left to a dialog.
BARE = "(a request without a session)"


class AgentState:
    """One agent: what it does itself, and what its calls are waiting for."""

    __slots__ = (
        "before", "birth", "blocked", "cost", "cwd", "exit_code", "gone", "heard_at", "itself",
        "left", "left_with", "name", "parent", "pid", "prompt", "reviewing", "role", "running",
        "sandbox", "seen_at", "session", "signal", "since", "start", "tokens", "told",
    )  # fmt: skip

    def __init__(self, name: str, *, session: str = "", pid: str = "") -> None:
        self.name = name
        self.role = ""
        self.session = session
        # Its process, as it says itself, and when that was born; empty where we see none.
        self.pid = pid
        self.birth = ""
        # Which start of which session of ours it is; empty where we have not started it.
        self.start = ""
        self.cwd = self.parent = ""
        self.sandbox = False
        # Whether it is gone, and how it ended, as far as anybody knows.
        self.gone = ""
        self.exit_code: int | None = None
        self.signal = ""
        # The session before this one, until its end is seen to.
        self.left = ""
        self.itself = STARTING
        # The prompt that its turn answers, as far as its program says.
        self.prompt = ""
        # What it did before it was compacted.
        self.before = IDLE
        # The tool that it had to do with when the last server ended, until it is heard itself.
        self.left_with: str | None = None
        self.running: dict[Key, str] = {}
        self.reviewing: dict[Key, str] = {}
        self.blocked: dict[Key, str] = {}
        self.heard_at = time.monotonic()
        self.seen_at = self.since = ""
        # What it has used so far, as its telemetry tells; the cost is in dollars.
        self.tokens = 0
        self.cost = 0.0
        # What was last told of it, so that only changes are.
        self.told: tuple[object, ...] = ()

    @property
    def state(self) -> tuple[str, str]:
        """Return what it does, and with which tool: what holds it up comes first."""
        if self.gone:
            return self.gone, ""
        for word, calls in ((BLOCKED, self.blocked), (REVIEWING, self.reviewing)):
            if calls:
                return word, next(iter(calls.values()))
        if self.running and self.itself not in (EXITED, COMPACTING):
            return RUNNING, next(reversed(self.running.values()))
        return self.itself, ""

    @property
    def facts(self) -> tuple[object, ...]:
        """Return everything that is told of it, what it does first."""
        return (
            *self.state, self.session, self.role, self.cwd, self.parent, self.exit_code,
            self.signal, self.tokens, self.cost,
        )  # fmt: skip

    # Calls

    def reviews(self, key: Key, tool: str) -> None:
        """Note that a call is being looked at."""
        put(self.reviewing, key, tool)

    def asks(self, key: Key, tool: str) -> None:
        """Note that a call waits for a person."""
        self.reviewing.pop(key, None)
        self.running.pop(key, None)
        put(self.blocked, key, tool)

    def left_to_dialog(self, key: Key, tool: str) -> None:
        """Note that a request without a session was left to a dialog, until the next event."""
        self.asks((BARE, key[1]), tool)

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

    # Its life

    def begin(self, start: str) -> None:
        """Note that it has been started, or started again: what was before is over."""
        self.end_calls()
        self.start, self.itself, self.before = start, STARTING, IDLE
        self.left_with = None
        self.pid = self.birth = self.gone = self.signal = ""
        self.exit_code = None

    def go(self, how: str, exit_code: int | None = None, signal: str = "") -> None:
        """Note that it is gone, and how it ended."""
        self.end_calls()
        self.gone, self.exit_code, self.signal = how, exit_code, signal

    def come_back(self) -> None:
        """Note that it is there after all."""
        self.gone = self.signal = ""
        self.exit_code = None

    # Events

    def hear(self, event: str, subagent: str, body: Mapping[str, object]) -> None:
        """Move as an event says; a sub-agent's ends its own calls and nothing else."""
        self.heard_at = time.monotonic()
        if not subagent:
            self.end_calls(BARE)
        if event == "SessionEnd":
            self.end_calls()
        elif event == "SubagentStop":
            self.end_calls(subagent or "?")
        elif ends_turn(event, body) and not subagent and not self.is_in_turn(event, body):
            self.end_calls("")
        if not subagent:
            self.prompt = text_of(body.get("prompt_id")) or self.prompt
        if subagent or (self.itself == EXITED and event not in REVIVES):
            return
        self.left_with = None
        compacted = event == "SessionStart" and body.get("source") == "compact"
        if event == "PreCompact" and self.itself != COMPACTING:
            self.before = self.itself
        if compacted or event == "PostCompact":
            self.itself = self.before if self.itself == COMPACTING else self.itself
        elif is_idle(event, body):
            self.itself = IDLE
        else:
            self.itself = AFTER.get(event, self.itself)

    def is_in_turn(self, event: str, body: Mapping[str, object]) -> bool:
        """
        Return whether a prompt was entered in the middle of a turn, which goes on.

        Claude Code tells of it at once, with the id of the prompt that the turn answers.
        """
        return event == PROMPT and bool(self.prompt) and body.get("prompt_id") == self.prompt


def ends_turn(event: str, body: Mapping[str, object]) -> bool:
    """Say whether an event ends the turn of an agent, and with it whatever it had under way."""
    return event in ENDS_TURN or is_idle(event, body)


def is_idle(event: str, body: Mapping[str, object]) -> bool:
    """Say whether a program tells that it waits for its user: Escape ends a turn unheard."""
    return event == "Notification" and body.get("notification_type") == IDLE_PROMPT


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


def exited(exit_code: int | None, signal: str) -> str:
    """
    Return how a program ended, as people read it everywhere: by which signal, or with what code.

    One that hears a signal and ends by itself has a code of its own, whoever sent the signal.
    """
    how = signal or ("" if exit_code is None else str(exit_code))
    return f"{EXITED} ({how})" if how else EXITED


def body_of(state: AgentState) -> dict[str, Any]:
    """Return what the row of an agent says beside what all of them say."""
    return {
        "pid": state.pid,
        "birth": state.birth,
        "start": state.start,
        "shown": in_words(*state.state),
        "cwd": state.cwd,
        "parent": state.parent,
        "sandbox": state.sandbox,
        "exit_code": state.exit_code,
        "signal": state.signal,
        "tokens": state.tokens,
        "cost": state.cost,
    }


def from_row(agent: Agent) -> AgentState:
    """Return an agent as the last server knew it: which of its calls go on nobody knows."""
    body = agent.body
    state = AgentState(agent.name, session=agent.session, pid=text_of(body.get("pid")))
    state.role, state.since, state.seen_at = agent.role, agent.since, agent.seen_at
    state.birth, state.start = text_of(body.get("birth")), text_of(body.get("start"))
    state.cwd, state.parent = text_of(body.get("cwd")), text_of(body.get("parent"))
    state.sandbox = body.get("sandbox") is True
    state.tokens = int(number_of(body.get("tokens")))
    state.cost = number_of(body.get("cost"))
    if agent.state in GONE and (state.start or agent.state == LOST):
        code = body.get("exit_code")
        state.go(agent.state, code if isinstance(code, int) else None, text_of(body.get("signal")))
    # One that tells us nothing runs, with no tool.
    bases = BASES if agent.tool else BASES | {RUNNING}
    state.itself = agent.state if agent.state in bases else THINKING
    state.left_with = agent.tool if agent.state in (BLOCKED, RUNNING) else ""
    # What it was last told as, so that `since` stays where nothing has changed.
    state.told = (agent.state, agent.tool)
    return state


def text_of(value: object) -> str:
    """Return a text of a row; empty where it is none."""
    return value if isinstance(value, str) else ""


def number_of(value: object) -> float:
    """Return a number of a row; 0 where it is none."""
    usable = isinstance(value, int | float) and math.isfinite(value) and value > 0
    return float(value) if usable and isinstance(value, int | float) else 0.0


def default_name(session: str) -> str:
    """Return the name of an agent that was given none."""
    return f"claude-{session[:NAME_OF_SESSION]}" if session else "claude"
