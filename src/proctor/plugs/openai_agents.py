"""
openai-agents: an agent whose function tools are decided about before they run.

    agent = guarded(Agent(name="shop", tools=[refund]), role="clerk")

Each tool gets an input guardrail as its last one. What cannot carry one (hosted tools, MCP
servers of the SDK, an agent to hand over to that is not guarded) is refused here, in words: an
agent that comes out of `guarded` has nothing that runs undecided.

A question is held in the guardrail, or, with `approvals="interrupt"`, the run stops for it and
goes on with what `answered` returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Literal, TypeVar, Unpack, overload

from proctor.errors import MissingExtra, UsageError
from proctor.nodes import visible
from proctor.plugs.calls import AgentCalls, Whose, denied_words, is_allowed

try:
    from agents import (
        Agent,
        FunctionTool,
        Tool,
        ToolGuardrailFunctionOutput,
        ToolInputGuardrail,
        ToolInputGuardrailData,
    )
    from proctor.plugs.openai_approvals import WantsApproval, answered, answered_now, group_of
    from proctor.plugs.openai_tool_guard import Said, ToolGuard
except ImportError as error:
    raise MissingExtra(
        "the plug for openai-agents needs the package openai-agents",
        help="pip install 'proctor-gate[openai-agents]'",
    ) from error

__all__ = ["ProctorGuardrail", "answered", "answered_now", "guarded"]

HARNESS = "openai-agents"
HOLD, INTERRUPT = "hold", "interrupt"
Approvals = Literal["hold", "interrupt"]
# Fields of a request with which a provider runs something by itself.
BRINGERS = frozenset({
    "functions", "mcp_servers", "plugins", "prompt", "tools", "web_search_options",
})  # fmt: skip
Context = TypeVar("Context")


class ProctorGuardrail(ToolInputGuardrail[Any]):
    """
    The guardrail of one tool: it lets a call through that was allowed, and no other.

    Args:
        guard: who decides about the calls of the tool.

    """

    def __init__(self, guard: ToolGuard) -> None:
        super().__init__(guardrail_function=self.look, name="proctor")
        self.guard = guard

    async def look(self, data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        """Have a call decided, if the desk has not; the model reads why where it may not run."""
        context = data.context
        session = group_of(getattr(context, "run_config", None))
        said = Said(
            context.tool_call_id, arguments_of(context), session, str(data.agent.name or "")
        )
        ruling = self.guard.take(said) or await self.guard.decide(said)
        about = {"record": ruling.record} if ruling.record else None
        if is_allowed(ruling):
            return ToolGuardrailFunctionOutput.allow(about)
        return ToolGuardrailFunctionOutput.reject_content(denied_words(ruling), about)


@overload
def guarded(
    what: Agent[Context],
    role: str | None = None,
    *,
    approvals: Approvals = "hold",
    **whose: Unpack[Whose],
) -> Agent[Context]: ...


@overload
def guarded(
    what: Iterable[Tool],
    role: str | None = None,
    *,
    approvals: Approvals = "hold",
    **whose: Unpack[Whose],
) -> list[Tool]: ...


def guarded(
    what: Agent[Any] | Iterable[Tool],
    role: str | None = None,
    *,
    approvals: Approvals = "hold",
    **whose: Unpack[Whose],
) -> Agent[Any] | list[Tool]:
    """
    Return an agent, or tools, whose every call is decided under a role.

    What is given stays as it is. Guard last: a tool that is added to the agent afterwards is
    not guarded.

    Args:
        what: an agent, or its tools.
        role: a role, or a chain of them; may be left out where a stage is given.
        approvals: `hold` waits for people in the guardrail; with `interrupt` the run stops
            where the rules ask, and `answered` says how it goes on.
        whose: stage, workspace, home, agent, person, session and judge; see `Whose`.
            The agent's own name counts where none is given.

    Raises:
        UsageError: something in it cannot be guarded, or `approvals` is neither.
        ProctorError: the role does not load.

    """
    if approvals not in (HOLD, INTERRUPT):
        raise UsageError(
            f"`approvals` is `{HOLD}` or `{INTERRUPT}`, not `{visible(approvals)}`",
            help=f"{HOLD} waits for people inside the run",
        )
    stops = approvals == INTERRUPT
    if isinstance(what, Iterable):
        return guarded_tools(what, AgentCalls(role, harness=HARNESS, **whose), stops=stops)
    refuse_unguarded(what)
    whose["agent"] = whose.get("agent") or what.name
    calls = AgentCalls(role, harness=HARNESS, **whose)
    return what.clone(tools=guarded_tools(what.tools, calls, stops=stops))


def guarded_tools(tools: Iterable[Tool], calls: AgentCalls, *, stops: bool) -> list[Tool]:
    """Return tools with our guardrail behind their own."""
    return [guarded_tool(tool, calls, stops=stops) for tool in tools]


def guarded_tool(tool: Tool, calls: AgentCalls, *, stops: bool) -> Tool:
    """
    Return a tool with our guardrail behind its own, so that nobody is asked in vain.

    With `stops`, a run stops before a call that the rules ask about.

    Raises:
        UsageError: it cannot carry one.

    """
    if not isinstance(tool, FunctionTool):
        raise UsageError(
            f"the tool {name_of(tool)} cannot be guarded: it is no function tool",
            help="it does not ask the program before it runs; leave it out, "
            "or offer a function tool that does the same",
        )
    inner = agent_in(tool)
    if inner is not None and not is_guarded(inner):
        raise UsageError(
            f"the tool {name_of(tool)} is an agent that is not guarded",
            help="guard it first: guarded(agent, role=…).as_tool(…)",
        )
    made, guard = copy(tool), ToolGuard(calls, tool)
    made.tool_input_guardrails = [
        *(one for one in tool.tool_input_guardrails or () if not isinstance(one, ProctorGuardrail)),
        *(one for one in tool.tool_input_guardrails or () if isinstance(one, ProctorGuardrail)),
        ProctorGuardrail(guard),
    ]
    if stops:
        made.needs_approval = WantsApproval.over(tool.needs_approval, guard)
    return made


# What nobody would be asked about


def refuse_unguarded(agent: Agent[Any]) -> None:
    """
    Look whether an agent has anything besides tools that would run undecided.

    Raises:
        UsageError: it has.

    """
    if type(agent) is not Agent:
        # Such as those for sandboxes, which find themselves more tools when they run.
        raise UsageError(
            f"{name_of(agent)} cannot be guarded: it is no plain `Agent`",
            help="guarded(Agent(…)), or guarded([tool, …])",
        )
    if agent.mcp_servers:
        raise UsageError(
            f"the MCP servers of the agent {name_of(agent)} cannot be guarded here",
            help="put the gateway in front of them: proctor mcp --role … --upstream NAME=COMMAND",
        )
    if found := brought_along(agent):
        raise UsageError(
            f"`{visible(found)}` of the agent {name_of(agent)} may bring tools that run at the "
            "provider, where nobody decides",
            help="leave it out; say it in `instructions` and `tools`",
        )
    for other in agent.handoffs:
        if not isinstance(other, Agent):
            raise UsageError(
                f"the agent {name_of(agent)} hands over by an object that hides to whom",
                help="name the agent itself: handoffs=[guarded(other, role=…)]",
            )
        if not is_guarded(other):
            raise UsageError(
                f"the agent {name_of(agent)} may hand over to {name_of(other)}, which is not "
                "guarded",
                help="guard that one first: handoffs=[guarded(other, role=…)]",
            )


def is_guarded(agent: object, seen: Sequence[object] = ()) -> bool:
    """Say whether nothing of an agent, nor of those that it hands over to, runs undecided."""
    if type(agent) is not Agent or agent.mcp_servers or brought_along(agent):
        return False
    if any(agent is one for one in seen):
        return True
    seen = (*seen, agent)
    tools = all(tool_is_guarded(tool, seen) for tool in agent.tools)
    return tools and all(is_guarded(other, seen) for other in agent.handoffs)


def brought_along(agent: Agent[Any]) -> str:
    """Return what of an agent may bring tools that nobody sees here; empty if nothing does."""
    if agent.prompt is not None:
        return "prompt"
    extra: dict[str, Any] = {"extra_args": agent.model_settings.extra_args or {}}
    extra["extra_body"] = agent.model_settings.extra_body or {}
    if isinstance(extra["extra_args"], Mapping):
        extra["extra_args.extra_body"] = extra["extra_args"].get("extra_body") or {}
    for name, said in extra.items():
        if not isinstance(said, Mapping) or not BRINGERS.isdisjoint(said):
            return name
    return ""


def tool_is_guarded(tool: object, seen: Sequence[object]) -> bool:
    """Say whether a tool has our guardrail, and the agent in it likewise."""
    if not isinstance(tool, FunctionTool):
        return False
    inner = agent_in(tool)
    has = any(isinstance(one, ProctorGuardrail) for one in tool.tool_input_guardrails or ())
    return has and (inner is None or is_guarded(inner, seen))


def agent_in(tool: FunctionTool) -> object | None:
    """Return the agent that a tool runs; something that is none where that cannot be known."""
    inner: object | None = getattr(tool, "_agent_instance", None)
    if inner is None and getattr(tool, "_is_agent_tool", False):
        return tool
    return inner


def arguments_of(context: Any) -> object:
    """Return what the tool is about to be given; nothing where two things are said of that."""
    call = context.tool_call
    same = call is None or call.arguments == context.tool_arguments
    return context.tool_arguments if same else None


def name_of(thing: object) -> str:
    """Return the name of a tool or an agent, as a message quotes it."""
    return f"`{visible(getattr(thing, 'name', None) or type(thing).__name__)}`"
