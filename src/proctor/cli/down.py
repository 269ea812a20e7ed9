"""`proctor down`: end the server."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from proctor.agents.engine import Engine
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.errors import ProctorError, ServerError
from proctor.home import proctor_home
from proctor.owner.client import Client
from proctor.owner.who import running_server
from proctor.server.tokens import Tokens

EPILOG = """\b
Examples:
  proctor down
  proctor down --json

\b
Exit status: 0 no server runs now, 1 it does not end.
"""
PATIENCE = 10.0
QUICK = 2.0
POLL = 0.02

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def down(as_json: JsonOption = False) -> None:
    """
    End the server, and wait until it has ended.

    Questions that are open stay open: the next server has them again, and whoever waits
    for an answer goes on waiting. Agents in their terminals go on, too.
    """
    home = proctor_home()
    found = running_server(home)
    if found is not None:
        end(home, found)
    with suppress(ProctorError):
        Engine(home).end_if_empty()
    if as_json:
        render.out_json({"stopped": found is not None, "pid": (found or {}).get("pid")})
    elif found is None:
        render.out("no server is running")
    else:
        render.out(f"the server has ended (pid {found.get('pid')})")


def end(home: Path, found: dict[str, Any], *, patience: float = PATIENCE) -> None:
    """
    Ask the owner of a home to end, or else send it the signal, and wait.

    Raises:
        ServerError: it goes on.

    """
    pid = found.get("pid")
    if not asked(home):
        if type(pid) is not int or pid <= 1:
            raise ServerError("a server runs, but does not answer and has not said who it is")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + patience
    with render.Progress("s: the server is ending") as progress:
        # Where another has taken over meanwhile, ours has ended too.
        while (now := running_server(home)) is not None and now.get("pid") == pid:
            if time.monotonic() > deadline:
                raise ServerError(
                    f"the server (pid {pid}) has not ended in {patience:.0f} s",
                    help=f"`kill -9 {pid}` ends it at once; nothing that is kept is lost",
                )
            progress.at(int(patience - (deadline - time.monotonic())))
            time.sleep(POLL)


def asked(home: Path) -> bool:
    """Ask the server to end; False if it does not answer, or not as it should."""
    try:
        with Client.connect(home, QUICK) as client:
            client.call("stop", token=Tokens(home).local_token())
    except (ProctorError, OSError):
        return False
    return True
