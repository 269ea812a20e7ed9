"""`proctor session`: what agents have left behind, and how to be rid of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from proctor.agents.caller import people_only
from proctor.agents.engine import Engine
from proctor.agents.leftovers import Left, in_use, left_behind, remove
from proctor.agents.session_folder import checked_name
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.moments import local_time, read_moment
from proctor.cli.started_agent import complete_agent
from proctor.errors import EngineError, NotFound, UsageError
from proctor.home import proctor_home

EPILOG_LIST = """\b
Examples:
  proctor session list
"""
EPILOG_CLEAN = """\b
Examples:
  proctor session clean --dry-run
  proctor session clean --older-than 3d
  proctor session clean arch-1

\b
Exit status: 0 done, 1 something could not be removed, 2 it is in use.
"""
WIDEST = 40
# A time is this machine's; one that has not ended has that of the last change of its folder.
NAME, ENDED, TIME = "name", "ended or changed", len("2026-11-01 10:00:00")
UNIT = 1024

EPILOG = """\b
Examples:
  proctor session list
  proctor session clean --older-than 3d --dry-run
"""

app = typer.Typer(
    epilog=EPILOG,
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="List what agents have left behind, and clean it up.",
)


@app.command(name="list", epilog=EPILOG_LIST)
def list_sessions(as_json: JsonOption = False) -> None:
    """
    List the folders of sessions: how each stands, when it ended, and how large it is.

    Times are of this machine's clock. Of one that has not ended, or that nobody knows the end
    of, it is the last change of its folder.
    """
    home = proctor_home()
    found = left_behind(home)
    if as_json:
        render.out_json([as_data(left) for left in found])
        return
    show(found)
    if not found:
        render.out("no sessions", err=True)


@app.command(epilog=EPILOG_CLEAN)
def clean(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            autocompletion=complete_agent,
            help="Only of this agent.",
            show_default=False,
        ),
    ] = "",
    *,
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="3d", help="Only what ended before that.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be removed.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Remove the folders of sessions that are over: settings, what was printed, messages.

    One that is alive is never touched. What was decided stays in the record. An agent whose
    folder is gone cannot be resumed.
    """
    home = proctor_home()
    people_only(home, "`proctor session clean`")
    engine = Engine(home)
    chosen = choose(left_behind(home, in_use(engine)), name, read_moment(older_than))
    gone, failed = chosen, list[tuple[Left, str]]()
    if not dry_run:
        gone, failed = remove_all(engine, chosen)
    size = sum(left.size for left in gone)
    if as_json:
        render.out_json(
            {
                "removed": [as_data(left) for left in gone],
                "failed": [{**as_data(left), "why": why} for left, why in failed],
                "bytes": size,
                "dry_run": dry_run,
            }
        )
    else:
        show(gone)
        for left, why in failed:
            render.out((f"{left.folder}: {why}", "red"), err=True)
        done = "would be removed" if dry_run else "removed"
        words = f"{render.count(len(gone), 'session')} {done}, {in_bytes(size)}"
        render.out(words, err=True)
    raise typer.Exit(int(bool(failed)))


def choose(found: Sequence[Left], name: str, before: str) -> list[Left]:
    """
    Return what shall be removed.

    Raises:
        UsageError: the one that was named is alive.
        NotFound: there is none of that name.

    """
    if name:
        checked_name(name)
        found = [left for left in found if left.name == name]
        if not found:
            raise NotFound(f"there is no session of `{name}`", help="see `proctor session list`")
        if any(left.is_live for left in found):
            raise UsageError(f"`{name}` is alive", help=f"proctor stop {name}")
    over = [left for left in found if not left.is_live]
    return [left for left in over if not before or left.at < before]


def remove_all(engine: Engine, chosen: Sequence[Left]) -> tuple[list[Left], list[tuple[Left, str]]]:
    """Remove folders; return which are gone, and which are not and why."""
    gone, failed = list[Left](), list[tuple[Left, str]]()
    with render.Progress("sessions removed") as progress:
        for number, left in enumerate(chosen):
            progress.at(number)
            try:
                remove(engine, left)
            except (UsageError, EngineError) as error:
                failed.append((left, error.message))
            except OSError as error:
                failed.append((left, error.strerror or "it cannot be removed"))
            else:
                gone.append(left)
    return gone, failed


def show(found: Sequence[Left]) -> None:
    """Print folders, a line each, below a line that says what each column is."""
    if not found:
        return
    width = max(len(NAME), *(len(left.name[:WIDEST]) for left in found))
    header = f"{NAME:<{width}}  {'state':<10}  {ENDED:<{TIME}}  {'size':>8}  folder"
    render.out((header, "bold"))
    for left in found:
        style = "green" if left.is_live else "dim"
        render.out(
            f"{left.name[:WIDEST]:<{width}}  ",
            (f"{left.state:<10}", style),
            f"  {local_time(left.at)}  {in_bytes(left.size):>8}  ",
            (str(left.folder), "dim"),
        )


def in_bytes(size: int) -> str:
    """Return a number of bytes, short: `1.2 MB`."""
    number, units = float(size), ["B", "kB", "MB", "GB"]
    while number >= UNIT and len(units) > 1:
        number /= UNIT
        units.pop(0)
    return f"{number:.0f} {units[0]}" if units[0] == "B" else f"{number:.1f} {units[0]}"


def as_data(left: Left) -> dict[str, Any]:
    """Return a folder as data."""
    return {
        "name": left.name,
        "state": left.state,
        "at": left.at,
        "bytes": left.size,
        "folder": str(left.folder),
    }
