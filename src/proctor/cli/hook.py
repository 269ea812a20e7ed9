"""`proctor hook`: answer an event of an agent program, as its generated hook does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from proctor.cli.options import complete_role
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.hook.client import main as answer
from proctor.hook.identity import CLAUDE_CODE, SECONDS, Identity
from proctor.owner.socket_path import socket_path

EPILOG = """\b
Examples:
  echo '{"tool_name": "Bash", "tool_input": {"command": "git status"}}' | proctor hook claude-code
  echo '{"hook_event_name": "Stop", "session_id": "8c1f"}' | proctor hook collect --agent arch-1
"""
# 1 s before the `timeout` that a hook which only collects usually has.
SECONDS_TO_COLLECT = 4.0

AgentOption = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        envvar="PROCTOR_AGENT",
        help="The agent; else the one that the session is named by.",
    ),
]

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)


@app.callback()
def hook() -> None:
    """Answer an event of an agent program; it comes as JSON on stdin."""


@app.command(CLAUDE_CODE)
def claude_code(
    role: Annotated[
        str,
        typer.Option(
            "--role",
            metavar="ROLE",
            autocompletion=complete_role,
            help="The role that decides; else `guarded`, and PROCTOR_ROLE where that is stricter.",
        ),
    ] = "",
    agent: AgentOption = "",
) -> None:
    """
    Answer an event of Claude Code.

    A PreToolUse or PermissionRequest is decided, the others are kept. For settings use `proctor
    install claude-code`: it writes a file that does the same, quicker, and with home and role
    inside, where no repository's variables reach them.
    """
    identity = identity_of(role=role, agent=agent)
    check_streams()
    answer(identity)


@app.command("collect")
def collect(agent: AgentOption = "") -> None:
    """Keep any event, print nothing, decide nothing."""
    identity = identity_of(agent=agent, seconds=SECONDS_TO_COLLECT)
    check_streams()
    answer(identity, collects=True)


def identity_of(
    *, role: str = "", agent: str = "", ask_holds: bool = False, seconds: float = SECONDS
) -> Identity:
    """Return who a hook is that is started by hand."""
    home = proctor_home()
    return Identity(
        program=CLAUDE_CODE,
        home=str(home),
        role=role,
        agent=agent,
        ask_holds=ask_holds,
        seconds=seconds,
        socket=str(socket_path(home)),
        user_home=str(Path.home()),
    )


def check_streams() -> None:
    """
    Look where the event comes from, and whether anybody hears the answer.

    Raises:
        UsageError: somebody types.

    """
    if os.isatty(0):
        raise UsageError(
            "an event comes as JSON on stdin, and stdin is a terminal",
            help='pipe it in: echo \'{"tool_name": "Bash", …}\' | proctor hook claude-code',
        )
    nowhere, out = os.stat(os.devnull), os.fstat(1)  # noqa: PTH116 - beside a descriptor
    if (out.st_rdev, out.st_ino) == (nowhere.st_rdev, nowhere.st_ino):
        # A closed stdout was opened to nowhere; the hook must know that nobody hears it.
        os.close(1)
