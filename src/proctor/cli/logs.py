"""`proctor logs`: what an agent has printed, or its screen as it is now."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated

import typer

from proctor.agents.caller import people_only
from proctor.agents.engine import Engine
from proctor.agents.printed import Following, last_lines
from proctor.agents.session_files import life_of, read_session
from proctor.agents.session_folder import session_folder
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.started_agent import NameArgument
from proctor.errors import NotFound, UsageError
from proctor.home import proctor_home

EPILOG = """\b
Examples:
  proctor logs arch-1
  proctor logs arch-1 --follow
  proctor logs arch-1 --screen
"""
LINES, MOST_LINES = 100, 100_000
# Seconds between two looks at what has come.
EVERY = 0.2

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def logs(
    name: NameArgument,
    *,
    stay: Annotated[
        bool, typer.Option("--follow", "-f", help="Stay, and show what is printed as it comes.")
    ] = False,
    lines: Annotated[
        int, typer.Option("--lines", "-n", metavar="N", min=0, max=MOST_LINES, help="So many.")
    ] = LINES,
    screen: Annotated[
        bool, typer.Option("--screen", help="The screen as it is now, not what was printed.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Show the last lines that an agent has printed; also of one that has ended.

    Of a program that draws its screen, these are the lines that it has shown, and its screen
    last; --screen shows that alone. With --follow, what it draws comes in pieces, without
    colours and moves of the cursor. Ctrl-C ends --follow.
    """
    home = proctor_home()
    people_only(home, "`proctor logs`")
    if screen and stay:
        raise UsageError("--screen is what there is now: --follow does not go with it")
    read_session(home, name)
    if screen:
        show(name, shown_on(home, name), as_json=as_json)
        return
    folder = Path(session_folder(str(home), name))
    if stay:
        with suppress(KeyboardInterrupt):
            follow(home, name, folder, lines, as_json=as_json)
        return
    found = last_lines(folder, lines)
    show(name, found, as_json=as_json)
    if not found and lines:
        render.out(f"{name} has printed nothing yet", err=True)


def follow(home: Path, name: str, folder: Path, lines: int, *, as_json: bool) -> None:
    """Show what was printed and what comes, until the agent has ended."""
    with closing(Following(folder)) as following:
        show_each(last_lines(folder, lines, following.place), as_json=as_json)
        more = True
        while more:
            more = is_live(home, name)
            show_each(following.news(), as_json=as_json)
            if more:
                time.sleep(EVERY)
        show_each(following.last(), as_json=as_json)


def is_live(home: Path, name: str) -> bool:
    """Say whether more may come of an agent."""
    try:
        return life_of(home, read_session(home, name)).is_live
    except NotFound:
        return False


def shown_on(home: Path, name: str) -> list[str]:
    """
    Return the lines of an agent's screen.

    Raises:
        NotFound: it has no terminal any more.

    """
    engine = Engine(home)
    if not engine.has(name):
        raise NotFound(f"{name} has no terminal any more", help=f"see `proctor logs {name}`")
    return [line.rstrip() for line in engine.screen(name).rstrip().split("\n")]


def show(name: str, lines: Sequence[str], *, as_json: bool) -> None:
    """Print lines, or all of them as data."""
    if as_json:
        render.out_json({"name": name, "lines": list(lines)})
        return
    show_each(lines, as_json=False)


def show_each(lines: Sequence[str], *, as_json: bool) -> None:
    """Print lines; as JSON, a text on each."""
    for line in lines:
        if as_json:
            render.out_json(line, indent=None)
        else:
            render.out(line.expandtabs())
    sys.stdout.flush()
