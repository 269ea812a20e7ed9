"""One call of a hook: what it heard, of which agent, in which project, and who waits for it."""

from __future__ import annotations

import time
from hashlib import blake2b
from typing import NamedTuple

from proctor.adapters.claude_code import Heard
from proctor.roles.find import GUARDED
from proctor.server.agent_of_hook import agent_of_hook
from proctor.server.agent_states import AgentState, Key, default_name
from proctor.server.asked_calls import Source
from proctor.server.gateways import Gateway, Gateways, Place
from proctor.server.hook_requests import HookRequest, Visit
from proctor.server.office import Office
from proctor.server.posts import Caller
from proctor.server.requests import folder
from proctor.terms.call import ToolCall
from proctor.terms.role_chain import under

PRE, REQUEST = "PreToolUse", "PermissionRequest"
# An answer is there so long before the hook gives up by itself, in seconds.
MARGIN = 1.0


class Hook(NamedTuple):
    """
    One call of a hook.

    `uid` names it, and its question and records with it. `state` is that of its agent, None
    where the event is none of the agent's own session; a request without one only shows that the
    agent waits, for as long as it does. Where its tool is a gateway's, `call`
    has the tool that is meant, and `called_as` the name by which the program calls it; what
    is answered is taken over by the gateway, as by all others in `told`. `vouched` is the agent
    that is certain: its name is in the hook's file, with its role, or the hook was called in its
    own session. `role` decides the call; of a sub-agent it is its own under `agent_role`, that of
    the agent.
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
    called_as: str = ""
    told: tuple[Gateway, ...] = ()
    vouched: str = ""
    agent_role: str = ""

    @property
    def source(self) -> Source:
        """Return which hook it is, as far as its own file says."""
        return Source(self.request.agent, self.request.role, self.request.only_dialogs)

    @property
    def who(self) -> tuple[str, str]:
        """Return for whom it asks: the agent, and the role."""
        return self.agent, self.role

    @property
    def is_bare(self) -> bool:
        """Say whether it names no session: by hand, `proctor permission-request --agent NAME`."""
        return not self.heard.session

    @property
    def caller(self) -> Caller:
        """Return which agent it is, as far as that is certain."""
        return Caller(self.agent, self.heard.session, lambda: bool(self.vouched))

    @property
    def is_by_http(self) -> bool:
        """Say whether the tool is a gateway's that others than this program can reach."""
        return bool(self.called_as) and self.told[0].said.http

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
    own = None
    if not request.agent and not request.managed:
        own = agent_of_hook(office.home, visit.pid, session, office.agent_rows)
    # Our hooks' files name a role beside the agent; a name alone is anybody's.
    vouched = own.name if own is not None else request.agent if request.role else ""
    named = vouched or request.agent or env.get("PROCTOR_AGENT", "")
    agent = named or default_name(session)
    role = own.role if own is not None else request.role
    role = role or usual_role(env.get("PROCTOR_ROLE", ""))
    started = env.get("CLAUDE_PROJECT_DIR", "")
    project = folder(started if started.startswith("/") else heard.cwd)
    place = Place(role, project, env.get("CLAUDE_PID", ""))
    called_as = ""
    told: tuple[Gateway, ...] = ()
    if call is not None:
        call = call._replace(agent=agent, cwd=project if call.cwd is None else call.cwd)
        call, called_as, told = as_meant(office.gateways, call, heard, place)
    own_role = role
    if heard.subagent:
        role = office.posts.of_subagent(role, project, str(heard.body.get("agent_type") or ""))
    # Everything that was said goes into the name: another event is never the same call.
    said = (blake2b(request.event).hexdigest(), agent, role, project)
    rows = office.agent_rows
    state = rows.of_event(agent, session, env.get("CLAUDE_PID", ""), heard.event)
    if not session and heard.event == REQUEST:
        state = rows.of_request(named)
    elif state is not None and not state.start:
        state.cwd = project
    deadline = time.monotonic() + max(request.seconds - MARGIN, 0.0)
    uid = office.bound(request.uid, said)
    return Hook(
        request, visit, heard, call, agent, role, project, uid, state, deadline, called_as, told,
        vouched, own_role,
    )  # fmt: skip


def as_meant(
    gateways: Gateways, call: ToolCall, heard: Heard, place: Place
) -> tuple[ToolCall, str, tuple[Gateway, ...]]:
    """Return a call as it is meant, how its tool was called, and who takes its answer over."""
    if not gateways.held:
        return call, "", ()
    told = tuple(gateways.prompting(place))
    meant = gateways.meant(call.tool, heard.body.get("mcp_server"), place)
    if meant is None:
        return call, "", told
    # A gateway's tools work in its own folder, wherever the agent has gone meanwhile.
    found = call._replace(tool=meant.tool, cwd=meant.gateway.said.project)
    return found, call.tool, (meant.gateway, *told)


def usual_role(said: str) -> str:
    """Return the role of an agent that was given none; a variable's can only tighten."""
    return under(said, GUARDED) if said else GUARDED
