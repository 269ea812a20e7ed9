"""Where the rules of these tests stand, and roles made for them."""

from __future__ import annotations

from proctor.adapters.claude_native_rules import Ground
from proctor.policy.rules import parse_rule
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.role import STRICT_FIRST, Permissions, Role
from proctor.terms.rule import Rule

ROOT, HOME = "/srv/app", "/home/ada"
GROUND = Ground(root=ROOT, agent="Agent", stars=True, catalogue=BUILT_IN)
Written = str | dict[str, object]


def deny(rule: Written) -> Rule:
    """Make a deny rule."""
    return parse_rule(rule, Effect.DENY)


def allow(rule: Written) -> Rule:
    """Make an allow rule."""
    return parse_rule(rule, Effect.ALLOW)


def role_of(
    *,
    allow: tuple[Written, ...] = (),
    ask: tuple[Written, ...] = (),
    deny: tuple[Written, ...] = (),
    order: tuple[Effect, ...] = STRICT_FIRST,
    **fields: object,
) -> Role:
    """Make a role with these rules."""
    lists = ((Effect.ALLOW, allow), (Effect.ASK, ask), (Effect.DENY, deny))
    rules = tuple(parse_rule(text, effect) for effect, texts in lists for text in texts)
    permissions = Permissions(rules=rules, order=order)
    return Role(id="tester", name="tester", permissions=permissions, **fields)  # type: ignore[arg-type]  # by name
