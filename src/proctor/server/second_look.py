"""Look at the rules again when an answer comes: they may have changed while people were asked."""

from __future__ import annotations

from collections.abc import Callable

from proctor.errors import ProctorError
from proctor.pipeline import Desk, Pipeline
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply


class SecondLook:
    """
    A desk whose yes holds only as long as no rule denies the call by then.

    Args:
        desk: asks people.
        rules: returns those that count now.

    """

    def __init__(self, desk: Desk, rules: Callable[[], Pipeline]) -> None:
        self.desk = desk
        self.rules = rules

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Ask about a call and return what came back."""
        reply = await self.desk.ask(call, decision, standing, uid=uid)
        if reply is None or reply.answer is not Answer.ALLOW:
            return reply
        why = self.denied_now(call)
        if why is None:
            return reply
        words = f"allowed by {reply.by}, but denied by rules that have changed meanwhile: {why}"
        return Reply(Answer.DENY, words=words, question=reply.question)

    def denied_now(self, call: ToolCall) -> str | None:
        """Return why a call is denied by the rules as they are now; None where it is not."""
        try:
            decision = self.rules().decide(call)
        except ProctorError as error:
            return error.message
        return decision.why if decision.effect is Effect.DENY else None
