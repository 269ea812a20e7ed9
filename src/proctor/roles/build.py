"""Make a Role of a draft whose parents are merged in; profiles come in here."""

from __future__ import annotations

from collections.abc import Mapping

from proctor.roles.extend import KEPT, Extended, has_instructions, is_unwritten
from proctor.roles.permissions import INFERRED, PROFILE_OF_NOTHING, Fields
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import STRICT_FIRST, Hook, Permissions, Reviewer, Role
from proctor.terms.rule import Rule


def build_role(extended: Extended, profiles: Mapping[str, Permissions], origin: str) -> Role:
    """Make the role; the draft has no errors, so every value is there and right."""
    fields = extended.fields
    agent = fields.get("permissions", {}).get("agent", {})
    tools = fields.get("tools")
    mode, follow_bypass = fields.get("permission_mode"), fields.get("follow_bypass", False)
    if is_unwritten(fields):
        # INVARIANT: whoever writes no rules lifts none: a bypass needs `permissions`.
        mode, follow_bypass = Mode.DEFAULT if mode is Mode.BYPASS else mode, False
    hooks: Mapping[str, tuple[Hook, ...]] = fields.get("hooks", {})
    return Role(
        id=extended.draft.id,
        name=fields.get("name") or extended.draft.id,
        description=fields.get("description", ""),
        model=fields.get("model"),
        mode=mode,
        follow_bypass=follow_bypass,
        system_prompt=fields.get("system_prompt"),
        instructions=fields.get("instructions"),
        tools=None if tools is None else tuple(rule.tool for rule in tools),
        additional_directories=fields.get("additional_directories", ()),
        permissions=permissions_of_role(fields, profiles),
        reviewer=Reviewer(
            # What nobody has instructed is not asked, whatever `enabled` says.
            enabled=agent.get("enabled", True) and has_instructions(agent),
            model=agent.get("model"),
            instructions=agent.get("instructions"),
        ),
        hooks=tuple(hook for several in hooks.values() for hook in several),
        settings=fields.get("settings", {}),
        command=fields.get("command"),
        isolated=fields.get("isolated", False),
        sandbox=fields.get("sandbox", False),
        subagents=tuple(fields.get("subagents", {}).items()),
        delegates=fields.get("delegates", ()),
        extends=fields.get("extends"),
        created_at=fields.get("createdAt"),
        updated_at=fields.get("updatedAt"),
        origin=origin,
        where=extended.draft.where,
    )


def permissions_of_role(fields: Fields, profiles: Mapping[str, Permissions]) -> Permissions:
    """Return the rules of a role; a list of tools alone is the permission to use them."""
    if "permissions" in fields:
        return build_permissions(fields["permissions"], profiles)
    if "tools" in fields:
        return Permissions(rules=fields["tools"], order=STRICT_FIRST, otherwise=Effect.DENY)
    return build_permissions({"profile": PROFILE_OF_NOTHING}, profiles)


def build_permissions(fields: Fields, profiles: Mapping[str, Permissions]) -> Permissions:
    """Put the written lists on top of the profile's."""
    name = fields.get("profile")
    start = profiles[name] if name else Permissions()
    kept = (rule for left in fields.get(KEPT, ()) for rule in profiles[left].rules)
    rules: list[Rule] = list(start.rules)
    rules += [rule for rule in kept if rule.effect is Effect.DENY and rule not in rules]
    for effect in (Effect.DENY, Effect.ASK, Effect.ALLOW):
        rules += fields.get(effect.word, ())
    order, inferred = order_of(fields, start)
    return Permissions(
        rules=tuple(rules),
        order=order,
        otherwise=fields.get("otherwise", start.otherwise),
        profile=name,
        inferred=inferred,
    )


def order_of(fields: Fields, start: Permissions) -> tuple[tuple[Effect, ...], bool]:
    """
    Return the order of the lists on top of a profile's, and whether it is inferred.

    INVARIANT: an inferred order lets no allow pass over an ask that it was not inferred from.
    """
    if "order" in fields:
        return fields["order"], False
    adds = any(fields.get(effect.word) for effect in (Effect.ALLOW, Effect.ASK))
    if INFERRED in fields and not fields.get("profile"):
        return fields[INFERRED], True
    if start.inferred and adds:
        return STRICT_FIRST, False
    return start.order, start.inferred
