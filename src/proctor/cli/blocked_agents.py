"""
Agents that are blocked although no question of theirs waits: their own dialog is open.

A question beside a dialog ends with the hook that waits for it: after a day, or when the server
was away for long. Then only whoever sits before that dialog can answer.
"""

from __future__ import annotations

from pathlib import Path

from proctor.agents.listing import Listed, listed
from proctor.cli import render
from proctor.cli.agent_feed import ask_server
from proctor.server.agent_states import BLOCKED
from proctor.terms.plain import plain

NAME = 100


def in_own_dialogs(home: Path) -> list[Listed]:
    """Return the agents of a home that only their own dialog holds up."""
    told = ask_server(home)
    found = listed(home, told.rows, told.questions, None)
    return [one for one in found if one.word == BLOCKED and one.live and not one.questions]


def dialog_hints(home: Path, here: str = "") -> list[str]:
    """Say of each of them what to do; `here` is the one that somebody looks at already."""
    return [hint_of(one, here) for one in in_own_dialogs(home)]


def dialog_hint(home: Path, agent: str) -> str:
    """Say what to do where an agent is one of them; else nothing."""
    return next((hint_of(one) for one in in_own_dialogs(home) if one.name == agent), "")


def hint_of(agent: Listed, here: str = "") -> str:
    """Say what to do about one of them."""
    # One that others have started may be called anything.
    name = agent.name if agent.ours else f'"{plain(render.shorten(agent.name, NAME))}"'
    can_attach = agent.ours and agent.name != here
    do = f"proctor attach {name}" if can_attach else "answer it there"
    return f"agent {name} is blocked in its own dialog: {do}"
