"""One action under several policies."""

from __future__ import annotations

import pytest

from proctor import Policy, ToolCall
from proctor.policy.strictest import strictest
from proctor.terms.effect import Effect
from proctor.terms.rule import By
from tests.tables import each_row

CALL = ToolCall(tool="Bash", input={"command": "make deploy"})
ALLOW = Policy.of(allow=["Bash(make *)"])
ASK = Policy.of(ask=[{"rule": "Bash(make *)", "by": "human"}])
DENY = Policy.of(deny=["Bash(make deploy)"])


@each_row(
    ("policies", "effect"),
    [
        ((ALLOW,), Effect.ALLOW),
        ((ALLOW, ALLOW), Effect.ALLOW),
        ((ALLOW, ASK), Effect.ASK),
        ((ASK, ALLOW), Effect.ASK),
        ((ALLOW, ASK, DENY), Effect.DENY),
        ((DENY, ALLOW), Effect.DENY),
    ],
)
def test_the_strictest_wins(policies: tuple[Policy, ...], effect: Effect) -> None:
    """In whatever order they are asked; what carries it is found among all that was found."""
    decision = strictest([policy.decide(CALL) for policy in policies])

    assert decision.effect is effect
    assert decision.finding.effect is effect
    assert len(decision.because) == len(policies)


def test_who_may_answer_is_who_may_under_each() -> None:
    """A reviewer that one policy would let answer does not answer for another's `by: human`."""
    open_to_all = Policy.of(ask=["Bash(make *)"])
    decision = strictest([open_to_all.decide(CALL), ASK.decide(CALL)])

    assert decision.by is By.HUMAN


def test_no_policy_is_never_a_yes() -> None:
    """Nothing that was asked has said nothing."""
    with pytest.raises(ValueError, match="max"):
        strictest([])
