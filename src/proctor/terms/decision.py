"""The answer of the policy, with everything that led to it."""

from __future__ import annotations

from enum import Enum

from proctor.terms.action import Action, Part
from proctor.terms.classes import CLASSES
from proctor.terms.effect import DENY, Effect
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.rule import By, Rule
from proctor.terms.unseen import one_line

LONGEST_SHOWN = 100


class Source(Enum):
    """What answered for a part."""

    GUARD = "guard"
    TOOLS = "tools of the role"
    RULE = "rule"
    MODE = "mode"
    OTHERWISE = "otherwise"
    UNREAD = "unread"
    IDLE = "idle"
    RIGHTS = "right to grant"
    HOOK = "hook"


class Finding(NamedTuple):
    """
    The effect for one part, and why.

    `approvers` has, for each rule that asks about the part and names them, the roles of
    people who may answer.
    """

    part: Part
    effect: Effect
    source: Source
    why: str
    rule: Rule | None = None
    by: By = By.ANY
    approvers: tuple[tuple[str, ...], ...] = ()


class Decision(NamedTuple):
    """
    What the policy says of an action.

    `explain` prints this object; nothing is computed a second time.
    """

    effect: Effect
    action: Action
    because: tuple[Finding, ...]

    def __str__(self) -> str:
        """Print effect, action and reason on one line."""
        return f"{self.effect} {on_one_line(self.action.string)}: {on_one_line(self.why)}"

    @property
    def finding(self) -> Finding:
        """
        Return the finding that carries the decision: the first, and one that does nothing last.

        Of several denials the one for the worst part speaks.
        """
        effect, idle = self.effect, None
        carrying = [found for found in self.because if found.effect is effect]
        if effect is DENY and len(carrying) > 1:
            carrying.sort(key=weight, reverse=True)
        for found in carrying:
            if found.source is not Source.IDLE:
                return found
            idle = idle or found
        if idle is None:
            message = "a decision without a finding that carries it"
            raise ValueError(message)
        return idle

    @property
    def rule(self) -> Rule | None:
        """Return the rule that carries the decision, if one does."""
        return self.finding.rule

    @property
    def why(self) -> str:
        """Return the reason in words."""
        return self.finding.why

    @property
    def by(self) -> By:
        """Return who may answer: a human as soon as one part wants a human."""
        wanted = {f.by for f in self.because if f.effect is Effect.ASK}
        return next((by for by in (By.HUMAN, By.REVIEWER) if by in wanted), By.ANY)

    @property
    def approvers(self) -> tuple[tuple[str, ...], ...]:
        """
        Return who may answer: roles of people, for each rule that asks and names them.

        Whoever answers needs one role out of every one of these.
        """
        each: dict[frozenset[str], tuple[str, ...]] = {}
        for found in self.because:
            for roles in found.approvers if found.effect is Effect.ASK else ():
                each.setdefault(frozenset(roles), roles)
        return tuple(each.values())


def weight(finding: Finding) -> int:
    """Return how bad the worst is that a part does: classes go from harmless to destructive."""
    return max(map(CLASSES.index, finding.part.classes), default=-1)


def on_one_line(text: str) -> str:
    """Return a text short, and with whatever is not visible spelled out."""
    cut = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
    return one_line(cut)
