"""Never yes by accident: which answers count where a run of openai-agents goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from agents import RunConfig, Runner, RunState, function_tool, set_tracing_disabled
from proctor.plugs.openai_agents import answered
from proctor.testing import Trial, allow, deny
from tests.plugs.stopping_runs import (
    LARGE,
    PAID,
    SMALL,
    clerk,
    decisions,
    one_more,
    outputs,
    refund_by_hand,
    run,
    state_of,
    stopping,
)
from tests.plugs.test_openai_agents import RAN, REFUSED, shop


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


def rewrite(trial: Trial, effect: str) -> None:
    """Let the role say something else of refunds from now on."""
    role = {"id": trial.role, "permissions": {effect: ["refund"]}}
    (trial.home / "roles" / f"{trial.role}.yaml").write_text(json.dumps(role))
    # The owner looks at files a few times a second: now.
    posts = trial._opened.thread.office.posts
    posts.looked.update(dict.fromkeys(posts.known, 0.0))


@pytest.mark.parametrize("always", [False, True])
def test_a_yes_that_the_desk_did_not_give_is_asked_about(trial: Trial, always: bool) -> None:
    """A program that approves by itself has not asked: the guardrail does, for each call."""
    agent = stopping(shop(("refund", LARGE), ("refund", SMALL)), trial)
    result = run(agent)
    state = result.to_state()
    for item in result.interruptions:
        state.approve(item, always_approve=always)

    assert outputs(run(agent, state)) == [f"{REFUSED}too much", "paid"]
    assert RAN == [PAID]
    assert sorted(decisions(trial)) == ["ask_approved", "ask_denied"]


def test_a_no_of_the_desk_cannot_be_turned_by_the_program(trial: Trial) -> None:
    """Approving afterwards asks again, and the answer of then counts."""
    agent = stopping(shop(("refund", LARGE)), trial)
    result = run(agent)
    state = state_of(result)
    state.approve(result.interruptions[0])

    assert outputs(run(agent, state)) == [f"{REFUSED}too much"]
    assert (RAN, decisions(trial)) == ([], ["ask_denied", "ask_denied"])


def test_a_no_of_the_program_counts(trial: Trial) -> None:
    """What the program rejects afterwards does not run, whatever the desk has said."""
    agent = stopping(shop(("refund", SMALL)), trial)
    result = run(agent)
    state = state_of(result)
    state.reject(result.interruptions[0], rejection_message="closed")

    assert outputs(run(agent, state)) == ["closed"]
    assert RAN == []


def test_a_yes_counts_once(trial: Trial) -> None:
    """Who goes on twice from the same place is asked twice."""
    agent = stopping(shop(("refund", SMALL)), trial)
    result = run(agent)
    state = state_of(result)
    run(agent, state)
    trial.answer(deny("once is enough"))
    one_more(agent)
    again = result.to_state()
    again.approve(result.interruptions[0])

    assert outputs(run(agent, again)) == [f"{REFUSED}once is enough"]
    assert (RAN, decisions(trial)) == ([PAID], ["ask_approved", "ask_denied"])


def test_a_later_no_ends_an_earlier_yes(trial: Trial) -> None:
    """Who is asked again and says no has said no, also for a state that was approved before."""
    agent = stopping(shop(("refund", SMALL)), trial)
    result = run(agent)
    approved = state_of(result)
    trial.answer(deny("no longer"))
    state_of(result)

    assert outputs(run(agent, approved)) == [f"{REFUSED}no longer"]
    assert RAN == []


@pytest.mark.parametrize("first", ["ask", "allow"])
def test_a_yes_under_other_rules_counts_for_nothing(trial: Trial, first: str) -> None:
    """A rule that has come since, or a role that asks by now, is heard when the call runs."""
    since = {"ask": "deny", "allow": "ask"}[first]
    trial.answer(allow() if first == "ask" else deny("asked by now"))
    rewrite(trial, first)
    wants = function_tool(refund_by_hand, name_override="refund", needs_approval=True)
    agent = stopping(shop(("refund", SMALL), tools=[wants]), trial)
    result = run(agent)
    state = state_of(result)
    state.approve(result.interruptions[0])
    rewrite(trial, since)

    [said] = outputs(run(agent, state))

    assert str(said).startswith(REFUSED)
    assert RAN == []


# States that travel


def test_a_state_of_another_process_is_asked_about_again(trial: Trial) -> None:
    """The yes is not in the state: who reads one back, and goes on, asks."""
    agent = stopping(shop(("refund", SMALL)), trial)
    text = json.dumps(state_of(run(agent)).to_json())
    trial.answer(deny("who are you"))
    other = stopping(shop(), trial)

    async def elsewhere() -> Any:
        return await Runner.run(other, await RunState.from_json(other, json.loads(text)))

    assert outputs(asyncio.run(elsewhere())) == [f"{REFUSED}who are you"]
    assert (RAN, decisions(trial)) == ([], ["ask_approved", "ask_denied"])


def test_a_state_that_was_read_back_can_be_answered(trial: Trial) -> None:
    """A program may keep a run that has stopped, and have the desk asked elsewhere."""
    text = json.dumps(run(stopping(shop(("refund", SMALL)), trial)).to_state().to_json())
    other = stopping(shop(), trial)

    async def elsewhere() -> Any:
        state = await RunState.from_json(other, json.loads(text))
        return await Runner.run(other, await answered(state))

    result = asyncio.run(elsewhere())
    assert "paid" in outputs(result)
    assert (RAN, decisions(trial)) == ([PAID], ["ask_approved"])


def test_the_session_is_that_of_the_run(trial: Trial) -> None:
    """With the run's own configuration the desk asks for its session, and is asked once."""
    agent, config = stopping(shop(("refund", SMALL)), trial), RunConfig(group_id="thread-7")
    state = state_of(run(agent, run_config=config), run_config=config)
    run(agent, state, run_config=config)

    assert [(kept.session, kept.decision) for kept in trial.records] == [
        ("s/thread-7", "ask_approved")
    ]
    assert RAN == [PAID]


def test_a_yes_for_one_session_is_none_for_another(trial: Trial) -> None:
    """Who leaves the configuration out is asked again for the session that it is."""
    agent, config = stopping(shop(("refund", SMALL)), trial), RunConfig(group_id="thread-7")
    state = state_of(run(agent, run_config=config))
    run(agent, state, run_config=config)

    assert [kept.session for kept in trial.records] == ["s", "s/thread-7"]
