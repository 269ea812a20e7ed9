"""One call of a hook: what it heard, of which agent, in which project, and who waits for it."""

from __future__ import annotations

import time
from hashlib import blake2b
from typing import NamedTuple

from proctor.adapters.claude_code import Heard
from proctor.roles.find import GUARDED
from proctor.server.agent_states import AgentState, Key
from proctor.server.hook_requests import HookRequest, Visit
from proctor.server.office import Office
from proctor.server.requests import folder
from proctor.terms.call import ToolCall

PRE, REQUEST = "PreToolUse", "PermissionRequest"
# An answer is there so long before the hook gives up by itself, in seconds.
MARGIN = 1.0
NAME_OF_SESSION = 8


class Hook(NamedTuple):
    """
    One call of a hook.

    `uid` names it, and its question and records with it. `state` is that of its agent, None
    where the event is none of the agent's own session.
    """

    request: HookRequest
    visit: Visit
    heard: Heard
    call: ToolCall | None
    agent: str
    role: str
    project: str
    uid: str
    state: AgentState | None
    deadline: float

    @property
    def key(self) -> Key:
        """Return the name of the call among those of its agent."""
        call_id = self.call.call_id if self.call is not None else None
        return self.heard.subagent, call_id or self.uid


def hook_of(office: Office, request: HookRequest, visit: Visit, heard: Heard) -> Hook:
    """
    Return who calls, from where, and under which role.

    Raises:
        UsageError: it was started in no folder.

    """
    env, session, call = request.env, heard.session, heard.call
    agent = request.agent or env.get("PROCTOR_AGENT") or default_name(session)
    role = request.role or GUARDED
    started = env.get("CLAUDE_PROJECT_DIR", "")
    project = folder(started if started.startswith("/") else heard.cwd)
    if call is not None:
        call = call._replace(agent=agent, cwd=project if call.cwd is None else call.cwd)
    # Everything that was said goes into the name: another event is never the same call.
    said = (blake2b(request.event).hexdigest(), agent, role, project)
    state = office.agent_rows.of_event(agent, session, env.get("CLAUDE_PID", ""), heard.event)
    deadline = time.monotonic() + max(request.seconds - MARGIN, 0.0)
    uid = office.bound(request.uid, said)
    return Hook(request, visit, heard, call, agent, role, project, uid, state, deadline)


def default_name(session: str) -> str:
    """Return the name of an agent that was given none."""
    return f"claude-{session[:NAME_OF_SESSION]}" if session else "claude"
