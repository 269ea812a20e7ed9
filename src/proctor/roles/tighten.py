"""
Lay what is not trusted over what is, so that it can only tighten.

Of a project's role that nobody has trusted, its denies, its asks, its tool
list, a stricter mode and a stricter `otherwise` count, and `sandbox`. Nothing
else does: no allow, no hook, no setting, no instruction, no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from proctor.errors import NotFound, did_you_mean
from proctor.nodes import visible
from proctor.roles.build import build_permissions
from proctor.roles.check import glob_matches
from proctor.roles.extend import Extended
from proctor.terms.catalogue import Catalogue
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions, Role, Trust
from proctor.terms.rule import By, Rule

# Which modes are at least as strict as the key in every cell of the mode table. None is
# the mode that the program reports. Plan and delegate let reads pass that another mode
# would ask about; `laid_over` makes up for that.
STRICTER: Mapping[Mode | None, frozenset[Mode]] = {
    None: frozenset({Mode.DEFAULT, Mode.DONT_ASK, Mode.PLAN, Mode.DELEGATE}),
    Mode.BYPASS: frozenset(Mode) - {Mode.BYPASS},
    Mode.ACCEPT_EDITS: frozenset({Mode.DEFAULT, Mode.DONT_ASK, Mode.PLAN, Mode.DELEGATE}),
    Mode.DEFAULT: frozenset({Mode.DONT_ASK, Mode.PLAN, Mode.DELEGATE}),
    Mode.DELEGATE: frozenset({Mode.PLAN}),
    Mode.PLAN: frozenset(),
    Mode.DONT_ASK: frozenset(),
}
LOOSE = frozenset({Mode.BYPASS, Mode.ACCEPT_EDITS})
LETS_READS_PASS = frozenset({Mode.PLAN, Mode.DELEGATE})


def laid_over(
    outer: Role, inner: Extended, profiles: Mapping[str, Permissions], catalogue: Catalogue
) -> Role:
    """Return the outer role, tightened by what an untrusted role of a project says."""
    fields = inner.fields
    namesake = outer.id == inner.draft.id
    permissions = outer.permissions
    if "permissions" in fields:
        said = build_permissions(fields["permissions"], profiles)
        permissions = tightened(permissions, said.rules)
        if said.profile or "otherwise" in fields["permissions"]:
            otherwise = max(permissions.otherwise, said.otherwise)
            permissions = permissions._replace(otherwise=otherwise)
    mode = outer.mode
    if fields.get("permission_mode") in STRICTER[mode]:
        loose = mode is not Mode.BYPASS and permissions.otherwise is Effect.ASK
        mode = fields["permission_mode"]
        if loose and mode in LETS_READS_PASS and outer.mode not in LETS_READS_PASS:
            # No mode weakens `otherwise: deny`: what nobody allowed stays unread.
            permissions = permissions._replace(otherwise=Effect.DENY)
    tools = outer.tools
    if "tools" in fields:
        tools = narrowed(outer.tools, [rule.tool for rule in fields["tools"]], catalogue)
    return replace(
        outer,
        id=inner.draft.id,
        name=fields.get("name") or inner.draft.id,
        # Of another role, `guarded` for one, only the rules lie under this one.
        description=fields.get("description", outer.description if namesake else ""),
        mode=mode,
        tools=tools,
        permissions=permissions,
        sandbox=outer.sandbox or fields.get("sandbox", False),
        delegates=(),
        origin="project",
        trust=Trust.UNTRUSTED,
        where=inner.draft.where,
    )


def tightened(permissions: Permissions, rules: Iterable[Rule]) -> Permissions:
    """
    Add the denies and asks among some rules; an ask that is not trusted is for a human.

    Which human is not for it to say: its approvers could be others than those of the role.
    """
    there = {same(rule) for rule in permissions.rules}
    more = [
        rule if rule.effect is Effect.DENY else rule._replace(by=By.HUMAN, approvers=())
        for rule in rules
        if rule.effect is not Effect.ALLOW and same(rule) not in there
    ]
    order = permissions.order
    if order == ALLOW_BEFORE_ASK and any(rule.effect is Effect.ASK for rule in more):
        # Otherwise an allow would pass over the asks that were added.
        order = STRICT_FIRST
    return permissions._replace(rules=(*permissions.rules, *more), order=order)


def tightened_profile(start: Permissions, said: Permissions) -> Permissions:
    """Add what an untrusted profile says more strictly than the one that it would replace."""
    otherwise = max(start.otherwise, said.otherwise)
    return tightened(start, said.rules)._replace(otherwise=otherwise)


def under_profile(role: Role, name: str, profiles: Mapping[str, Permissions]) -> Role:
    """
    Return a role under another profile, for one of its agents.

    Its allows go, and the asks of the profile that it had. Its denies stay, its own asks, its
    list of tools and its reviewer: the profile was granted, and nothing beyond it. A mode that
    allows by itself does not: under a stricter profile, it would make up for what has gone.

    Raises:
        NotFound: there is no such profile.

    """
    if name not in profiles:
        names = sorted(profiles)
        near = did_you_mean(name, names) or f"there are {', '.join(names)}"
        raise NotFound(f"there is no profile `{visible(name)}`", help=near)
    before, after = role.permissions, profiles[name]
    left = profiles.get(before.profile or "", Permissions()).rules
    denies = [rule for rule in before.rules if rule.effect is Effect.DENY]
    asks = [rule for rule in before.rules if rule.effect is Effect.ASK and rule not in left]
    return replace(
        role,
        permissions=Permissions(
            rules=(*after.rules, *(rule for rule in (*denies, *asks) if rule not in after.rules)),
            # Otherwise an allow of the profile would pass over the asks of the role.
            order=STRICT_FIRST if asks else after.order,
            otherwise=after.otherwise,
            profile=name,
        ),
        mode=Mode.DEFAULT if role.mode in LOOSE else role.mode,
        follow_bypass=False,
    )


def same(rule: Rule) -> tuple[object, ...]:
    """Return what makes two rules the same, wherever they are written."""
    return rule.effect, rule.form, rule.text, rule.until


def narrowed(
    outer: tuple[str, ...] | None, inner: Iterable[str], catalogue: Catalogue
) -> tuple[str, ...]:
    """
    Return the tools that are in both lists.

    Of two globs that only overlap, the known tools that both match are kept.
    """
    if outer is None:
        return tuple(inner)
    kept: dict[str, None] = {}
    for name in inner:
        for other in outer:
            if covers(other, name, catalogue):
                kept[name] = None
            elif covers(name, other, catalogue):
                kept[other] = None
            elif is_glob(name) and is_glob(other):
                both = (
                    n for n in catalogue.names if glob_matches(name, n) and glob_matches(other, n)
                )
                kept.update(dict.fromkeys(both))
    return tuple(kept)


def covers(wide: str, narrow: str, catalogue: Catalogue) -> bool:
    """Say for certain that every tool that `narrow` means is one that `wide` means."""
    if not is_glob(wide):
        return not is_glob(narrow) and catalogue.canonical(wide) == catalogue.canonical(narrow)
    if not is_glob(narrow):
        return any(glob_matches(wide, name) for name in catalogue.get(narrow).names)
    # `?` stands for one character, so it does not cover a `*`.
    parts = (".*" if c == "*" else "[^*]" if c == "?" else re.escape(c) for c in wide)
    return re.fullmatch("".join(parts), narrow) is not None


def is_glob(name: str) -> bool:
    """Say whether a name has wildcards."""
    return "*" in name or "?" in name
