"""Say which tools a role has, and of which some call could pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proctor.policy.index import name_match
from proctor.policy.offering import Offering
from proctor.policy.policy import Policy
from proctor.terms.catalogue import Catalogue, ToolInfo, unknown_tool
from proctor.terms.role import Role

WILD = frozenset("*?")


def tools_of(tools: Sequence[str] | None, catalogue: Catalogue) -> tuple[ToolInfo, ...]:
    """
    Return the tools that a role has, each once, in the order of the catalogue.

    Args:
        tools: the `tools` of a role; None means all of them.
        catalogue: what is known. A name that is not in it, such as that of an MCP server's
            tool or of one that is gone, comes last, as an unknown tool.

    """
    known = {tool.name: tool for tool in catalogue.tools}
    if tools is None:
        return tuple(known.values())
    globs = [name for name in tools if WILD & set(name)]
    plain = {catalogue.canonical(name) for name in tools if not WILD & set(name)}
    had = [
        tool
        for name, tool in known.items()
        if name in plain or any(name_match(glob, other) for glob in globs for other in tool.names)
    ]
    others = [name for name in dict.fromkeys(tools) if name in plain and name not in known]
    return (*had, *map(unknown_tool, others))


def offering_of(role: Role, catalogue: Catalogue) -> Offering:
    """Return what the rules of a role could let through."""
    policy = Policy.compile(
        role.permissions,
        tools=role.tools,
        mode=role.mode,
        follow_bypass=role.follow_bypass,
        additional_directories=role.additional_directories,
        catalogue=catalogue,
    )
    return Offering(policy)


def never_passing(names: Iterable[str], offerings: Sequence[Offering]) -> list[str]:
    """Return the tools of some names of which no call could pass under all of some policies."""
    return [
        name
        for name in names
        if not all(one.could_pass(one.catalogue.get(name)) for one in offerings)
    ]


def offered_to(role: Role, catalogue: Catalogue) -> tuple[ToolInfo, ...]:
    """Return the tools that a role has and of which its rules could let some call pass."""
    offering = offering_of(role, catalogue)
    return tuple(tool for tool in tools_of(role.tools, catalogue) if offering.could_pass(tool))
