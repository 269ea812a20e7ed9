"""What `run`, `restart` and `resume` share: how a start went, and what comes after it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from proctor.agents.caller import calling_agent, is_inside_a_program
from proctor.agents.engine import Engine
from proctor.agents.launching import Wanted
from proctor.agents.session_files import Life, Session, life_of, names
from proctor.agents.session_folder import is_name, session_folder
from proctor.agents.supervisor import AGAIN
from proctor.cli import render
from proctor.cli.attach import become_terminal
from proctor.cli.claude_proof import ticking
from proctor.cli.others_agent import others_agent
from proctor.errors import EngineError, NotFound, ProctorError, did_you_mean
from proctor.home import proctor_home
from proctor.server.agent_states import exited

# So many of the last lines of a program that ended at once are shown.
LAST_WORDS = 12
# What a supervisor says of keys, also where the line was too long for the terminal.
KEYS = re.compile(r"\s*".join(["", *map(re.escape, f"·{AGAIN}".replace(" ", ""))]))


def complete_agent(incomplete: str) -> list[str]:
    """Return the agents that begin so; a shell that completes never sees an error."""
    try:
        return [name for name in names(proctor_home()) if name.startswith(incomplete)]
    except (ProctorError, OSError):
        return []


def checked_agent(name: str) -> str:
    """
    Return the name of an agent, unless we have not started it, or it is a slip for another's.

    In a sandbox no agent is seen, and none is named.

    Raises:
        NotFound: somebody else has started it; or there is none, and one of nearly that name.

    """
    home = proctor_home()
    known = names(home)
    if not is_name(name) or name in known:
        return name
    if other := others_agent(home, name):
        raise other
    if near := did_you_mean(name, known):
        raise NotFound(f"there is no agent `{name}`", help=near)
    return name


NameArgument = Annotated[
    str,
    typer.Argument(
        metavar="NAME", autocompletion=complete_agent, callback=checked_agent, help="The agent."
    ),
]
DetachOption = Annotated[
    bool, typer.Option("--detach", help="Do not show its terminal here once it runs.")
]
SameVariablesOption = Annotated[
    bool,
    typer.Option(
        "--same-variables", help="Start it with the variables that it had, not with yours."
    ),
]


def note(words: str) -> None:
    """Say what a person should know."""
    render.out(("note: ", "bold"), render.shorten(words), err=True)


def heard_by(progress: render.Progress) -> Wanted:
    """Return who hears what a person should know, and what is being done while they wait."""

    def tell(words: str) -> None:
        progress.wipe()
        note(words)

    return Wanted(tell=tell, doing=lambda words: progress.say(f"s: {words}"))


def started(start: Callable[[Path, Wanted], Session], *, detach: bool, as_json: bool) -> None:
    """
    Start an agent, say how that went, and show its terminal where somebody sits at one.

    Args:
        start: starts it, and lets the one that it is given hear of it.
        detach: show no terminal.
        as_json: say how it went as data.

    Raises:
        typer.Exit: its program has ended at once, with an error.

    """
    home = proctor_home()
    with ticking("s: the agent is being started") as progress:
        session = start(home, heard_by(progress))
    life, agent = life_of(home, session), is_called_by_agent(home)
    failed = life.state == "lost" or bool(
        life.ended and (life.ended.exit_code or life.ended.signal)
    )
    if as_json:
        render.out_json(as_data(home, session, life))
    else:
        show(session, life, attaches=attaches(home, life, detach=detach), agent=agent)
    if failed:
        show_last_words(home, session.name)
        show_way_out(session.name, agent=agent)
        raise typer.Exit(1)
    if not as_json and attaches(home, life, detach=detach):
        become_terminal(home, session.name)


def attaches(home: Path, life: Life, *, detach: bool) -> bool:
    """Say whether the terminal of an agent is shown here: where a person sits at one."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return life.is_live and not detach and at_terminal and not calling_agent(home)


def how_ended(life: Life) -> str:
    """Return how a program stands, in words."""
    if life.ended is None:
        return life.state
    return exited(life.ended.exit_code, life.ended.signal)


def is_called_by_agent(home: Path) -> bool:
    """Say whether an agent calls: most of our commands are not for it, and are not named to it."""
    return bool(calling_agent(home)) or is_inside_a_program()


def show(session: Session, life: Life, *, attaches: bool, agent: bool = False) -> None:
    """Say what was started, and what comes next; to an `agent`, only what it may call."""
    style = "green" if life.is_live else "red"
    role = f"role {session.role}" if session.role else "no role, unchecked"
    word = "started" if life.is_live else how_ended(life)
    box = ", in the sandbox" if session.sandbox else ""
    render.out((word, style), f"  {session.name}  {role}{box}, in {session.cwd}")
    if life.is_live and not attaches:
        command = render.command()
        render.out(
            f"`{command} send {session.name} TEXT` talks to it; `{command} list` says what it "
            "does; a person ends it"
            if agent
            else f"`{command} attach {session.name}` shows it; "
            f"`{command} stop {session.name}` ends it",
            err=True,
        )


def show_last_words(home: Path, name: str) -> None:
    """Print the end of what a program has said, on stderr."""
    with suppress(EngineError):
        # Keys are for whoever is attached, and nobody is.
        screen = KEYS.sub("", Engine(home).screen(name, 200))
        lines = [line.rstrip() for line in screen.splitlines()]
        for line in [line for line in lines if line][-LAST_WORDS:]:
            render.out(render.shorten(line), err=True)


def show_way_out(name: str, *, agent: bool = False) -> None:
    """Say what can be done in a shell with one that has ended at once."""
    command = render.command()
    render.out(
        ("help: ", "bold"),
        "only a person sees all that it has printed, and starts it again; "
        f"`{command} run --name {name} …` begins anew"
        if agent
        else f"`{command} logs {name}` shows all that it has printed; "
        f"`{command} restart {name}` starts it again",
        err=True,
    )


def as_data(home: Path, session: Session, life: Life) -> dict[str, Any]:
    """Return a session as data; its token is nobody's business."""
    ended = life.ended
    return {
        "name": session.name,
        "role": session.role,
        "state": life.state,
        "exit_code": ended.exit_code if ended else None,
        "signal": (ended.signal or None) if ended else None,
        "program": session.program,
        "cwd": session.cwd,
        "project": session.project,
        "session": session.session_id,
        "started_at": session.started_at,
        "starts": session.number,
        "parent": session.parent,
        "mode": session.mode,
        "sandbox": session.sandbox,
        "isolated": session.isolated,
        "folder": session_folder(str(home), session.name),
    }
