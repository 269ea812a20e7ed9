"""`proctor list`, also `proctor ls`: the agents, and what each is doing."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.agent_feed import Agents, look
from proctor.cli.json_option import JsonOption
from proctor.cli.list_page import lines_of
from proctor.home import proctor_home

EPILOG = """\b
Examples:
  proctor list
  proctor list --watch
  proctor list --json
"""

PLAIN_FLAGS = frozenset({"--all", "-a", "--json"})

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(name="list", epilog=EPILOG)
def list_agents(
    *,
    every: Annotated[
        bool, typer.Option("--all", "-a", help="Also agents of others that are gone.")
    ] = False,
    live: Annotated[
        bool, typer.Option("--watch", "-w", help="Stay, and show each change; q ends it.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    List the agents: what each is doing, and which waits for a person.

    Those that `proctor run` has started, also when they have ended, until `proctor session
    clean`; and those whose hooks have called, while they run. Whoever is blocked comes first.
    """
    if live:
        from proctor.cli.list_watch import watch  # noqa: PLC0415 - only there

        watch(proctor_home(), every=every, as_json=as_json)
        return
    list_once(every=every, as_json=as_json)


def is_plain(words: Sequence[str]) -> bool:
    """Say whether a call has only flags that need nobody to read them."""
    return PLAIN_FLAGS.issuperset(words)


def list_plainly(words: Sequence[str]) -> None:
    """List the agents for a call that is plain: reading it takes as long as all else."""
    list_once(every="--all" in words or "-a" in words, as_json="--json" in words)


def list_once(*, every: bool, as_json: bool) -> None:
    """List the agents as they are now."""
    found = look(proctor_home(), every=every)
    if as_json:
        render.out_json([one.data() for one in found.agents])
    else:
        show(found)
    for words in found.trouble:
        render.out((words, "yellow"), err=True)


def show(found: Agents) -> None:
    """Print the agents, as wide as the terminal is."""
    if not found.agents:
        render.out("no agents: start one with `proctor run --role ROLE`", err=True)
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lines_of(found.agents, width=width):
        render.out(*line)
