"""Say what a role, and all roles around it, gain by a change of one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from proctor.errors import FileProblems, NotFound
from proctor.roles.find import RoleShelf
from proctor.terms.effect import Effect
from proctor.terms.role import Permissions, Role
from proctor.terms.rule import Rule


def gained(before: Role, after: Role) -> tuple[str, ...] | None:
    """
    Return the allow rules that a role has more, in their order.

    None means that something else is different as well. Where a role is written and when
    does not count, and neither does the name of the parent that it has all this from.
    """
    if bare(before) != bare(after):
        return None
    old, new = (Counter(map(told, role.permissions.rules)) for role in (before, after))
    more = new - old
    if old - new or any(rule.effect is not Effect.ALLOW for rule in more):
        return None
    return tuple(rule.text for rule in after.permissions.rules if told(rule) in more)


def bare(role: Role) -> Role:
    """Return a role without its rules, and without where, how and when they were written."""
    permissions = role.permissions._replace(rules=(), inferred=False)
    return replace(
        role, permissions=permissions, where=None, origin="", extends=None, updated_at=None
    )


def told(rule: Rule) -> Rule:
    """Return a rule wherever it is written."""
    return rule._replace(where=None)


def heirs(
    before: RoleShelf, after: RoleShelf, name: str, rules: Collection[str]
) -> tuple[str, ...] | None:
    """
    Return the other roles that gain the same rules with one; None if one changes otherwise.

    A role that extends another has its rules; but one that only stands in the same
    file must stay what it was.
    """
    found: list[str] = []
    if before.names() != after.names():
        return None
    for other in before.names():
        if other == name:
            continue
        was, becomes = loaded(before, other), loaded(after, other)
        more = gained(was, becomes) if was and becomes else None
        if was is becomes is None or more == ():
            continue
        if more is None or sorted(more) != sorted(rules):
            return None
        found.append(other)
    return tuple(found)


def loaded(shelf: RoleShelf, name: str) -> Role | None:
    """Return a role; None for one that does not load, and so decides nothing."""
    try:
        return shelf.load(name)
    except (FileProblems, NotFound):
        return None


def lets_allows_pass_asks(permissions: Permissions) -> bool:
    """Say whether an allow more could pass over an ask that is written somewhere."""
    first = permissions.order.index(Effect.ALLOW) < permissions.order.index(Effect.ASK)
    return first and any(rule.effect is Effect.ASK for rule in permissions.rules)
