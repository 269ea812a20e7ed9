"""The plug for openai-agents, with the SDK's own runner and its own scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from agents.testing import ScriptedModel, assistant_message, function_call

from agents import (
    Agent,
    FunctionTool,
    RunConfig,
    Runner,
    ToolGuardrailFunctionOutput,
    function_tool,
    set_tracing_disabled,
    tool_input_guardrail,
)
from proctor.plugs.openai_agents import ProctorGuardrail, guarded
from proctor.testing import Trial, allow, deny
from tests.plugs.test_calls import Odd

RAN: list[object] = []
REFUSED = "The call was refused, and nothing was done: "


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing, and tell nobody outside."""
    set_tracing_disabled(True)
    RAN.clear()


@pytest.fixture
def trial() -> Iterator[Trial]:
    """Give a clerk who may look, must ask before refunds and may not burn."""
    rules: dict[str, Any] = {
        "allow": ["price_of", "look", "raw"],
        "ask": ["refund"],
        "deny": [
            {"rule": "burn", "why": "Nothing is burnt here."},
            {"tool": "look", "regex": '"where":"safe"', "why": "Not the safe."},
            {"tool": "look", "regex": '"deep":true', "why": "Not deeply."},
        ],
    }
    answers = [deny("too much", action="*900*"), allow(action="*20*")]
    with Trial(**rules, answers=answers) as trial:
        yield trial


@function_tool
def price_of(product: str) -> str:
    """Return the price of a product."""
    RAN.append(("price_of", product))
    return "4.20"


@function_tool
async def refund(order: str, euros: int) -> str:
    """Pay an order back."""
    await asyncio.sleep(0)
    RAN.append(("refund", order, euros))
    return "paid"


@function_tool
def burn(product: str) -> str:
    """Burn a product."""
    RAN.append(("burn", product))
    return "burnt"


@function_tool(strict_mode=False)
def look(where: str = "safe", deep: bool = False) -> str:
    """Look somewhere."""
    RAN.append(("look", where, deep))
    return "seen"


def shop(*calls: tuple[str, Any], tools: list[Any] | None = None) -> Agent[Any]:
    """Return an agent whose model makes these calls at once, and then ends."""
    made = [function_call(name, given, call_id=f"c-{n}") for n, (name, given) in enumerate(calls)]
    model = ScriptedModel([made, [assistant_message("Done.")]])
    return Agent(name="clerk", model=model, tools=tools or [price_of, refund, burn, look])


def outputs(agent: Agent[Any], trial: Trial, **more: Any) -> list[object]:
    """Run an agent, and return what the model was told of its calls."""
    words = {"home": trial.home, "judge": trial.judge, **more}
    result = asyncio.run(Runner.run(guarded(agent, trial.role, **words), "go"))
    assert result.final_output == "Done."
    return [item.output for item in result.new_items if item.type == "tool_call_output_item"]


def test_an_allowed_call_runs_and_is_kept(trial: Trial) -> None:
    """The tool runs once, the model reads its result, and the record says who and what."""
    assert outputs(shop(("price_of", {"product": "tea"})), trial) == ["4.20"]

    [kept] = trial.records
    assert RAN == [("price_of", "tea")]
    assert (kept.decision, kept.action_string) == ("allow", 'tool:price_of:{"product":"tea"}')
    assert (kept.agent_name, kept.subagent, kept.call_id, kept.harness) == (
        "clerk", "clerk", "c-0", "openai-agents",
    )  # fmt: skip


def test_a_denied_call_does_not_run_and_the_model_reads_why(trial: Trial) -> None:
    """The reason of the rule is what stands in place of a result."""
    agent = shop(("burn", {"product": "tea"}))

    assert outputs(agent, trial) == [f"{REFUSED}Nothing is burnt here."]

    assert RAN == []
    assert [kept.decision for kept in trial.records] == ["deny"]
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert "Nothing is burnt here." in str(agent.model.last_call.input)


def test_a_question_waits_on_the_desk_and_each_call_gets_its_own_answer(trial: Trial) -> None:
    """Of calls that are made at once, the approved one runs and the refused one does not."""
    small, large = {"order": "A-1", "euros": 20}, {"order": "A-2", "euros": 900}

    said = outputs(
        shop(("refund", large), ("refund", small), ("price_of", {"product": "x"})), trial
    )

    assert said == [f"{REFUSED}too much", "paid", "4.20"]
    assert sorted(map(str, RAN)) == ["('price_of', 'x')", "('refund', 'A-1', 20)"]
    assert sorted(kept.decision for kept in trial.records) == [
        "allow", "ask_approved", "ask_denied",
    ]  # fmt: skip


def test_a_question_that_nobody_answers_is_a_no(trial: Trial) -> None:
    """Silence never lets a tool run."""
    [said] = outputs(shop(("refund", {"order": "A-1", "euros": 5})), trial)

    assert str(said).startswith(REFUSED)
    assert RAN == []
    assert [kept.decision for kept in trial.records] == ["ask_timeout"]


@pytest.mark.parametrize("answer", [RuntimeError("asleep"), None, "allow"], ids=repr)
def test_a_judge_that_fails_lets_nothing_run(trial: Trial, answer: object) -> None:
    """Whatever goes wrong with deciding is a no, and the run goes on."""
    [said] = outputs(shop(("price_of", {"product": "tea"})), trial, judge=Odd(answer))

    assert str(said).startswith(REFUSED)
    assert RAN == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ('{"where": "shelf", "where": "safe"}', "`where` is given twice"),
        ({"where": "shelf", "deep": "yes"}, "`deep` is of type boolean, not string"),
        ({"where": "shelf", "deep": 1}, "`deep` is of type boolean, not integer"),
        ({"where": "shelf", "x": {"where": "shelf"}}, "`x` is not known"),
        ({"where": "safe"}, "Not the safe."),
        ({}, "Not the safe."),
        ("", "Not the safe."),
        ({"where": "shelf", "deep": True}, "Not deeply."),
        ("[]", "the arguments are an object"),
        ("{", "the arguments are not JSON"),
    ],
    ids=str,
)
def test_what_is_decided_about_is_what_would_run(trial: Trial, given: Any, why: str) -> None:
    """No spelling of the arguments gets past a rule: not by a default, nor by what is coerced."""
    [said] = outputs(shop(("look", given)), trial)

    assert str(said).startswith(REFUSED + why)
    assert RAN == []


def test_a_call_whose_arguments_are_refused_is_told_of(trial: Trial) -> None:
    """Nobody decided, so there is no record; the event says that it did not run, and why."""
    outputs(shop(("look", '{"where": "a", "where": "b"}')), trial)

    [event] = trial.events
    assert (event.kind, event.body["tool"], event.body["why"]) == (
        "tool-refused", "look", "bad-arguments",
    )  # fmt: skip
    assert trial.records == ()


def test_a_tool_with_an_invoker_of_its_own_is_decided_about_too(trial: Trial) -> None:
    """A tool that reads its text by itself gets only a text that can be read in one way."""

    async def invoke(_: Any, text: str) -> str:
        RAN.append(text)
        return "done"

    schema = {"type": "object", "properties": {"x": {"type": "string"}}}
    raw = FunctionTool("raw", "Raw.", schema, invoke, strict_json_schema=False)
    said = outputs(shop(("raw", '{"x": "a"}'), ("raw", '{"x": "a", "x": "b"}'), tools=[raw]), trial)

    assert said == ["done", f"{REFUSED}`x` is given twice"]
    assert RAN == ['{"x": "a"}']


def test_a_streamed_run_is_decided_about_too(trial: Trial) -> None:
    """How the answer is read makes no difference."""
    agent = guarded(
        shop(("burn", {"product": "x"})), trial.role, home=trial.home, judge=trial.judge
    )

    async def run() -> list[object]:
        result = Runner.run_streamed(agent, "go")
        async for _ in result.stream_events():
            pass
        return [item.output for item in result.new_items if item.type == "tool_call_output_item"]

    assert asyncio.run(run()) == [f"{REFUSED}Nothing is burnt here."]
    assert RAN == []


def test_guarding_changes_nothing_of_what_is_given(trial: Trial) -> None:
    """The agent and its tools stay as they were; a list of tools comes back as one."""
    agent = shop(("burn", {"product": "x"}))
    safe = guarded(agent, trial.role, home=trial.home, judge=trial.judge)
    tools: list[Any] = [*guarded([price_of, burn], trial.role, home=trial.home, judge=trial.judge)]

    assert safe is not agent
    assert [tool.tool_input_guardrails for tool in (price_of, burn)] == [None, None]
    assert [type(one) for tool in tools for one in tool.tool_input_guardrails or ()] == [
        ProctorGuardrail, ProctorGuardrail,
    ]  # fmt: skip


def test_a_guardrail_of_the_users_own_comes_first(trial: Trial) -> None:
    """Nobody is asked about a call that does not run anyway."""

    @tool_input_guardrail
    def closed(_: Any) -> ToolGuardrailFunctionOutput:
        return ToolGuardrailFunctionOutput.reject_content("closed")

    @function_tool(tool_input_guardrails=[closed])
    def price_of(product: str) -> str:
        """Return the price of a product."""
        RAN.append(product)
        return ""

    assert outputs(shop(("price_of", {"product": "x"}), tools=[price_of]), trial) == ["closed"]
    assert (RAN, trial.records) == ([], ())


def test_of_two_guards_the_stricter_wins(trial: Trial) -> None:
    """An agent that is guarded twice is decided about twice."""
    with Trial(deny=[{"rule": "price_of", "why": "Not today."}], otherwise="allow") as strict:
        once = guarded(
            shop(("price_of", {"product": "x"})), strict.role, home=strict.home, judge=strict.judge
        )
        assert outputs(once, trial) == [f"{REFUSED}Not today."]

    assert RAN == []


def test_a_session_is_the_group_of_the_run(trial: Trial) -> None:
    """A grant for a session holds for one conversation, where the program names it."""
    safe = guarded(
        shop(("price_of", {"product": "x"})),
        trial.role,
        home=trial.home,
        judge=trial.judge,
        session="s",
        person="ada",
    )
    asyncio.run(Runner.run(safe, "go", run_config=RunConfig(group_id="thread-7")))

    [kept] = trial.records
    assert (kept.session, kept.user_id) == ("s/thread-7", "ada")
