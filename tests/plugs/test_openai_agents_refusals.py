"""What cannot carry a guardrail is refused when it is wrapped, never left unguarded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from agents.mcp import MCPServerStdio
from agents.realtime import RealtimeAgent
from agents.testing import ScriptedModel, assistant_message, function_call

from agents import (
    Agent,
    ApplyPatchTool,
    CodeInterpreterTool,
    CustomTool,
    HostedMCPTool,
    LocalShellTool,
    ModelSettings,
    Runner,
    ShellTool,
    WebSearchTool,
    function_tool,
    handoff,
    set_tracing_disabled,
)
from proctor.errors import UsageError
from proctor.plugs.openai_agents import guarded
from proctor.testing import Trial

RAN: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing, and tell nobody outside."""
    set_tracing_disabled(True)
    RAN.clear()


@pytest.fixture
def trial() -> Iterator[Trial]:
    """Give a role that may do everything but burn."""
    with Trial(deny=[{"rule": "burn", "why": "No fire."}], otherwise="allow") as trial:
        yield trial


@function_tool
def burn(product: str) -> str:
    """Burn a product."""
    RAN.append(product)
    return "burnt"


async def nothing(*_: Any) -> str:
    """Do nothing."""
    RAN.append("nothing")
    return ""


def safe(agent: Agent[Any], trial: Trial) -> Agent[Any]:
    """Guard an agent."""
    return guarded(agent, trial.role, home=trial.home, judge=trial.judge)


def burner(name: str, **more: Any) -> Agent[Any]:
    """Return an agent that burns, if it can, and ends."""
    steps = [[function_call("burn", {"product": "x"}, call_id="c")], [assistant_message("Done.")]]
    return Agent(name=name, model=ScriptedModel(steps), tools=[burn], **more)


@pytest.mark.parametrize(
    "tool",
    [
        WebSearchTool(),
        CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": "x"}),
        HostedMCPTool(tool_config={"type": "mcp", "server_label": "x", "server_url": "http://x"}),
        LocalShellTool(executor=nothing),
        ShellTool(executor=nothing),
        CustomTool(name="custom", description="", on_invoke_tool=nothing),
        "burn",
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_a_tool_that_cannot_carry_a_guardrail_is_refused(trial: Trial, tool: Any) -> None:
    """Hosted tools and tools with executors of their own would run undecided."""
    with pytest.raises(UsageError, match="cannot be guarded"):
        guarded([burn, tool], trial.role, home=trial.home, judge=trial.judge)


def test_a_tool_that_edits_files_by_itself_is_refused(trial: Trial) -> None:
    """A patch is applied by an editor that asks nobody."""
    tool = ApplyPatchTool(editor=None)  # type: ignore[arg-type]  # it never gets so far

    with pytest.raises(UsageError, match="`apply_patch` cannot be guarded"):
        guarded([tool], trial.role, home=trial.home, judge=trial.judge)


def test_an_mcp_server_of_the_sdk_is_refused(trial: Trial) -> None:
    """The gateway is the way to have the tools of a server decided about."""
    server = MCPServerStdio(params={"command": "true"})

    with pytest.raises(UsageError, match="MCP servers of the agent `shop`") as caught:
        safe(Agent(name="shop", mcp_servers=[server]), trial)

    assert "proctor mcp" in str(caught.value.help)


BROUGHT: dict[str, dict[str, Any]] = {
    "a prompt": {"prompt": {"id": "pmpt_1"}},
    "a function for one": {"prompt": lambda _: {"id": "pmpt_1"}},
    "tools in the body": {
        "model_settings": ModelSettings(extra_body={"tools": [{"type": "web_search"}]})
    },
    "a prompt in the body": {
        "model_settings": ModelSettings(extra_body={"prompt": {"id": "pmpt_1"}})
    },
    "a body of pairs": {"model_settings": ModelSettings(extra_body=[("tools", [])])},
    "tools in the arguments": {
        "model_settings": ModelSettings(extra_args={"tools": [{"type": "web_search"}]})
    },
    "a body in the arguments": {
        "model_settings": ModelSettings(extra_args={"extra_body": {"tools": []}})
    },
    "a search": {"model_settings": ModelSettings(extra_args={"web_search_options": {}})},
}


@pytest.mark.parametrize("more", BROUGHT.values(), ids=BROUGHT)
def test_tools_that_come_along_with_a_prompt_or_a_setting_are_refused(
    trial: Trial, more: dict[str, Any]
) -> None:
    """What the provider adds to a request runs there, and nobody sees its name here."""
    with pytest.raises(UsageError, match="at the provider"):
        safe(Agent(name="shop", tools=[burn], **more), trial)

    middle = safe(Agent(name="middle", tools=[burn]), trial).clone(**more)
    with pytest.raises(UsageError, match="`middle`, which is not guarded"):
        safe(Agent(name="desk", handoffs=[middle]), trial)


def test_other_settings_of_a_model_stay(trial: Trial) -> None:
    """Only what brings tools along is refused."""
    settings = ModelSettings(
        temperature=0.5, extra_body={"user": "ada"}, extra_args={"service_tier": "flex"}
    )

    assert safe(Agent(name="shop", model_settings=settings), trial).model_settings == settings


class Finds(Agent[Any]):
    """An agent that finds itself more tools when it runs."""

    async def get_all_tools(self, run_context: Any) -> list[Any]:
        """Find them."""
        return [burn]


@pytest.mark.parametrize("agent", [Finds(name="finds"), RealtimeAgent(name="finds"), 7, None])
def test_what_is_no_plain_agent_is_refused(trial: Trial, agent: Any) -> None:
    """An agent of another make may have tools that nobody has seen here."""
    with pytest.raises(UsageError, match="no plain `Agent`"):
        safe(agent, trial)


def test_a_handoff_to_an_agent_of_another_make_is_refused(trial: Trial) -> None:
    """Nobody knows what it will run."""
    with pytest.raises(UsageError, match="`finds`, which is not guarded"):
        safe(Agent(name="desk", handoffs=[Finds(name="finds")]), trial)


def test_a_handoff_to_an_agent_that_is_not_guarded_is_refused(trial: Trial) -> None:
    """Whoever takes over has tools of its own."""
    with pytest.raises(UsageError, match="hand over to `fire`, which is not guarded"):
        safe(Agent(name="desk", handoffs=[burner("fire")]), trial)


def test_a_handoff_that_hides_to_whom_is_refused(trial: Trial) -> None:
    """An object of the SDK cannot be looked into, even where its agent is guarded."""
    with pytest.raises(UsageError, match="hides to whom"):
        safe(Agent(name="desk", handoffs=[handoff(safe(burner("fire"), trial))]), trial)


def test_an_agent_behind_a_guarded_one_is_looked_at_too(trial: Trial) -> None:
    """A handoff of a handoff is a way out like any other."""
    middle = safe(burner("middle"), trial)
    middle.handoffs.append(burner("fire"))

    with pytest.raises(UsageError, match="`middle`, which is not guarded"):
        safe(Agent(name="desk", handoffs=[middle]), trial)


def test_an_agent_as_a_tool_that_is_not_guarded_is_refused(trial: Trial) -> None:
    """The call of the outer tool says nothing of what the inner agent does."""
    tool = burner("fire").as_tool("ask_fire", "Ask.")

    with pytest.raises(UsageError, match="`ask_fire` is an agent that is not guarded"):
        guarded([tool], trial.role, home=trial.home, judge=trial.judge)


def test_a_guarded_agent_may_be_handed_over_to(trial: Trial) -> None:
    """The one that takes over is decided about under its own role."""
    fire = safe(burner("fire"), trial)
    to_fire = function_call("transfer_to_fire", {}, call_id="h")
    desk = Agent(name="desk", model=ScriptedModel([[to_fire]]), handoffs=[fire])

    result = asyncio.run(Runner.run(safe(desk, trial), "go"))

    assert (result.last_agent.name, result.final_output, RAN) == ("fire", "Done.", [])
    assert [(kept.decision, kept.agent_name) for kept in trial.records] == [("deny", "fire")]


def test_agents_that_hand_over_to_each_other_can_be_guarded(trial: Trial) -> None:
    """A circle of guarded agents is no endless one."""
    first, second = safe(burner("first"), trial), safe(burner("second"), trial)
    first.handoffs.append(second)
    second.handoffs.append(first)

    assert safe(Agent(name="desk", handoffs=[first]), trial).handoffs == [first]


def test_a_guarded_agent_may_be_a_tool(trial: Trial) -> None:
    """Its call is decided about, and so is what it calls itself."""
    tool = safe(burner("fire"), trial).as_tool("ask_fire", "Ask.")
    ask = function_call("ask_fire", {"input": "burn it"}, call_id="a")
    desk = Agent(
        name="desk", model=ScriptedModel([[ask], [assistant_message("Done.")]]), tools=[tool]
    )

    asyncio.run(Runner.run(safe(desk, trial), "go"))

    assert RAN == []
    assert [(kept.tool, kept.decision) for kept in trial.records] == [
        ("ask_fire", "allow"), ("burn", "deny"),
    ]  # fmt: skip
