"""The rules of a role."""

from __future__ import annotations

from proctor.terms.effect import Effect
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.rule import Rule

STRICT_FIRST = (Effect.DENY, Effect.ASK, Effect.ALLOW)
ALLOW_BEFORE_ASK = (Effect.DENY, Effect.ALLOW, Effect.ASK)


def in_words(order: tuple[Effect, ...]) -> str:
    """Return an order as it is written."""
    return ", ".join([effect.word for effect in order])


class Permissions(NamedTuple):
    """
    The rules of a role, whole: a profile's rules are already among them.

    `profile` is the name of that profile, kept for people who read it. `inferred` says that the
    order is not written: it holds for these allows and asks, and for no others beside them.
    """

    rules: tuple[Rule, ...] = ()
    order: tuple[Effect, ...] = STRICT_FIRST
    otherwise: Effect = Effect.ASK
    profile: str | None = None
    inferred: bool = False
