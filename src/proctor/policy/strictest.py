"""Let one action be decided under several policies: the strictest wins."""

from __future__ import annotations

from proctor.terms.decision import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def strictest(decisions: Sequence[Decision]) -> Decision:
    """
    Return the decision that holds under all policies.

    Everything that any of them found is in it, so that who may answer is whoever may answer
    under each.

    Raises:
        ValueError: there is none; no evidence is never a yes.

    """
    effect = max([decision.effect for decision in decisions])
    because = tuple([finding for decision in decisions for finding in decision.because])
    return Decision(effect, decisions[0].action, because)
