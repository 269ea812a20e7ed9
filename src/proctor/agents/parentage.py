"""
What an agent may start: another agent that never has more than itself.

It gets the role that was named under its parent's, the parent's project, no looser mode, the
sandbox where the parent is in one, and an environment that is the parent's own and not one that
was made up for the call.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from proctor.agent_overrides import OverrideFiles
from proctor.agents.caller import found_caller, is_inside_a_program
from proctor.agents.loaded_role import load_chain
from proctor.agents.session_files import Session, life_of, read_session, sessions
from proctor.errors import NotAllowed, UsageError
from proctor.owner.background import own_environment
from proctor.owner.recorded_environment import recorded_environment
from proctor.roles.delegating import is_delegated
from proctor.roles.find import GUARDED
from proctor.terms.mode import Mode
from proctor.terms.role_chain import under

DEEPEST = 5
# So many that agents have started may run at once.
MOST = 50
STRICT = (Mode.PLAN.value, Mode.DONT_ASK.value)
HARMLESS = (Mode.DEFAULT.value, Mode.DONT_ASK.value)
HOME = "HOME"


class Caller(NamedTuple):
    """
    Who starts an agent: a person, or another agent.

    `agent` is the name of one that we have started, `session` what it was started as. `above`
    is the role, or chain, that the new one is under; empty for a person.
    """

    agent: str = ""
    above: str = ""
    session: Session | None = None

    @property
    def is_agent(self) -> bool:
        """Say whether it is not a person."""
        return bool(self.above)


def caller_of(home: Path, environ: Mapping[str, str] = os.environ) -> Caller:
    """
    Return who calls.

    Raises:
        NotAllowed: it is an agent that may start none.
        NotFound: what it was started as cannot be read.

    """
    found = found_caller(home, environ)
    if found is not None:
        name = found.name
        if os.path.realpath(found.home) != os.path.realpath(home):
            raise NotAllowed(
                f"`{name}` belongs to `{found.home}`, and starts agents only there",
                help="leave PROCTOR_HOME as it is",
            )
        session = read_session(home, name)
        if not session.role:
            raise NotAllowed(
                f"`{name}` has no role, so it may start no agent",
                help="a person does it in a terminal of their own",
            )
        if session.depth >= DEEPEST:
            raise NotAllowed(
                f"`{name}` was started by an agent that was started by an agent, {DEEPEST} times",
                help="it may start no other",
            )
        held = OverrideFiles(home).of(name, "", session.role, session.project)
        if held is not None and (held.profile or held.trouble):
            raise NotAllowed(
                f"the permissions of `{name}` were changed for it alone, so it may start no agent",
                help="a person does it in a terminal of their own",
            )
        check_number(home)
        return Caller(name, session.role, session)
    # Of one that was started without us nobody knows which role it has.
    return Caller(above=GUARDED) if is_inside_a_program(environ) else Caller()


def check_number(home: Path) -> None:
    """
    Look whether agents have started so many that no more can be.

    Raises:
        NotAllowed: they have.

    """
    spawned = [session for session in sessions(home) if session.depth > 0]
    live = sum(life_of(home, session).is_live for session in spawned)
    if live >= MOST:
        raise NotAllowed(
            f"{live} agents run that agents have started, and more cannot be",
            help="`proctor list` shows them; a person can stop some",
        )


def chain_of(role: str, caller: Caller, home: Path, cwd: str) -> str:
    """
    Return the role of a new agent: that which was named, under its parent's.

    It is that role alone where a person starts it, or where a person wrote into the roles of
    the parent that it delegates to that role.

    Raises:
        NotFound: a role of the parent is not there any more.
        RoleProblems: it does not load.

    """
    if not caller.is_agent:
        return role
    above = (each for each, _ in load_chain(home, caller.above, cwd).roles)
    return role if is_delegated(role, above) else under(role, caller.above)


def told_mode(wanted: str, caller: Caller) -> str:
    """
    Return the permission mode of a new agent's program, never looser than its parent's.

    Under a role without a mode the one that the program reports counts, for both of them. Plan
    lets reads pass that another mode asks about, so it is not simply stricter.
    """
    if not caller.is_agent:
        return wanted
    parents = caller.session.mode if caller.session else Mode.DEFAULT.value
    if parents in STRICT:
        return parents
    return wanted if wanted in (*HARMLESS, parents) else Mode.DEFAULT.value


def check_project(project: str, caller: Caller) -> None:
    """
    Look whether a new agent stays in its parent's project: elsewhere other rules would count.

    Raises:
        NotAllowed: it does not.

    """
    session = caller.session
    if session is not None and os.path.realpath(session.project) != os.path.realpath(project):
        raise NotAllowed(
            f"`{caller.agent}` works in `{session.project}`, and starts agents only there",
            help="a person starts one elsewhere",
        )


def persons_variables(home: Path, caller: Caller, environ: Mapping[str, str]) -> dict[str, str]:
    """
    Return the variables that a new agent begins with.

    An agent can call us with any, so none of them is taken. Where the system tells what its
    parent's program was started with, these are, else what was recorded of the person.
    """
    if not caller.is_agent:
        return dict(environ)
    if caller.session is not None:
        running = life_of(home, caller.session).running
        known = variables_of(running.pid) if running is not None else {}
        if known.get(HOME) and known.get("PATH"):
            return known
    return {**own_environment(home), **recorded_environment(home)}


@contextmanager
def at_home(caller: Caller, variables: Mapping[str, str]) -> Iterator[None]:
    """Let `~` mean the person's home meanwhile, whatever an agent has called us with."""
    before = os.environ.get(HOME)
    if caller.is_agent:
        os.environ[HOME] = variables.get(HOME) or own_environment(Path("/"))[HOME]
    try:
        yield
    finally:
        if caller.is_agent:
            os.environ.pop(HOME, None)
            os.environ.update({HOME: before} if before is not None else {})


def variables_of(pid: int) -> dict[str, str]:
    """Return what a process was started with; nothing where the system does not say."""
    if sys.platform == "darwin":
        return {}
    try:
        pieces = os.fsdecode(Path(f"/proc/{pid}/environ").read_bytes()).split("\0")
    except OSError:
        return {}
    pairs = (piece.partition("=") for piece in pieces)
    return {name: value for name, equals, value in pairs if name and equals}


def check_checked(program: str, caller: Caller) -> None:
    """
    Look whether the calls of a new agent would be checked, where an agent starts it.

    Raises:
        UsageError: they would not.

    """
    if caller.is_agent and not program:
        raise UsageError(
            "an agent can only start agents whose tool calls are checked",
            help="proctor run --role ROLE, for a role whose program is Claude Code",
        )
