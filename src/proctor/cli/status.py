"""`proctor status`: whether the server runs, where, and how it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from proctor.cli import render
from proctor.cli.alarms import alarms_in_words, kept_alarms
from proctor.cli.json_option import JsonOption
from proctor.errors import NoOwner, ServerError
from proctor.home import proctor_home
from proctor.owner.client import Client
from proctor.owner.socket_path import socket_path
from proctor.owner.who import REPLACE, installed_version, running_server, version_gap

EPILOG = """\b
Examples:
  proctor status
  proctor status --json

\b
Exit status: 0, whether it runs or not.
"""
TIMEOUT = 5.0
# What is told of the server, in this order.
FIELDS = (
    "running", "version", "installed", "pid", "url", "page", "socket", "since", "home", "store",
    "records", "questions", "alarms", "spooled", "channels", "reviewer", "trouble",
)  # fmt: skip
WIDTH = 11

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def status(as_json: JsonOption = False) -> None:
    """
    Say whether the server runs, where, and how it is.

    `url` is for programs with a token, `page` for browsers: `proctor open` opens it.
    `version` is the server's; after an upgrade it differs from what is installed, until
    the server is replaced.
    `questions` are those that wait for an answer; `alarms` calls that ran though nothing
    allowed them, until they are acknowledged; `spooled` what other processes have left to be kept;
    `channels` are the ways to reach people; `reviewer` says why one gave no answer when it was
    asked last; `trouble` says what is wrong, if something is.
    """
    found = look(proctor_home())
    if as_json:
        render.out_json(found)
        return
    if not found["running"]:
        render.out("no server is running")
    for name in FIELDS[1:]:
        if name == "version":
            show_version(found[name])
        elif name == "installed":
            continue
        elif name == "channels":
            show_channels(found[name])
        elif name == "alarms":
            show_alarms(found[name])
        elif found[name] is not None:
            style = render.STYLES["warning"] if name in {"reviewer", "trouble"} else ""
            render.out(f"{name:<{WIDTH}}", (str(found[name]), style))
    if not found["running"]:
        render.out(("help: ", "bold"), "start it: proctor up", err=True)


def show_version(running: object) -> None:
    """Print the server's version, and how to replace the server after an upgrade."""
    if running is not None:
        gap = version_gap(running)
        render.out(f"{'version':<{WIDTH}}", str(running))
        if gap:
            render.out(("warning: ", render.STYLES["warning"]), gap, err=True)
            render.out(("help: ", "bold"), f"replace it: {REPLACE}", err=True)


def show_alarms(number: object) -> None:
    """Print how many alarms are open, and how to see them; nothing where nobody knows."""
    if isinstance(number, int):
        style = render.STYLES["deny"] if number else ""
        render.out(f"{'alarms':<{WIDTH}}", (alarms_in_words(number), style))


def show_channels(channels: object) -> None:
    """Print how each way to reach people is."""
    for each in channels if isinstance(channels, list) else []:
        if isinstance(each, dict):
            state, trouble = str(each.get("state") or "-"), each.get("trouble")
            words = f"{each.get('name') or '-'} {state}"
            style = render.STYLES["warning"] if trouble else ""
            said = f": {render.shorten(str(trouble))}" if trouble else ""
            render.out(f"{'channels':<{WIDTH}}", (words + said, style))


def look(home: Path) -> dict[str, Any]:
    """Return what is known of the server of a home."""
    known: dict[str, Any] = dict.fromkeys(FIELDS)
    known |= {"running": False, "socket": str(socket_path(home)), "home": str(home)}
    known["installed"] = installed_version()
    try:
        with Client.connect(home, TIMEOUT) as client:
            told = client.call("status")
    except NoOwner:
        told = running_server(home)
        if told is None:
            return known | {"alarms": kept_alarms(home)}
        told = {**told, "trouble": "it does not answer: it is starting, ending or stuck"}
    except ServerError as error:
        told = {**(running_server(home) or {}), "trouble": error.message}
    return known | {name: told[name] for name in FIELDS if name in told} | {"running": True}
