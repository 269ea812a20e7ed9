"""
The gateway of an agent: the tools of Proctor that its role lists and its program does not have.

Claude Code has tools for files and commands. `task:start`, `spawn_impl_session` and the like are
ours alone, so the session brings an MCP configuration that starts `proctor mcp` for this agent.
The hook decides each call, and the gateway decides it again by the agent's role.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from proctor.adapters.claude_native_rules import ALL_MCP, may_be_mcp
from proctor.adapters.claude_versions import SERVERS_SINCE, TOOLS
from proctor.own_process import own_command
from proctor.policy.index import name_match
from proctor.terms.role_chain import roles_of
from proctor.tools.model_names import model_name
from proctor.tools.registry import Registry

if TYPE_CHECKING:
    from proctor.adapters.claude_versions import Version
    from proctor.agents.loaded_role import Loaded
    from proctor.agents.session_files import Session
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.role import Role

CONFIG, SERVER = "mcp.json", "proctor"
MOST_NAMED = 5
IN_SANDBOX = "an agent in the sandbox does not reach the server"
OLD_PROGRAM = "this needs Claude Code 2.1.274 or later"
NO_PACKAGE = "the package mcp is missing: pip install 'proctor-gate[mcp]'"


def listed_tools(loaded: Loaded, chain: str) -> tuple[str, ...]:
    """
    Return our tools that the roles of an agent list, and that its program does not have.

    Every role of the chain has to have one, and one of them to list it: a role without a list
    does not ask for a gateway. Of a workflow's stages any may list it.
    """
    steps = list(steps_of(loaded, chain))
    return tuple(
        tool
        for tool in ours_alone(loaded.catalogue)
        if all(any(has(role, tool, loaded.catalogue) for role in roles) for roles in steps)
        and any(
            role.tools is not None and has(role, tool, loaded.catalogue)
            for roles in steps
            for role in roles
        )
    )


def steps_of(loaded: Loaded, chain: str) -> Iterator[Sequence[Role]]:
    """Return for each word of a chain the roles that it may stand for."""
    for word, (role, _) in zip(roles_of(chain), loaded.roles, strict=True):
        yield loaded.stages.get(word) or (role,)


def has(role: Role, tool: str, catalogue: Catalogue) -> bool:
    """Say whether a role has a tool, under any of its names."""
    names = catalogue.get(tool).names
    return role.tools is None or any(
        name_match(glob, name) for glob in role.tools for name in names
    )


def ours_alone(catalogue: Catalogue) -> list[str]:
    """Return the ids of our tools that the program does not have."""
    return [one.id for one in Registry.built_in() if not is_the_programs(one.id, catalogue)]


def is_the_programs(tool: str, catalogue: Catalogue) -> bool:
    """Say whether the program has a tool of its own for the same."""
    return not set(TOOLS).isdisjoint(catalogue.get(tool).names)


def trouble(session: Session, version: Version | None) -> str:
    """Return why an agent cannot have a gateway; empty where it can."""
    if session.sandbox:
        return IN_SANDBOX
    if version is None or version < SERVERS_SINCE:
        return OLD_PROGRAM
    return "" if find_spec("mcp") else NO_PACKAGE


def unreached(tools: Sequence[str], why: str) -> str:
    """Say that an agent does not get tools that its role lists."""
    more = f" and {len(tools) - MOST_NAMED} more" if len(tools) > MOST_NAMED else ""
    named = ", ".join(f"`{tool}`" for tool in tools[:MOST_NAMED])
    return f"the agent does not get Proctor's own tools {named}{more}: {why}"


def is_only_server(loaded: Loaded, chain: str) -> bool:
    """Say whether no tool of another MCP server can pass: then the program starts no other."""
    return any(
        all(role.tools is not None and not any(map(may_be_mcp, role.tools)) for role in roles)
        for roles in steps_of(loaded, chain)
    )


def gateway_text(session: Session, home: Path) -> str:
    """Return the MCP configuration that starts the gateway of an agent."""
    program, *words = own_command("mcp", "--role", session.role, "--agent", session.name)
    server = {
        "type": "stdio",
        "command": program,
        "args": words,
        "env": {"PROCTOR_HOME": str(home)},
        # With `-p` the program waits for it then (measured); at a terminal its tools come with
        # the second request.
        "alwaysLoad": True,
    }
    return json.dumps({"mcpServers": {SERVER: server}}, indent=2) + "\n"


def denies_beside(denies: Sequence[str], catalogue: Catalogue) -> list[str]:
    """
    Return the program's denies for an agent with a gateway.

    A deny of all MCP servers would keep the hook from deciding. Of the gateway's tools those go
    that the program has itself.
    """
    twice = (one.id for one in Registry.built_in() if is_the_programs(one.id, catalogue))
    doubles = [f"mcp__{SERVER}__{model_name(tool)}" for tool in twice]
    return [*(text for text in denies if text != ALL_MCP), *doubles]
