"""
Merge a role with its parents.

One parent each: maps merge; `deny` and `ask` lists add; other lists replace;
null clears. A child can loosen the rest, but never lift a parent's deny: a null
there is an error, and a child that takes another profile keeps the denies of
its parent's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from proctor.errors import Problem
from proctor.nodes import visible
from proctor.roles.permissions import (
    INFERRED,
    LISTED,
    PROFILE_OF_NOTHING,
    Fields,
    key_node,
    value_node,
)
from proctor.roles.read import Draft
from proctor.terms.mode import Mode

MAX_PARENTS = 10
# So many of the rules that a child's list takes away are named.
NAMED = 3
ADDING = ("deny", "ask")
# What a child never takes from its parent.
OWN = ("id", "name", "extends", "createdAt", "updatedAt", "delegates")
# Under this key a merged role remembers the profiles that its parents had.
KEPT = "kept profiles"

Parent = Callable[[Draft, str], Draft | None]
Suggest = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Extended:
    """A role with its parents merged in, and what is wrong with it or with them."""

    draft: Draft
    fields: Fields
    problems: tuple[Problem, ...]
    parents: tuple[Draft, ...] = ()


def extend(draft: Draft, parent_of: Parent, suggest: Suggest) -> Extended:
    """
    Merge a role with its parent, and that with its own, and so on.

    Args:
        draft: the role.
        parent_of: finds a role's parent by name, seen from where the role stands.
        suggest: gives a "did you mean" for a name that is no role.

    """
    chain, problems = chain_of(draft, parent_of, suggest)
    fields: Fields = {}
    for link in reversed(chain):
        problems += cleared_denies(link, fields)
        problems += replaced_allows(link, fields)
        fields = merge_role(fields, link.fields)
    for link in chain:
        problems += link.problems
    fields = without_nulls(fields)
    problems += unwritten_bypass(draft, fields) + silent_reviewer(draft, fields)
    return Extended(draft, fields, tuple(problems), tuple(chain[1:]))


def is_unwritten(fields: Fields) -> bool:
    """Say whether a role writes neither what it may do nor with which tools."""
    return fields.get("permissions") is None and fields.get("tools") is None


def unwritten_bypass(draft: Draft, fields: Fields) -> list[Problem]:
    """Warn of a bypass in a role without rules, where it does not count."""
    keys = [
        key
        for key, loose in (("permission_mode", Mode.BYPASS), ("follow_bypass", True))
        if is_unwritten(fields) and fields.get(key) is loose
    ]
    return [
        key_node(draft.node, key).problem(
            "bypass-without-permissions",
            f"this `{key}` does not count in a role without `permissions`",
            help=f"write the rules down: `permissions: {{profile: {PROFILE_OF_NOTHING}}}`",
            warning=True,
        )
        for key in keys
    ]


def has_instructions(agent: Fields) -> bool:
    """Say whether the AI reviewer of a role is told anything."""
    return bool((agent.get("instructions") or "").strip())


def silent_reviewer(draft: Draft, fields: Fields) -> list[Problem]:
    """Warn of a reviewer that is never asked, because it is told nothing."""
    agent = (fields.get("permissions") or {}).get("agent") or {}
    if has_instructions(agent) or not agent.get("enabled", "model" in agent):
        return []
    return [
        key_node(draft.node, "permissions", "agent").problem(
            "reviewer-without-instructions",
            "this reviewer has no instructions, so it is never asked: a person is",
            help="write `instructions: |` under `agent`, and what to ALLOW, DENY and ASK_USER",
            warning=True,
        )
    ]


def chain_of(
    draft: Draft, parent_of: Parent, suggest: Suggest
) -> tuple[list[Draft], list[Problem]]:
    """Return the role, its parent, its parent's parent and so on."""
    chain = [draft]
    while isinstance(name := chain[-1].fields.get("extends"), str):
        here = value_node(chain[-1].node, "extends")
        shown = f"`{visible(name)}`"
        parent = parent_of(chain[-1], name)
        if parent is None:
            message = f"{shown} is not a role that can be extended here"
            return chain, [here.problem("unknown-parent", message, help=suggest(name))]
        if parent in chain:
            way = " -> ".join([*(link.id for link in chain), name])
            return chain, [here.problem("cycle", f"the parents go in a circle: {visible(way)}")]
        if len(chain) > MAX_PARENTS:
            message = f"a role has at most {MAX_PARENTS} parents in a row"
            return chain, [here.problem("too-many-parents", message)]
        chain.append(parent)
    return chain, []


def cleared_denies(child: Draft, parent: Fields) -> list[Problem]:
    """Complain about a null that would lift a parent's denies."""
    given = child.fields.get("permissions", {})
    before = parent.get("permissions") or {}
    help_text = "leave it out: a child adds to its parent's denies and never lifts them"
    if isinstance(given, dict) and "deny" in given and given["deny"] is None and parent:
        node = key_node(child.node, "permissions", "deny")
        return [node.problem("deny-cleared", "`deny` cannot be cleared", help=help_text)]
    if given is None and (before.get("deny") or before.get("profile") or before.get(KEPT)):
        node = key_node(child.node, "permissions")
        message = "`permissions` with denies cannot be cleared"
        return [node.problem("deny-cleared", message, help=help_text)]
    return []


def replaced_allows(child: Draft, parent: Fields) -> list[Problem]:
    """Warn of an `allow` list that takes away what the parent's allowed."""
    given = (child.fields.get("permissions") or {}).get("allow")
    before = (parent.get("permissions") or {}).get("allow")
    if given is None or not before:
        return []
    kept = {rule.text for rule in given}
    lost = [rule.text for rule in before if rule.text not in kept]
    if not lost:
        return []
    named = ", ".join(f"`{visible(text)}`" for text in lost[:NAMED])
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    name = visible(child.fields.get("extends"))
    message = f"this `allow` replaces that of `{name}`: gone are {named}{more}"
    hint = "repeat the rules that shall stay; only `deny` and `ask` add to the parent's"
    node = key_node(child.node, "permissions", "allow")
    return [node.problem("replaces-allow", message, help=hint, warning=True)]


def merge_role(parent: Fields, child: Fields) -> Fields:
    """Merge two roles; a parent's profile is remembered where the child takes another."""
    merged = merge({key: value for key, value in parent.items() if key not in OWN}, child)
    before, given = parent.get("permissions"), child.get("permissions")
    if isinstance(before, dict) and isinstance(given, dict):
        after = merge(before, given)
        for key in ADDING:
            if before.get(key) is not None and given.get(key) is not None:
                after[key] = before[key] + given[key]
        left = before.get("profile")
        if left and after.get("profile") != left:
            after[KEPT] = (*before.get(KEPT, ()), left)
        if any(word in given for word in LISTED):
            after.pop(INFERRED, None)  # it was inferred from other lists
        merged["permissions"] = after
    elif parent and is_unwritten(parent) and isinstance(given, dict):
        # The parent has the rules of a profile without saying so, and its denies stay.
        left = () if given.get("profile") == PROFILE_OF_NOTHING else (PROFILE_OF_NOTHING,)
        merged["permissions"] = {**given, KEPT: left}
    return merged


def merge(parent: Fields, child: Fields) -> Fields:
    """Merge two maps, the inner maps too; everything else is replaced."""
    merged = dict(parent)
    for key, value in child.items():
        before = parent.get(key)
        both = isinstance(value, dict) and isinstance(before, dict)
        merged[key] = merge(before, value) if both else value  # type: ignore[arg-type]  # both are maps
    return merged


def without_nulls(fields: Fields) -> Fields:
    """Leave out what was cleared."""
    return {
        key: without_nulls(value) if isinstance(value, dict) else value
        for key, value in fields.items()
        if value is not None
    }
