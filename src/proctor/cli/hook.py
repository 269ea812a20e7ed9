"""`proctor hook`: answer an event of an agent program, as its generated hook does."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from proctor.agents.session_files import read_session
from proctor.cli.options import complete_role
from proctor.errors import ProctorError, UsageError
from proctor.home import proctor_home
from proctor.hook.client import main as answer
from proctor.hook.identity import CLAUDE_CODE, GUARDED, SECONDS, Identity
from proctor.owner.socket_path import socket_path
from proctor.server.agent_of_hook import agent_above
from proctor.terms.plain import plain
from proctor.terms.role_chain import under

EPILOG = """\b
Examples:
  echo '{"tool_name": "Bash", "tool_input": {"command": "git status"}}' | proctor hook claude-code
  echo '{"hook_event_name": "Stop", "session_id": "8c1f"}' | proctor hook collect --agent arch-1
"""
# 1 s before the `timeout` that a hook which only collects usually has.
SECONDS_TO_COLLECT = 4.0
PRE = "PreToolUse"
OUTSIDE = "The call did not come from inside the session of {agent}, so it was decided as `{role}`."
WAITING = (
    "Waiting up to {seconds:.0f} s for a person. Answer in another terminal with "
    "`proctor approvals`, `proctor approve` or `proctor deny`, or on the page of `proctor open`."
)
LONGEST_ROLE = 200
REFUSED = "{why}, so it is not known which role decides. See `proctor list`"

AgentOption = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        envvar="PROCTOR_AGENT",
        help="The agent, whose role decides (default: named by the session).",
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
    check_streams()
    decide(PRE, role=role, agent=agent)


@app.command("collect")
def collect(agent: AgentOption = "") -> None:
    """Keep any event, print nothing, decide nothing."""
    identity = identity_of(agent=agent, seconds=SECONDS_TO_COLLECT)
    check_streams()
    answer(identity, collects=True)


def decide(event: str, *, role: str = "", agent: str = "", **more: Any) -> NoReturn:
    """
    Decide an event, under the role that was named, else under that of the agent that was named.

    INVARIANT: where the agent's role cannot be told, nothing is decided under another one.
    """
    why = note = ""
    if agent and not role:
        named = agent
        try:
            role, agent, inside = standing_of(proctor_home(), agent)
            note = "" if inside else OUTSIDE.format(agent=named, role=plain(role)[:LONGEST_ROLE])
        except ProctorError as error:
            why = plain(error.message)
        except Exception as error:  # noqa: BLE001 - an exit status of Python's own would not block
            why = type(error).__name__
    identity = identity_of(role=role, agent=agent, **more)
    if note:
        # It may wait for a person now, and whoever called should know why it asks at all.
        with suppress(OSError):
            os.write(2, f"Proctor: {note}\n".encode())
    answer(
        identity,
        event,
        refuses=in_json(REFUSED.format(why=why)) if why else b"",
        note=in_json(note),
        waiting=WAITING.format(seconds=identity.seconds).encode(),
    )


def in_json(text: str) -> bytes:
    """Return a text as it stands inside of JSON: a quote in a name must not end the denial."""
    return json.dumps(text)[1:-1].encode()


def standing_of(home: Path, name: str) -> tuple[str, str, bool]:
    """
    Return under which role an agent is decided that was only named, who it is, and if certainly.

    Below the agent's own supervisor it is that agent. Anywhere else the name proves nothing:
    the agent's role counts beside that of the one who calls, or beside `guarded`, and with it
    whatever PROCTOR_ROLE says.

    Raises:
        UsageError: that is no name.
        NotFound: there is no such agent, or its session cannot be read.

    """
    session = read_session(home, name)
    above = agent_above(home, os.getpid())
    if above is not None and above.name == name and above.role:
        return above.role, name, True
    said = os.environ.get("PROCTOR_ROLE", "")
    floor = above.role if above is not None and above.role else GUARDED
    roles = [role for role in (session.role, said) if role]
    caller = above.name if above is not None else name
    return reduce(under, [*roles, floor]), caller, False


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
