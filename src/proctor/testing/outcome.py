"""What a call in a trial came to."""

from __future__ import annotations

from dataclasses import dataclass

from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.question import Question
from proctor.terms.record import Record


@dataclass(frozen=True, kw_only=True, repr=False)
class Outcome:
    """
    The end of one call.

    `effect` is what the agent gets, ALLOW or DENY; what the rules said by themselves is in
    `decision`. `why` is what the agent is told, `rule` the text of the rule that decided,
    empty where none did. `record` is what was kept, and `question` what a person was asked,
    as it ended; None where nobody was.

    An outcome counts as true where the call may run, and only there. A failing assertion shows
    it short; the whole is in its parts.
    """

    effect: Effect
    why: str
    rule: str
    decision: Decision
    record: Record
    question: Question | None = None

    def __bool__(self) -> bool:
        """Say whether the call may run: `assert outcome` is no accident."""
        return self.effect is Effect.ALLOW

    def __repr__(self) -> str:
        """Show what it came to, and by which rule."""
        rule = f", rule={self.rule!r}" if self.rule else ""
        return f"Outcome({self.effect.word}, {self.why!r}{rule})"

    def __str__(self) -> str:
        """Say what it came to, in one line."""
        return f"{self.effect.word}: {self.why}" if self.why else self.effect.word
