"""
As whom a gateway serves: its role, its stage and its agent.

Whoever starts one names a role. An agent that does gets no more by it than it has: its own role
counts too, by the process that it runs under and not by what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from proctor.agents.caller import found_caller
from proctor.agents.session_files import read_session
from proctor.errors import NotAllowed, UsageError
from proctor.hook.identity import GUARDED
from proctor.terms.role_chain import RUN, UNDER, roles_of, runs_of, under

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ROLE, AGENT = "PROCTOR_ROLE", "PROCTOR_AGENT"
NO_ROLE = "a gateway serves the tools of a role, and none is named"


class Served(NamedTuple):
    """The role, the workflow run or stage, and the agent of a gateway."""

    role: str
    stage: str
    agent: str


def served(  # noqa: PLR0913 - keyword only but for where
    home: Path,
    env: Mapping[str, str],
    *,
    role: str,
    stage: str,
    agent: str,
    otherwise: str = "",
) -> Served:
    """
    Return as whom a gateway serves.

    Args:
        home: Proctor's home.
        env: the environment; a variable counts only where nothing else says, and tightens.
        role: the role that was named, or empty.
        stage: the workflow run or stage that was named, or empty.
        agent: the agent that was named, or empty.
        otherwise: the role where nothing names one; empty if one has to be named.

    Raises:
        UsageError: no role is named, or two workflow runs are.
        NotAllowed: an agent of another home calls.

    """
    found = found_caller(home, env)
    if found is None:
        said = env.get(ROLE, "")
        named = role or (under(said, GUARDED) if said and not stage else "")
        return with_stage(
            named or (otherwise if not stage else ""), stage, agent or env.get(AGENT, "")
        )
    if found.home.resolve() != home.resolve():
        message = f"the agent `{found.name}` belongs to another home than this gateway would"
        raise NotAllowed(message, help="leave PROCTOR_HOME as it is")
    own = read_session(home, found.name).role or GUARDED
    return with_stage(under(role, own) if role else own, stage, found.name)


def with_stage(chain: str, stage: str, agent: str) -> Served:
    """Take the workflow run out of a chain of roles: it is a stage, and not a role."""
    runs = {*runs_of(chain), *([stage] if stage else [])}
    if len(runs) > 1:
        raise UsageError(f"only one workflow run counts, not {' and '.join(sorted(runs))}")
    role = UNDER.join(one for one in roles_of(chain) if one and not one.startswith(RUN))
    if not role and not runs:
        raise UsageError(NO_ROLE, help="proctor mcp --role ROLE; `proctor role list` shows them")
    return Served(role, next(iter(runs), ""), agent)
