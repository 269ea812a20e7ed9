"""
Roles that count together for one agent, in one name: `coder under architect`.

Each of its calls is decided under every one of them, and the strictest wins. Of a chain the
name is what records, grants and questions carry, so that what was given to a `coder` is not
given to a `coder under architect`. A role's id has no blank, so no role has such a name.

`@WF-20261116-001` in a chain stands for the role of the stage in which that workflow run is now;
no role's id begins with `@`. What it stands for is looked up anew for each call.
"""

from __future__ import annotations

UNDER = " under "
# In the `subagents` of a role: every type that is not named, and the role of the parent.
ANY_TYPE, SAME = "*", "same"
# Stands before the id of a workflow run.
RUN = "@"


def roles_of(chain: str) -> tuple[str, ...]:
    """Return the roles of a chain, the agent's own first; of a plain name this one."""
    return tuple(dict.fromkeys(chain.split(UNDER)))


def under(role: str, above: str) -> str:
    """Return the name for a role, or chain, that is never to have more than another."""
    return UNDER.join(dict.fromkeys((*roles_of(role), *roles_of(above))))


def subagent_role(named: tuple[tuple[str, str], ...], kind: str) -> str:
    """Return which role `subagents` gives to a sub-agent of a type; "" for that of its parent."""
    roles = dict(named)
    role = roles.get(kind) or roles.get(ANY_TYPE) or SAME
    return "" if role == SAME else role


def runs_of(chain: str) -> tuple[str, ...]:
    """Return the ids of the workflow runs whose stages count in a chain."""
    return tuple(role.removeprefix(RUN) for role in roles_of(chain) if role.startswith(RUN))
