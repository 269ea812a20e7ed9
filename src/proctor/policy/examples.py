"""Run a rule's own examples: it must do what its author believes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from proctor.errors import RuleError
from proctor.policy.policy import Policy
from proctor.terms.action import Action, Does
from proctor.terms.catalogue import BUILT_IN, Catalogue
from proctor.terms.effect import Effect
from proctor.terms.role import Permissions
from proctor.terms.rule import Rule


@dataclass(frozen=True, slots=True)
class WrongExample:
    """An example that came out otherwise than the rule's author wrote, or that cannot be read."""

    example: str
    should_match: bool
    error: RuleError | None = None


def wrong_examples(
    rule: Rule, read: Callable[[Rule, str], Action], catalogue: Catalogue = BUILT_IN
) -> list[WrongExample]:
    """Return the examples of a rule that do not hold; `read` turns one into an action."""
    if not (rule.match or rule.not_match):
        return []
    timeless = rule._replace(until=None)
    policy = Policy.compile(Permissions(rules=(timeless,)), catalogue=catalogue)
    wanted = [(example, True) for example in rule.match]
    wanted += [(example, False) for example in rule.not_match]
    found = []
    for example, should_match in wanted:
        try:
            action = read(rule, example)
        except RuleError as error:
            found.append(WrongExample(example, should_match, error))
            continue
        if matches(policy, rule.effect, action) is not should_match:
            found.append(WrongExample(example, should_match))
    return found


def matches(policy: Policy, effect: Effect, action: Action) -> bool:
    """Say whether the one rule of a policy matches: an allow every part, a deny or ask any."""
    if effect is Effect.ALLOW:
        parts = [part for part in action.parts if part.does is not Does.IDLE] or action.parts
        return all(policy.match(part, action) for part in parts)
    return any(policy.match(part, action) for part in action.parts)
