"""What goes back to the agent."""

from __future__ import annotations

from proctor.terms.action import Action, Does, Part
from proctor.terms.decision import Decision
from proctor.terms.effect import ALLOW, ASK, DENY, Effect
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.reply import Answer, Reply

NOBODY = "nobody answered"
NOT_KEPT = "the record of it could not be written, and it may change something"
CHANGES_NOTHING = frozenset({Does.READ, Does.IDLE})


class Verdict(NamedTuple):
    """
    Allow, deny, or ask: leave it to the program's own dialog.

    Whoever has no dialog takes an ask for a deny.
    """

    effect: Effect
    why: str

    @classmethod
    def of(cls, decision: Decision, reply: Reply | None) -> Verdict:
        """
        Return what a decision, and the reply where it asked, come to.

        A reply counts only where the decision is ASK: it lifts no deny, and an
        ask without one is never an allow.
        """
        if decision.effect is ALLOW:
            return cls(ALLOW, decision.why)
        if decision.effect is not ASK:
            return cls(DENY, decision.why)
        if reply is None or reply.answer is Answer.DIALOG:
            return cls(Effect.ASK, decision.why)
        if reply.answer is Answer.ALLOW:
            return cls(Effect.ALLOW, reply.words or by("approved", reply))
        if not reply.by:
            # Nobody has said why not, so what it was asked for is what there is to know.
            return cls(Effect.DENY, f"{decision.why} ({reply.words or NOBODY})")
        return cls(Effect.DENY, reply.words or f"{by('denied', reply)}: {decision.why}")

    def unkept(self, action: Action) -> Verdict:
        """Return what holds where no record could be written: what only reads may run."""
        if self.effect is not Effect.ALLOW:
            return self
        if action.parts and all(map(only_reads, action.parts)):
            return self
        return Verdict(Effect.ASK, NOT_KEPT)


def only_reads(part: Part) -> bool:
    """Say whether it is certain that a part changes nothing."""
    return (
        part.does in CHANGES_NOTHING
        and part.unread is None
        and part.unsure is None
        and part.vague is None
        and not (part.malformed or part.broken or part.destructive)
        and not any(touch.writes or touch.deletes for touch in part.touches)
    )


def by(verb: str, reply: Reply) -> str:
    """Say who did it, where somebody is named."""
    return f"{verb} by {reply.by}" if reply.by else verb
