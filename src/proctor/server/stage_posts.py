"""
What holds for an agent whose role is that of a workflow's stage, where there is none.

A run that has ended, or that nobody knows, gives no role: everything is denied, and the reason
says so. The same holds for a yes that comes when the run has moved on to another stage.
"""

from __future__ import annotations

from pathlib import Path

from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.role import Permissions

MOVED_ON = "the workflow has moved on to another stage since this was asked"


class Refusing(Pipeline):
    """A role that is none: it denies every call, and says why."""

    def __init__(self, why: str, *, start: str, root: str, home: Path) -> None:
        nothing = Policy.compile(Permissions(otherwise=Effect.DENY), tools=())
        here = Path(start)
        super().__init__(nothing, surroundings(cwd=here, root=Path(root), home=home, start=here))
        self.reason = why

    def decide(self, call: ToolCall) -> Decision:
        """Deny a call."""
        return denied(super().decide(call), self.reason)

    def check(self, string: str) -> Decision:
        """
        Deny a raw action string.

        Raises:
            ValueError: it is not an action string.

        """
        return denied(super().check(string), self.reason)


def denied(decision: Decision, why: str) -> Decision:
    """Return a decision that denies, whatever it was; what the guard has found stays."""
    because = tuple(
        finding
        if finding.source is Source.GUARD and finding.effect is Effect.DENY
        else finding._replace(effect=Effect.DENY, source=Source.TOOLS, why=why, rule=None)
        for finding in decision.because
    )
    return decision._replace(effect=Effect.DENY, because=because)
