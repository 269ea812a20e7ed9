"""
The way of a call: read it, decide it.

    call ─► normalise ─► policy ─► Decision

Approval, record and verdict join here as their rooms are built; whoever has
read these lines knows where everything is.
"""

from __future__ import annotations

from proctor.normalise import lookups, normalise, read_string
from proctor.observe import observe, with_links
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.surroundings import Surroundings


class Pipeline:
    """One policy in one place, asked about one call after another."""

    def __init__(self, policy: Policy, around: Surroundings) -> None:
        self.policy = policy
        self.around = around

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call; nothing an agent can say makes this raise."""
        action = normalise(call, observe(call, self.around))
        return decide(action, self.policy)

    def check(self, string: str) -> Decision:
        """
        Decide a raw action string, `tool:bash:npm test`.

        Raises:
            ValueError: it is not an action string.

        """
        first = read_string(string, self.around)
        around = with_links(self.around, lookups(first))
        return decide(read_string(string, around), self.policy)
