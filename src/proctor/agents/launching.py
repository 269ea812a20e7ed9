"""
Start an agent: its session's folder, its program in a terminal, and how that went.

    who calls ─► role ─► program, proven ─► name ─► folder ─► server ─► terminal ─► running

Everything that can be refused is refused before anything is written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

from proctor.agents.caller import people_only
from proctor.agents.claude_command import words_of
from proctor.agents.engine import SUPERVISOR, Engine
from proctor.agents.environment import environment_of
from proctor.agents.kept_variables import keep_variables, kept_variables
from proctor.agents.loaded_role import Loaded
from proctor.agents.name_locks import hold_name
from proctor.agents.own_gateway import is_only_server
from proctor.agents.parentage import at_home, caller_of, persons_variables
from proctor.agents.preparing import Prepared, Wanted, prepare, prepare_again, state_folder
from proctor.agents.processes import birth_of, line_of
from proctor.agents.serving import serve_for
from proctor.agents.session_build import Bundle, build, build_again
from proctor.agents.session_files import (
    ENDED,
    START,
    STARTS_WITHIN,
    Ended,
    Life,
    Running,
    Session,
    life_of,
    names,
    read_session,
    write_json,
)
from proctor.agents.session_folder import checked_name, is_name
from proctor.agents.stage_agent import in_stage
from proctor.agents.stopping import stop_held
from proctor.audit.ids import timestamp
from proctor.config import load_config
from proctor.errors import EngineError, NotFound, ProctorError, ServerError, UsageError
from proctor.own_process import script_command
from proctor.owner.client import Client
from proctor.owner.who import make_home, running_server

__all__ = ["Wanted", "launch", "relaunch"]

POLL = 0.02
# A program that cannot work mostly ends within this time, in seconds.
GRACE = 0.5
NOT_STARTED = 125
# What an agent is called whose program's name is none for an agent; so much of it is taken else.
UNNAMED, LONGEST_OWN = "agent", 50
ENDING = "it is being ended, to be started again"
SERVING = "the server is being started"
STARTING = "the program is being started"


def launch(home: Path, wanted: Wanted) -> Session:
    """
    Start an agent, and return what was started once its program runs, or has ended.

    Raises:
        UsageError: the name is taken or none, or something was asked for that cannot be.
        NotAllowed: an agent calls, and may not.
        NotFound: the role, the workflow run or the program is not there.
        RoleProblems: the role does not load.
        InstallError: a hook would not block.
        EngineError: there is no terminal to be had.
        ServerError: no server can be started, or the program does not start.

    """
    make_home(home)
    caller = caller_of(home, wanted.environ)
    wanted = in_stage(home, wanted)
    name = checked_name(wanted.name or wanted.role or free_name(home, wanted.command))
    variables = persons_variables(home, caller, wanted.environ)
    with at_home(caller, variables):
        prepared = prepare(home, wanted, caller, name, variables)
        with hold_name(home, name):
            check_free(home, name, agent=caller.is_agent)
            return begin(home, prepared, build, wanted.doing)


def relaunch(
    home: Path,
    name: str,
    *,
    resume: bool,
    same_variables: bool = False,
    wanted: Wanted | None = None,
) -> Session:
    """
    Start an agent again: with the conversation that it had, or anew.

    One that runs is ended first, unless it shall go on with its conversation. Its terminal, and
    whoever looks at it, stays.

    Args:
        home: Proctor's own folder.
        name: the agent.
        resume: go on with its conversation.
        same_variables: take the variables that it was started with, not those of the caller.
        wanted: who hears what a person should know.

    Raises:
        NotAllowed: an agent calls.
        NotFound: there is no such agent, or no such role or program any more.
        UsageError: it runs, and shall go on with its conversation.

    """
    said = wanted or Wanted()
    people_only(home, "starting an agent again")
    read_session(home, name)
    with hold_name(home, name):
        before = read_session(home, name)
        live = life_of(home, before).is_live
        if live and resume:
            raise UsageError(
                f"`{name}` runs: there is nothing to resume",
                help=f"look at it: proctor attach {name}; begin anew: proctor restart {name}",
            )
        kept = kept_variables(Engine(home), name) if same_variables else {}
        made = prepare_again(home, before, said, kept or dict(said.environ), resume=resume)
        if live:
            said.doing(ENDING)
            stop_held(home, name, keep_terminal=True)
        return begin(home, made, build_again, said.doing)


def free_name(home: Path, command: Sequence[str]) -> str:
    """Return a name for an agent without a role: its program's, with a number if it is taken."""
    program = "".join(command[:1]).rpartition("/")[2]
    own = program[:LONGEST_OWN] if is_name(program[:LONGEST_OWN]) else UNNAMED
    numbered = (own if number == 1 else f"{own}-{number}" for number in count(1))
    return next(name for name in numbered if is_free(home, name))


def is_free(home: Path, name: str) -> bool:
    """Say whether nobody has a name."""
    try:
        check_free(home, name)
    except UsageError:
        return False
    return True


def check_free(home: Path, name: str, *, agent: bool = False) -> None:
    """
    Look whether a name is free: nobody has it, or whoever had it is over.

    An `agent` that asks is told of no command that it may not call.

    Raises:
        UsageError: somebody has it.

    """
    if name not in names(home):
        return
    try:
        session = read_session(home, name)
    except NotFound:
        # What its files say cannot be read: then only its terminal tells.
        pane = Engine(home).panes().get(name)
        if pane is not None and not pane.dead:
            raise UsageError(f"a program runs in the terminal of `{name}`") from None
        return
    life = life_of(home, session)
    if life.is_live:
        role = f"role {session.role}" if session.role else "no role"
        raise UsageError(
            f"`{name}` is taken: {role}, {life.state} since {session.started_at}, in {session.cwd}",
            help=f"talk to it: proctor send {name} TEXT; or take another name: --name NAME"
            if agent
            else f"look at it: proctor attach {name}; end it: proctor stop {name}; "
            "or take another name: --name NAME",
        )


def begin(
    home: Path,
    made: Prepared,
    write: Callable[[Bundle], None],
    doing: Callable[[str], None],
) -> Session:
    """
    Write the session, start its program, and wait until it runs or has ended.

    Raises:
        ServerError: it does neither.

    """
    if running_server(home) is None:
        doing(SERVING)
    info = serve_for(home, made.caller, made.variables)
    doing(STARTING)
    session, loaded = made.session, made.loaded
    endpoint = str(info.get("url") or "") if load_config(home, None).keeping.telemetry else ""
    environ = environment_of(session, person=made.variables, home=home, endpoint=endpoint)
    bundle = Bundle(
        home=home,
        session=session,
        roles=loaded.roles if loaded else (),
        catalogue=loaded.catalogue if loaded else None,
        stages=loaded.stages if loaded else {},
        version=made.program.version,
        ask_holds=made.program.ask_holds,
        environ=environ,
        state=state_folder(made.variables),
        endpoint=endpoint,
        gateway=made.gateway,
    )
    write(bundle)
    try:
        # The server makes what an agent in a sandbox needs, before it begins.
        tell_server(home, session.name)
        write_json(bundle.folder / START, start_of(bundle, made))
        engine = Engine(home)
        watch = script_command(SUPERVISOR, str(bundle.folder))
        engine.start(session.name, watch, session.cwd)
    except BaseException:
        not_started(bundle)
        raise
    # Without them it runs as well.
    with suppress(EngineError):
        keep_variables(engine, session.name, made.variables)
    settled(home, session, agent=made.caller.is_agent)
    return session


def not_started(bundle: Bundle) -> None:
    """Say that nothing was started; the person's variables stay in no file."""
    (bundle.folder / START).unlink(missing_ok=True)
    ended = Ended(bundle.session.number, timestamp(), exit_code=NOT_STARTED)
    with suppress(OSError):
        write_json(bundle.folder / ENDED, ended._asdict())


def tell_server(home: Path, name: str) -> None:
    """Let the server look at a session; where it does not answer, it looks by itself soon."""
    with suppress(ProctorError, OSError), Client.connect(home) as client:
        client.call("look", name=name)


def start_of(bundle: Bundle, made: Prepared) -> dict[str, object]:
    """Return what the supervisor reads: the words, the variables, the folder and the number."""
    session, loaded = bundle.session, made.loaded
    words = [*session.command, *session.extra]
    if loaded is not None and session.program:
        servers = server_words(bundle, loaded)
        words = words_of(loaded.own, session, bundle.settings, resume=made.resume, servers=servers)
    if session.sandbox:
        from proctor.agents.sandbox import sandboxed  # noqa: PLC0415 - for few agents

        words = sandboxed(
            words,
            session,
            home=bundle.home,
            folder=bundle.folder,
            role=loaded.own if loaded is not None else None,
            environ=bundle.environ,
        )
    environ = dict(bundle.environ)
    return {"argv": words, "env": environ, "cwd": session.cwd, "number": session.number}


def server_words(bundle: Bundle, loaded: Loaded) -> list[str]:
    """Return the words that give an agent its gateway; none where it has none."""
    if not bundle.gateway:
        return []
    words = ["--mcp-config", str(bundle.mcp_config)]
    # In place of a deny of all other servers: the program's denies win over every exception.
    only = is_only_server(loaded, bundle.session.role)
    return [*words, "--strict-mcp-config"] if only else words


def settled(home: Path, session: Session, *, agent: bool = False) -> Life:
    """
    Wait until a program runs, and a little more to see whether it ends at once.

    One whose process is gone has ended, although its supervisor has not written yet how.

    Raises:
        ServerError: nothing was heard of it.

    """
    deadline = time.monotonic() + STARTS_WITHIN
    runs_since = None
    while time.monotonic() < deadline:
        life = life_of(home, session)
        if runs_since is None and life.running is not None and has_begun(life.running):
            runs_since = time.monotonic()
        waited = runs_since is not None and time.monotonic() - runs_since >= GRACE
        if not life.is_live or (waited and life.running and birth_of(life.running.pid)):
            return life
        time.sleep(POLL)
    raise ServerError(
        f"`{session.name}` does not start: nothing was heard of it for {STARTS_WITHIN:.0f} s",
        help="a person can look at it, and end it"
        if agent
        else f"proctor logs {session.name}; proctor stop {session.name}",
    )


def has_begun(running: Running) -> bool:
    """Say whether a program has begun; until then its process is a copy of its supervisor."""
    return line_of(running.pid) != line_of(running.supervisor)
