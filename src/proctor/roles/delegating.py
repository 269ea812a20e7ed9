"""
Which agents may be started in their own right: a person wrote `delegates` into a role.

Else an agent that another starts is under its parent's role as well, and never has more. What
counts stands in the role itself, in the home or in a project that was trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proctor.policy.index import name_match
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.role import Role
from proctor.terms.rule import Rule

# The tool by which agent programs hand work to sub-agents of their own.
SUBAGENTS = BUILT_IN.get("Agent").names


def is_delegated(role: str, above: Iterable[Role]) -> bool:
    """
    Say whether every role above lets its agents start one of a role in its own right.

    A role that may have sub-agents does not: nobody can tell which of them calls, and their
    roles are narrower.
    """
    roles = list(above)
    return bool(roles) and all(
        role in one.delegates and not one.untrusted and not has_subagents(one.tools)
        for one in roles
    )


def may_have_subagents(rules: Sequence[Rule] | None) -> bool:
    """Say whether a role may have sub-agents, by its list of tools as it is read."""
    return has_subagents(None if rules is None else [rule.tool for rule in rules])


def has_subagents(tools: Iterable[str] | None) -> bool:
    """Say whether the tool for sub-agents is in a list of tools; no list has all."""
    if tools is None:
        return True
    return any(name_match(glob, name) for glob in tools for name in SUBAGENTS)
