"""How much a plug adds to the call of a tool, with the owner running."""

from __future__ import annotations

import asyncio
import gc
import statistics
from collections.abc import Callable, Coroutine
from functools import partial
from time import perf_counter, process_time
from typing import Any, NamedTuple

from agents.testing import ScriptedModel, assistant_message, function_call
from claude_agent_sdk import ClaudeAgentOptions
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from agents import Agent, Runner, function_tool, set_tracing_disabled
from proctor.plugs.claude_agent_sdk import guard_options
from proctor.plugs.langchain import ProctorMiddleware
from proctor.plugs.openai_agents import guarded
from served import Served, served
from stopwatch import FULL, Effort
from table import Section, micro, milli

ADDED = 0.001
# So many calls in one run of an agent, and so many runs with and without the plug, in turns.
CALLS, FEW = 10, 5
RUNS, FEW_RUNS = 101, 9
# Runs that warm up and do not count.
WARM = 5
# As many steps of a graph as a run may take.
MOST_STEPS = 1000
ROLE = "open"
# Makes a run ready; what comes back is timed.
Ready = Callable[[], Coroutine[Any, Any, object]]


class Taken(NamedTuple):
    """The seconds of one call in a run: by the clock, and of CPU in this process."""

    clock: float
    cpu: float


def price_of(product: str) -> str:
    """Return the price of a product."""
    return f"{product}: 4.20"


def through_a_plug(effort: Effort) -> Section:
    """Run the same agent with and without a plug, in turns, and say what a call costs."""
    section = Section(
        "The call of a tool in an agent framework, with the owner running",
        ("framework", "without", "with", "a plug adds", "quietest quarter", "CPU", "of the owner"),
    )
    calls, runs = (CALLS, RUNS) if effort is FULL else (FEW, FEW_RUNS)
    with served() as server:
        for name, both in FRAMEWORKS.items():
            before = server.cpu()
            plain, plugged = asyncio.run(in_turns(*both(server, calls), calls, runs))
            owner = (server.cpu() - before) / calls / (runs + WARM)
            pairs = list(zip(plain, plugged, strict=True))
            added = sorted(one.clock - other.clock for other, one in pairs)
            cpu = statistics.median(one.cpu - other.cpu for other, one in pairs)
            middle = statistics.median(added)
            section.rows.append(
                (name, micro(statistics.median(one.clock for one in plain)),
                 micro(statistics.median(one.clock for one in plugged)), micro(middle),
                 micro(added[len(added) // 4]), micro(cpu), micro(owner))
            )  # fmt: skip
            wanted = f"{name}: a plug adds under {milli(ADDED)} to a call at the median"
            section.target(wanted, micro(middle), holds=middle < ADDED)
    return section


async def in_turns(
    plain: Ready, plugged: Ready, calls: int, runs: int
) -> tuple[list[Taken], list[Taken]]:
    """Return what a call took in each run, without and with the plug."""
    taken: tuple[list[Taken], list[Taken]] = ([], [])
    ways = list(zip((plain, plugged), taken, strict=True))
    gc.collect()
    gc.freeze()
    for number in range(runs + WARM):
        # Neither of them always comes first.
        for ready, seconds in ways if number % 2 else reversed(ways):
            work = ready()
            cpu, clock = process_time(), perf_counter()
            await work
            spent = Taken((perf_counter() - clock) / calls, (process_time() - cpu) / calls)
            if number >= WARM:
                seconds.append(spent)
    gc.unfreeze()
    return taken


def by_openai_agents(server: Served, calls: int) -> tuple[Ready, Ready]:
    """Return runs of openai-agents without and with the plug."""
    set_tracing_disabled(True)
    plain: Agent[Any] = Agent(name="till", tools=[function_tool(price_of)])
    plugged = guarded(plain, ROLE, home=server.home, workspace=server.project)

    def ready(agent: Agent[Any]) -> Coroutine[Any, Any, object]:
        steps = [
            [function_call("price_of", {"product": f"tea {n}"}, call_id=f"c-{n}")]
            for n in range(calls)
        ]
        model = ScriptedModel([*steps, [assistant_message("Done.")]])
        return run(agent.clone(model=model))

    async def run(agent: Agent[Any]) -> None:
        done = await Runner.run(agent, "go", max_turns=calls + 1)
        check(
            [item.output for item in done.new_items if item.type == "tool_call_output_item"], calls
        )

    return lambda: ready(plain), lambda: ready(plugged)


class FakeModel(GenericFakeChatModel):
    """The framework's fake model, which takes tools."""

    def bind_tools(self, tools: Any, **_: Any) -> Any:  # noqa: ARG002 - they are in its script
        """Take them."""
        return self


def langchain_agent(calls: int, tools: list[Any], middleware: list[Any]) -> Any:
    """Return an agent with a script."""
    script: list[Any] = [
        AIMessage("", tool_calls=[{"name": "price_of", "args": {"product": f"tea {n}"},
                                   "id": f"c-{n}"}])
        for n in range(calls)
    ]  # fmt: skip
    model = FakeModel(messages=iter([*script, AIMessage("Done.")]))
    return create_agent(model, tools, middleware=middleware)


def by_langchain(server: Served, calls: int, *, threads: bool = False) -> tuple[Ready, Ready]:
    """Return runs of langchain without and with the plug: in a loop, or in threads."""
    gate = ProctorMiddleware(ROLE, home=server.home, workspace=server.project, agent="till")
    # One for all runs: a real model would have had its schema made before, and not here.
    tools = [tool(price_of)]
    given: Any = {"messages": [("user", "go")]}
    limit: Any = {"recursion_limit": MOST_STEPS}

    async def run(agent: Any) -> None:
        out = agent.invoke(given, limit) if threads else await agent.ainvoke(given, limit)
        check([said.content for said in out["messages"] if said.type == "tool"], calls)

    def ready(middleware: list[Any]) -> Coroutine[Any, Any, object]:
        return run(langchain_agent(calls, tools, middleware))

    return lambda: ready([]), lambda: ready([gate])


async def says_nothing(*_: Any) -> Any:
    """Be a hook that has nothing to say."""
    return {}


def by_claude_agent_sdk(server: Served, calls: int) -> tuple[Ready, Ready]:
    """
    Return turns of claude-agent-sdk, without its program, in hooks that say nothing and in ours.

    They are called as the SDK calls them: before each call, after it, and at the end of the turn.
    What the program itself needs to ask a hook is not the plug's.
    """
    where = str(server.project)
    options = ClaudeAgentOptions(cwd=where)
    guarded_ones = guard_options(options, ROLE, home=server.home, agent="till").hooks or {}
    context: Any = {"signal": None}

    async def turn(before: Any, after: Any, end: Any) -> None:
        for n in range(calls):
            event: dict[str, Any] = {
                "session_id": "s-1", "transcript_path": "", "cwd": where,
                "permission_mode": "default", "hook_event_name": "PreToolUse",
                "tool_name": "Bash", "tool_input": {"command": f"ls src/{n}"},
                "tool_use_id": f"toolu_{n}",
            }  # fmt: skip
            said = await before(event, event["tool_use_id"], context)
            assert not said or said["hookSpecificOutput"]["permissionDecision"] == "allow"
            event |= {"hook_event_name": "PostToolUse", "tool_response": {}, "duration_ms": 3}
            await after(event, event["tool_use_id"], context)
        await end({"hook_event_name": "Stop", "session_id": "s-1"}, None, context)

    names: tuple[Any, ...] = ("PreToolUse", "PostToolUse", "Stop")
    ours = [guarded_ones[name][0].hooks[0] for name in names]
    return lambda: turn(*[says_nothing] * 3), lambda: turn(*ours)


def check(said: list[Any], calls: int) -> None:
    """Look whether every call ran."""
    assert said == [f"tea {n}: 4.20" for n in range(calls)]


FRAMEWORKS: dict[str, Callable[[Served, int], tuple[Ready, Ready]]] = {
    "openai-agents": by_openai_agents,
    "langchain, `ainvoke`": by_langchain,
    "langchain, `invoke`": partial(by_langchain, threads=True),
    "claude-agent-sdk, its hooks": by_claude_agent_sdk,
}


if __name__ == "__main__":
    print(through_a_plug(FULL).markdown())
