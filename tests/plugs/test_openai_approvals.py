"""Runs of openai-agents that stop for a question, and go on with the desk's answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from agents.testing import ScriptedModel, assistant_message, function_call

from agents import Agent, Runner, RunState, function_tool, set_tracing_disabled
from proctor.errors import UsageError
from proctor.plugs.openai_agents import answered, answered_now, guarded
from proctor.plugs.openai_approvals import NOBODY
from proctor.testing import Trial, deny
from tests.plugs.stopping_runs import (
    LARGE,
    PAID,
    SMALL,
    clerk,
    decisions,
    one_more,
    outputs,
    price,
    refund_by_hand,
    run,
    state_of,
    stopping,
)
from tests.plugs.test_openai_agents import RAN, REFUSED, burn, look, price_of, refund, shop


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing, and tell nobody outside."""
    set_tracing_disabled(True)
    RAN.clear()


@pytest.fixture
def trial() -> Iterator[Trial]:
    """Give a clerk who may look, must ask before refunds and may not burn."""
    with clerk() as trial:
        yield trial


def test_what_the_rules_settle_stops_no_run(trial: Trial) -> None:
    """Allowed calls run and denied ones are refused in our words, each decided once."""
    agent = stopping(shop(("price_of", {"product": "x"}), ("burn", {"product": "x"})), trial)
    result = run(agent)

    assert (result.interruptions, result.final_output) == ([], "Done.")
    assert outputs(result) == ["4.20", f"{REFUSED}Nothing is burnt here."]
    assert RAN == [("price_of", "x")]
    assert sorted(decisions(trial)) == ["allow", "deny"]


def test_a_run_stops_where_somebody_has_to_be_asked(trial: Trial) -> None:
    """Nothing ran, nobody was asked, and no record says that something was decided."""
    result = run(stopping(shop(("refund", SMALL)), trial))

    assert [(item.tool_name, item.call_id) for item in result.interruptions] == [("refund", "c-0")]
    assert (RAN, trial.records, trial.questions) == ([], (), ())


def test_each_call_gets_the_answer_of_the_desk(trial: Trial) -> None:
    """The approved call runs, of the other the model reads why not; each is asked once."""
    agent = stopping(shop(("refund", LARGE), ("refund", SMALL), ("burn", {"product": "x"})), trial)
    result = run(agent)
    result = run(agent, state_of(result))

    assert (result.interruptions, result.final_output) == ([], "Done.")
    assert sorted(map(str, outputs(result))) == [
        f"{REFUSED}Nothing is burnt here.", f"{REFUSED}too much", "paid",
    ]  # fmt: skip
    assert RAN == [PAID]
    assert sorted(decisions(trial)) == ["ask_approved", "ask_denied", "deny"]
    assert len(trial.questions) == 2


def test_silence_is_a_no(trial: Trial) -> None:
    """What nobody answers does not run."""
    trial.answer()
    agent = stopping(shop(("refund", SMALL)), trial)
    [said] = outputs(run(agent, state_of(run(agent))))

    assert str(said).startswith(REFUSED)
    assert (RAN, decisions(trial)) == ([], ["ask_timeout"])


def test_a_program_that_may_wait_needs_no_loop(trial: Trial) -> None:
    """The same from a thread without one, and inside one."""
    agent = stopping(shop(("refund", SMALL)), trial)
    result = run(agent)

    async def inside() -> RunState[Any, Any]:
        return answered_now(result)

    asyncio.run(inside())
    assert outputs(run(agent, answered_now(result))) == ["paid"]


def test_a_streamed_run_stops_too(trial: Trial) -> None:
    """How the answer is read makes no difference."""
    agent = stopping(shop(("refund", SMALL)), trial)

    async def streamed(what: Any) -> Any:
        result = Runner.run_streamed(agent, what)
        async for _ in result.stream_events():
            pass
        return result

    async def whole() -> Any:
        first = await streamed("go")
        assert RAN == []
        return await streamed(await answered(first))

    assert outputs(asyncio.run(whole())) == ["paid"]
    assert decisions(trial) == ["ask_approved"]


# What else stops a run


def test_arguments_that_the_sdk_would_change_stop_a_run_and_nobody_is_asked(trial: Trial) -> None:
    """The SDK does not let a policy see them; the rules answer for themselves."""
    agent = stopping(shop(("look", {"where": "shelf"}), ("burn", '{"product": 1}')), trial)
    result = run(agent)
    assert len(result.interruptions) == 2

    result = run(agent, state_of(result))

    assert sorted(map(str, outputs(result))) == [
        f"{REFUSED}`product` is of type string, not integer", "seen",
    ]  # fmt: skip
    assert (RAN, trial.questions) == ([("look", "shelf", False)], ())
    assert (decisions(trial), [one.kind for one in trial.events]) == (["allow"], ["tool-refused"])


def test_a_tool_may_want_a_person_where_the_role_does_not(trial: Trial) -> None:
    """What the role alone allows is no answer to that; the program may give one."""
    wants = function_tool(price, name_override="price_of", needs_approval=True)
    agent = stopping(shop(("price_of", {"product": "x"}), tools=[wants]), trial)
    result = run(agent)
    state = state_of(result)
    one_more(agent)

    assert outputs(run(agent, state)) == [f"{REFUSED}{NOBODY}"]
    assert RAN == []

    state = state_of(result)
    state.approve(result.interruptions[0])

    assert outputs(run(agent, state)) == ["4.20"]
    assert (RAN, decisions(trial)) == (["x"], ["allow", "allow"])


@pytest.mark.parametrize("wanted", [True, False])
def test_the_yes_of_a_person_is_one_for_the_tool_too(trial: Trial, wanted: bool) -> None:
    """Where the tool wants somebody and the role as well, one is asked, once."""
    seen: list[object] = []

    async def own(_: Any, given: dict[str, Any], call_id: str) -> bool:
        seen.append((given, call_id))
        await asyncio.sleep(0)
        return wanted

    wants = function_tool(refund_by_hand, name_override="refund", needs_approval=own)
    agent = stopping(shop(("refund", SMALL), tools=[wants]), trial)

    assert outputs(run(agent, state_of(run(agent)))) == ["paid"]
    assert seen == [(SMALL, "c-0")]
    assert (RAN, decisions(trial)) == ([PAID], ["ask_approved"])


def test_a_tool_that_is_not_guarded_is_left_to_the_program(trial: Trial) -> None:
    """Nothing is said of what is not ours: the run still waits for it."""
    other = function_tool(price, name_override="other", needs_approval=True)
    tools = guarded([refund], trial.role, home=trial.home, judge=trial.judge, approvals="interrupt")
    agent = shop(("refund", SMALL), ("other", {"product": "x"}), tools=[*tools, other])
    result = run(agent, state_of(run(agent)))

    assert [item.tool_name for item in result.interruptions] == ["other"]
    assert (RAN, decisions(trial)) == ([PAID], ["ask_approved"])


@pytest.mark.parametrize("approvals", ["interrupt", "hold"])
def test_of_two_guards_both_are_asked(trial: Trial, approvals: Any) -> None:
    """A yes of one is none of the other, wherever each of them asks."""
    with Trial(ask=["refund"], answers=[deny("not here")]) as strict:
        once = guarded(
            shop(("refund", SMALL)), strict.role, home=strict.home, judge=strict.judge,
            approvals=approvals,
        )  # fmt: skip
        twice = stopping(once, trial)

        assert outputs(run(twice, state_of(run(twice)))) == [f"{REFUSED}not here"]

    assert RAN == []


def test_an_agent_in_a_tool_stops_the_run_around_it(trial: Trial) -> None:
    """A question of the inner agent is answered as any other, and both go on."""
    inner = stopping(shop(("refund", SMALL)), trial)
    tool = inner.as_tool("ask_inner", "Ask.")
    ask = function_call("ask_inner", {"input": "pay"}, call_id="a")
    model = ScriptedModel([[ask], [assistant_message("Done.")]])
    with Trial(allow=["ask_inner"]) as around:
        outer = stopping(Agent(name="desk", model=model, tools=[tool]), around)
        result = run(outer)
        assert [item.tool_name for item in result.interruptions] == ["refund"]

        result = run(outer, state_of(result))

        assert decisions(around) == ["allow"]
    assert (result.final_output, RAN, decisions(trial)) == ("Done.", [PAID], ["ask_approved"])


def test_a_way_to_ask_that_is_none_is_refused(trial: Trial) -> None:
    """A slip is an error where it is written."""
    words: Any = {"approvals": "interupt"}

    with pytest.raises(UsageError, match="`hold` or `interrupt`, not `interupt`"):
        guarded([price_of, look, burn], trial.role, home=trial.home, judge=trial.judge, **words)
