"""
Which commands are for people: an agent that calls one is refused, however it got here.

A person's first command that needs roles makes the home, with the default roles in it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from proctor.policy.guard_places import OPEN_COMMANDS, OPEN_SUBCOMMANDS

# What agent programs call themselves: for each of their events, and as an MCP server of theirs.
CALLED_BY_PROGRAMS = frozenset({"hook", "mcp", "permission-request"})
# What a hook starts where no server runs; it is below the agent's own processes then.
SERVER = ("up",)
# What reads roles, and makes no home by itself.
READS_ROLES = frozenset({"check", "explain", "mcp", "replay", "role", "test", "tools", "workflow"})
HELP = frozenset({"-h", "--help"})


def check_caller(command: str, rest: Sequence[str]) -> None:
    """
    Refuse what the guard refuses to agents, also where it could not see the command.

    Args:
        command: the command that is called.
        rest: the words behind it.

    Raises:
        NotAllowed: an agent calls.

    """
    if command in OPEN_COMMANDS or command in CALLED_BY_PROGRAMS:
        return
    if rest and rest[0] in OPEN_SUBCOMMANDS.get(command, ()):
        return
    from proctor.agents.caller import (  # noqa: PLC0415 - `list` is quick
        calling_agent,
        is_inside_a_program,
        people_only,
    )
    from proctor.home import proctor_home  # noqa: PLC0415 - the same

    if (command, *rest) == SERVER and (calling_agent(proctor_home()) or is_inside_a_program()):
        as_a_hook_starts_it(proctor_home())
        return
    people_only(proctor_home(), f"`proctor {command}`")


def make_first_home(command: str, rest: Sequence[str]) -> None:
    """
    Make the home where a person's command needs roles and there is none yet.

    An agent makes none: it could name any folder. Where the home cannot be made, the built-in
    roles are left, and the person is told.
    """
    if command not in READS_ROLES or not HELP.isdisjoint(rest):
        return
    from proctor.home import proctor_home  # noqa: PLC0415 - `list` is quick

    home = proctor_home()
    if os.path.lexists(home):
        return
    from proctor.agents.caller import calling_agent, is_inside_a_program  # noqa: PLC0415 - once
    from proctor.cli import render  # noqa: PLC0415 - the same
    from proctor.errors import ServerError  # noqa: PLC0415 - the same
    from proctor.owner.who import make_home  # noqa: PLC0415 - the same

    if calling_agent(home) or is_inside_a_program():
        return
    try:
        make_home(home)
    except ServerError as error:
        said = f": the default roles are not there: {error.message}"
        render.out(("warning", "yellow"), said, err=True)


def as_a_hook_starts_it(home: Path) -> None:
    """Take away what an agent has said: its hook starts the server where none runs."""
    from proctor.owner.background import hook_environment  # noqa: PLC0415 - seldom needed

    os.environ.clear()
    os.environ.update(hook_environment(home))
