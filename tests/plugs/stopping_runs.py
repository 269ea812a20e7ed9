"""Runs of openai-agents that stop for a question: how the tests begin them and go on."""

from __future__ import annotations

import asyncio
from typing import Any

from agents.testing import ScriptedModel, assistant_message

from agents import Agent, Runner
from proctor.plugs.openai_agents import answered, guarded
from proctor.testing import Trial, allow, deny
from tests.plugs.test_openai_agents import RAN

RULES: dict[str, Any] = {
    "allow": ["price_of", "look"],
    "ask": ["refund"],
    "deny": [{"rule": "burn", "why": "Nothing is burnt here."}],
}
SMALL, LARGE = {"order": "A-1", "euros": 20}, {"order": "A-2", "euros": 900}
PAID = ("refund", "A-1", 20)


def clerk() -> Trial:
    """Return a trial of a clerk who may look, must ask before refunds and may not burn."""
    return Trial(**RULES, answers=[deny("too much", action="*900*"), allow(action="*20*")])


def stopping(agent: Agent[Any], trial: Trial, **more: Any) -> Agent[Any]:
    """Guard an agent so that its runs stop for questions."""
    words = {"home": trial.home, "judge": trial.judge, "session": "s", **more}
    return guarded(agent, trial.role, approvals="interrupt", **words)


def run(agent: Agent[Any], what: Any = "go", **more: Any) -> Any:
    """Run an agent until it ends or stops."""
    return asyncio.run(Runner.run(agent, what, **more))


def state_of(result: Any, **more: Any) -> Any:
    """Have the desk answer."""
    return asyncio.run(answered(result, **more))


def outputs(result: Any) -> list[object]:
    """Return what the model was told of its calls."""
    return [item.output for item in result.new_items if item.type == "tool_call_output_item"]


def decisions(trial: Trial) -> list[str]:
    """Return what was kept, in a word each."""
    return [kept.decision for kept in trial.records]


def one_more(agent: Agent[Any]) -> None:
    """Let the model end once more."""
    assert isinstance(agent.model, ScriptedModel)
    agent.model.enqueue([assistant_message("Done.")])


def refund_by_hand(order: str, euros: int) -> str:
    """Pay an order back."""
    RAN.append(("refund", order, euros))
    return "paid"


def price(product: str) -> str:
    """Return the price of a product."""
    RAN.append(product)
    return "4.20"
