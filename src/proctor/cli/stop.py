"""`proctor stop`: end an agent and its terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from proctor.agents.stopping import SECONDS
from proctor.agents.stopping import stop as stop_agent
from proctor.cli import render
from proctor.cli.claude_proof import ticking
from proctor.cli.json_option import JsonOption
from proctor.cli.started_agent import NameArgument, as_data, how_ended
from proctor.home import proctor_home

EPILOG = """\b
Examples:
  proctor stop coder-2
  proctor stop coder-2 --force

\b
Exit status: 0 it has ended, also where it had before; 2 there is no such agent.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def stop(
    name: NameArgument,
    *,
    force: Annotated[
        bool, typer.Option("--force", help="Do not wait for it to end by itself.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="N", min=0, max=3600, help="So long it may take to end by itself."
        ),
    ] = SECONDS,
    as_json: JsonOption = False,
) -> None:
    """
    End an agent: it is asked to, and after ten seconds ended. Its terminal goes as well.

    What it has printed and said is kept: `proctor logs` shows it, `proctor resume` goes on.
    """
    home = proctor_home()
    with ticking(f"s: {name} has been told to end"):
        done = stop_agent(home, name, seconds=seconds, force=force)
    if as_json:
        render.out_json({**as_data(home, done.session, done.life), "was": done.was})
        return
    before = "" if done.was in ("running", "starting") else " already"
    render.out(f"{name}: {how_ended(done.life)}{before}")
