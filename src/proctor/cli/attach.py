"""`proctor attach`: look at an agent's terminal, and type into it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from proctor.agents.caller import people_only
from proctor.agents.engine import Engine
from proctor.agents.session_files import life_of, names, read_session
from proctor.agents.session_folder import checked_name
from proctor.cli.others_agent import others_agent
from proctor.errors import NotFound, ProctorError, UsageError, did_you_mean
from proctor.home import proctor_home

EPILOG = """\b
Examples:
  proctor attach arch-1
  proctor attach arch-1 --read-only

\b
Keys, after C-]: a answer questions, n next blocked agent, l list, r start again
one that has ended, [ scroll back, d detach, ? help.
"""
# A terminal inside another one of ours would be two bars and one prefix.
INSIDE = ("TMUX", "TMUX_PANE")


def complete_terminal(incomplete: str) -> list[str]:
    """Return the agents with a terminal that begin so; a shell that completes sees no error."""
    try:
        return sorted(
            name for name in Engine(proctor_home()).panes() if name.startswith(incomplete)
        )
    except (ProctorError, OSError):
        return []


app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def attach(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=complete_terminal, help="The agent.")
    ],
    *,
    read_only: Annotated[
        bool, typer.Option("--read-only", "-r", help="Look, and type nothing.")
    ] = False,
) -> None:
    """
    Show the terminal of an agent here, until you detach with C-] d.

    The agent goes on, whoever looks. The bar at the bottom says what it does.
    """
    home = proctor_home()
    people_only(home, "`proctor attach`")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        if not is_known(home, checked_name(name)):
            raise missing(home, name, sorted(Engine(home).panes()))
        raise UsageError(
            "this is no terminal, and an agent's cannot be shown here",
            help=f"see what it shows: proctor logs {name} --screen",
        )
    become_terminal(home, name, read_only=read_only)


def is_known(home: Path, name: str) -> bool:
    """Say whether an agent of this name was started here."""
    try:
        read_session(home, name)
    except NotFound:
        return False
    return True


def become_terminal(home: Path, name: str, *, read_only: bool = False) -> NoReturn:
    """
    Let this process show an agent's terminal from here on.

    Raises:
        NotFound: there is no such agent, or it has no terminal any more.
        EngineError: tmux cannot be called.

    """
    engine = Engine(home)
    panes = engine.panes()
    if name not in panes:
        raise missing(home, name, sorted(panes))
    words = engine.attach_words(name, read_only=read_only)
    environment = {key: value for key, value in os.environ.items() if key not in INSIDE}
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(words[0], words, environment)  # noqa: S606 - our own words, and no shell


def missing(home: Path, name: str, others: list[str]) -> NotFound:
    """Return what is said of an agent that has no terminal."""
    there = f"there are: {', '.join(others)}" if others else "no agent has one: see `proctor list`"
    try:
        session = read_session(home, name)
    except NotFound as error:
        if other := others_agent(home, name):
            return other
        near = did_you_mean(name, [*others, *names(home)])
        return NotFound(error.message, help=f"{near} {there}" if near else there)
    state = life_of(home, session).state
    return NotFound(
        f"`{name}` is {state}, and has no terminal any more",
        help=f"proctor restart {name}, or proctor resume {name}; {there}",
    )
