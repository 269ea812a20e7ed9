"""Agents that Proctor has not started: they are listed, since their hooks tell of them."""

from __future__ import annotations

from pathlib import Path

from proctor.agents.listing import of_row
from proctor.cli.agent_feed import ask_server
from proctor.cli.list_page import from_home
from proctor.errors import NotFound
from proctor.terms.agent import Agent


def others_agent(home: Path, name: str) -> NotFound | None:
    """
    Return what is said of an agent that somebody else has started; None where there is none.

    It has no terminal of ours, so nothing can be typed there, and no supervisor that could end it.
    """
    row = next((row for row in ask_server(home).rows if row.name == name), None)
    if row is None or row.body.get("start"):
        return None
    one = of_row(row)
    if not one.live:
        return NotFound(
            f"`{name}` was not started by Proctor, and is gone",
            help="only its calls are kept: `proctor audit list --agent " + name + "`",
        )
    where = f", in {from_home(one.cwd)}" if one.cwd else ""
    return NotFound(
        f"`{name}` was not started by Proctor: it is {one.state}{where}, and only its hooks "
        "tell of it",
        help=f"talk to it, look at it and end it in the terminal where it runs{pid_of(row)}; "
        "one that Proctor starts can be reached from anywhere: proctor run --role ROLE",
    )


def pid_of(row: Agent) -> str:
    """Return which process an agent is, as far as that was told."""
    pid = row.body.get("pid")
    return f" (process {pid})" if isinstance(pid, str) and pid.isascii() and pid.isdigit() else ""
