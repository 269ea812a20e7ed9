"""`proctor up`: run the server, here, in the background or as a service."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from proctor.cli import render
from proctor.cli.channel_setup import ignored_variables
from proctor.cli.json_option import JsonOption
from proctor.errors import ServerError, UsageError
from proctor.home import proctor_home
from proctor.owner.background import answering, start_for_person
from proctor.owner.who import REPLACE, already_running, running_server, version_gap

EPILOG = """\b
Examples:
  proctor up
  proctor up --background
  proctor up --port 9000
  proctor up --install

\b
Exit status: 0 it ended as it was told to, or with --background it is running (it may have been
before), 1 it cannot run, or another one is running.
"""
LARGEST_PORT = 65_535
# A person sees that it takes long, and can end it.
PATIENCE = 30.0
SHOWN = ("pid", "url", "page", "socket", "since", "home", "trouble")

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def up(
    background: Annotated[
        bool, typer.Option("--background", help="Start it, wait until it answers, and return.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=1,
            max=LARGEST_PORT,
            help="Listen there for programs; else on the port of last time, 7762, or a free one.",
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Write a user service that runs it, and run nothing.")
    ] = False,
    uninstall: Annotated[
        bool, typer.Option("--uninstall", help="Remove that service again.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Run the server: the one process that keeps the record, asks people and answers agents.

    It listens on this machine only: on a unix socket in Proctor's home, and by HTTP for
    whoever has a token. Ctrl-C, SIGTERM or `proctor down` end it.
    """
    ways = {"--background": background, "--install": install, "--uninstall": uninstall}
    chosen = [name for name, on in ways.items() if on]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} do not go together", help="take one of them")
    if port is not None and (install or uninstall):
        raise UsageError("--port is not for a service", help="put it into config.yaml")
    home = proctor_home()
    if install or uninstall:
        change_service(home, remove=uninstall, as_json=as_json)
        return
    if (running := running_server(home)) is not None:
        found = answering(home) if background else None
        if found is None or (port is not None and urlsplit(found["url"]).port != port):
            raise already_running(running)
        check_version(found)
        show_server(found, as_json=as_json, state="proctor is already running")
    elif background:
        show_server(start(home, port), as_json=as_json)
    else:
        from proctor.server.run import run  # noqa: PLC0415 - slow, and for this alone

        run(home, port=port, ready=lambda info: show_server(info, as_json=as_json, here=True))


def check_version(info: dict[str, Any]) -> None:
    """
    Refuse a server of another version in place of the one that was asked for.

    Raises:
        ServerError: with how to replace it.

    """
    if gap := version_gap(info.get("version")):
        raise ServerError(gap, help=f"replace it: {REPLACE}")


def start(home: Path, port: int | None) -> dict[str, Any]:
    """
    Start a server in the background, for the person at the terminal.

    Raises:
        ServerError: it does not start.

    """
    with render.Progress("s: the server is starting") as progress:
        return start_for_person(
            home,
            os.environ,
            port=port,
            seconds=PATIENCE,
            progress=lambda seconds: progress.at(int(seconds)),
        )


def show_server(
    info: dict[str, Any], *, as_json: bool, here: bool = False, state: str = "proctor is up"
) -> None:
    """Show the address of the server and how to stop it."""
    shown = {name: info.get(name) for name in SHOWN}
    if as_json:
        render.out_json(shown, indent=None)
    else:
        render.out((state, "green"), f": {shown['url']}, pid {shown['pid']}")
        render.out(f"socket  {shown['socket']}")
        render.out(f"page    {shown['page']}, signed in by `proctor open`")
        render.out("Ctrl-C ends it" if here else "`proctor down` ends it")
    channels = info.get("channels") or ()
    unreached = [f"{one['name']}: {one['trouble']}" for one in channels if one.get("trouble")]
    ignored = ignored_variables(proctor_home(), os.environ, channels)
    unreached += [f"telegram: {said}" for said in ignored]
    for warning in filter(None, (shown["trouble"], *unreached)):
        render.out(("warning: ", render.STYLES["error"]), str(warning), err=True)
    # Whoever started us may read this through a pipe, while we go on.
    sys.stdout.flush()


def change_service(home: Path, *, remove: bool, as_json: bool) -> None:
    """Write or remove the user's service, and tell the commands that go with it."""
    from proctor.server import user_service  # noqa: PLC0415 - for this alone

    wanted = user_service.service(home, Path.home(), os.environ)
    if remove:
        user_service.uninstall(wanted)
    else:
        user_service.install(wanted)
    then = wanted.disable if remove else wanted.enable
    if as_json:
        render.out_json({"file": str(wanted.file), "installed": not remove, "then": list(then)})
        return
    render.out(f"{'removed' if remove else 'wrote'} {wanted.file}")
    render.out()
    render.out("If it runs, end it:" if remove else "Switch it on:")
    for command in then:
        render.out(f"  {command}")
    if not remove and os.environ.get("PROCTOR_STORE"):
        note = "PROCTOR_STORE is not written into the service: put `store:` into config.yaml"
        render.out(("note: ", "bold"), note, err=True)
