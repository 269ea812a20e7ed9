"""`proctor open`: open the page in a browser, signed in by a link that is good once."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from proctor.agents.caller import people_only
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.home import proctor_home
from proctor.owner.background import ensure_owner
from proctor.owner.client import Client
from proctor.server.tokens import Tokens

EPILOG = """\b
Examples:
  proctor open
  proctor open --page /approvals
  proctor open --print
  proctor open --person ada
"""
# Where there is none of these, a browser would have to be one for terminals, which shows nothing.
DISPLAYS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("open", epilog=EPILOG)
def open_page(
    page: Annotated[
        str, typer.Option("--page", metavar="PATH", help="The page to open, such as /approvals.")
    ] = "/",
    only_print: Annotated[
        bool, typer.Option("--print", help="Print the link and open nothing.")
    ] = False,
    person: Annotated[
        str | None,
        typer.Option(
            "--person",
            metavar="NAME",
            help="Print a link for somebody else who has a token, as an administrator.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Open the page in a browser, signed in; where no server runs, one is started.

    The link is good once, for five minutes. Where there is no display it is printed,
    alone on stdout.
    """
    made = link(page, person)
    wanted = not (only_print or person or as_json) and has_display(os.environ)
    # Without a browser that can be started, the link is still there to be printed.
    opened = wanted and webbrowser.open(made["url"])
    if as_json:
        render.out_json(made)
    elif opened:
        render.out(f"opened in your browser, signed in as {made['person']}")
    else:
        minutes = int(made["seconds"] // 60)
        # The link stands alone, for `$(proctor open --print)`.
        render.out(f"good once, for {minutes} minutes, as {made['person']}:", err=True)
        render.out(made["url"])


def link(page: str, person: str | None) -> dict[str, Any]:
    """
    Return a new link.

    Raises:
        NotAllowed: an agent calls, or somebody who may not have one.
        UsageError: that is no page.
        ServerError: there is no server, and none can be started.

    """
    home = proctor_home()
    people_only(home, "`proctor open`")
    token = Tokens(home).local_token()
    ensure_owner(home)
    fields: dict[str, Any] = {"page": page, **({"person": person} if person else {})}
    with Client.connect(home) as client:
        return dict(client.call("link", token=token, **fields))


def has_display(env: Mapping[str, str]) -> bool:
    """Say whether a browser can be seen from here."""
    return sys.platform == "darwin" or any(env.get(name) for name in DISPLAYS)
