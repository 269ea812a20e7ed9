"""`proctor channel`: the ways to reach people, and whether they work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from proctor.approval.channels.pauses import Pauses
from proctor.approval.people import People
from proctor.cli import render
from proctor.cli.channel_setup import Setup, setup_of
from proctor.cli.channel_trial import Step, Tell, Trial
from proctor.cli.json_option import JsonOption
from proctor.cli.trial_discord import try_discord
from proctor.cli.trial_server import served_channels, try_server
from proctor.cli.trial_telegram import try_telegram
from proctor.errors import ChannelError, NotFound, ProctorError, did_you_mean
from proctor.home import proctor_home
from proctor.server.tokens import local_person

EPILOG = """\b
Examples:
  proctor channel list
  proctor channel test telegram
  proctor channel test discord --wait 120
  proctor channel test telegram --wait 0
"""
TESTED = ("telegram", "discord")
KNOWN = ("inbox", *TESTED)
WAIT, LONGEST_WAIT = 60, 3600
MARKS = {True: ("ok  ", "green"), False: ("no  ", "red"), None: ("    ", "")}
SET_UP = {
    "telegram": "write `channels: {telegram: {token: …, chat: …}}` in config.yaml of Proctor's "
    "home, or set PROCTOR_USE_TG=1, TG_API_TOKEN and TG_CHAT_ID",
    "discord": "write `channels: {discord: {token: …, channel: …}}` in config.yaml of Proctor's "
    "home",
}

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)


@app.callback()
def channel() -> None:
    """List the ways to reach people, and try them."""


def complete_channel(incomplete: str) -> list[str]:
    """Return the channels that can be tried and begin so."""
    return [name for name in TESTED if name.startswith(incomplete)]


@app.command("list")
def list_channels(as_json: JsonOption = False) -> None:
    """
    List the ways to reach people: where each is set up, and whether the server has it on.

    `proctor approvals --watch` is one more, as long as it runs.
    """
    home = proctor_home()
    rows = rows_of(setup_of(home), served_channels(home))
    if as_json:
        render.out_json(rows)
        return
    for row in rows:
        state = row["state"] or "no server runs"
        style = render.STYLES["warning"] if row["trouble"] else ""
        said = f": {render.shorten(row['trouble'])}" if row["trouble"] else ""
        where = row["set_up"] or "not set up"
        render.out((f"{row['name']:<10}", "bold"), f"{where:<13}", (f"{state}{said}", style))


def rows_of(setup: Setup, served: dict[str, dict[str, Any]] | None) -> list[dict[str, Any]]:
    """Return every channel, with where it is set up and how it is."""
    written = {**({"inbox": "built in"} if setup.asking.inbox else {}), **setup.written}
    rows = []
    for name in dict.fromkeys([*KNOWN, *(served or {})]):
        there = (served or {}).get(name, {})
        wrong = setup.trouble.get(name)
        state = str(there.get("state") or "off") if served is not None else None
        trouble = wrong.message if wrong else there.get("trouble")
        # What variables set up, the server's own shell may know alone.
        row = {"name": name, "set_up": written.get(name) or there.get("set_up"), "state": state}
        rows.append({**row, "trouble": None if trouble is None else str(trouble)})
    return rows


@app.command("test")
def try_out(
    name: Annotated[
        str,
        typer.Argument(
            metavar="telegram|discord", autocompletion=complete_channel, help="Which one."
        ),
    ],
    wait: Annotated[
        int,
        typer.Option(
            "--wait",
            metavar="SECONDS",
            min=0,
            max=LONGEST_WAIT,
            help="How long somebody has for an answer; with 0, only a message is sent.",
        ),
    ] = WAIT,
    as_json: JsonOption = False,
) -> None:
    """
    Try a channel: is the token known, is the chat reached, is an answer heard?

    A test question with buttons goes there, which nothing hangs on. Exit status 0 if it
    arrived and somebody answered, 1 if not, with what to do.
    """
    if name not in TESTED:
        known = f"there are {' and '.join(TESTED)}"
        raise NotFound(f"`{name}` is no channel to try", help=did_you_mean(name, TESTED) or known)
    show_trial(
        name,
        lambda tell: try_channel(proctor_home(), name, wait=wait, tell=tell),
        as_json=as_json,
    )


def show_trial(name: str, attempt: Callable[[Tell], None], *, as_json: bool) -> None:
    """
    Print what a trial finds, as it finds it, or all of it as JSON.

    Raises:
        ProctorError: that with which it failed.

    """
    steps: list[Step] = []

    def tell(step: Step) -> None:
        steps.append(step)
        if not as_json:
            render.out(MARKS[step.ok], f"{step.name:<8}", render.shorten(step.said))

    failed: ProctorError | None = None
    try:
        attempt(tell)
    except ProctorError as error:
        failed = error
    if as_json:
        said = {"error": failed.message, "help": failed.help} if failed else {}
        told = [step._asdict() for step in steps]
        render.out_json({"channel": name, "reached": failed is None, "steps": told, **said})
    if failed is not None:
        raise failed


def try_channel(  # noqa: PLR0913 - the last two are for whoever has no Telegram or Discord at hand
    home: Path,
    name: str,
    *,
    wait: float,
    tell: Tell,
    address: str = "",
    pauses: Pauses = Pauses(),  # noqa: B008 - it cannot be changed
) -> None:
    """
    Try a channel, and tell each thing that is found.

    Args:
        home: whose config counts.
        name: `telegram` or `discord`.
        wait: how many seconds somebody has for an answer.
        tell: is told.
        address: where its API is, if not at its usual place. No variable and no option
            leads here: whoever is called there gets the token.
        pauses: how long is waited after faults.

    Raises:
        ChannelError: it does not work, and what to do.

    """
    setup = setup_of(home)
    if name in setup.trouble:
        raise setup.trouble[name]
    if name not in setup.written:
        raise ChannelError(f"{name} is not set up", help=SET_UP[name])
    tell(Step("config", ok=True, said=f"set up by {setup.written[name]}"))
    served = served_channels(home)
    # The server that listens there hears the answers, and nobody else does.
    listens = served is not None and served.get(name, {}).get("state") == "on"
    asking = setup.asking
    people = People(asking.people, local=local_person(), chat_roles=asking.chat_roles)
    trial = Trial(name, people=people, wait=0 if listens else wait, tell=tell)
    if setup.telegram is not None and name == "telegram":
        api = address or setup.telegram.api
        asyncio.run(try_telegram(setup.telegram, trial, api=api, pauses=pauses))
    elif setup.discord is not None:
        asyncio.run(try_discord(setup.discord, trial, url=address, pauses=pauses))
    if served is not None and not listens:
        wrong = served.get(name, {}).get("trouble")
        words = f": {wrong}" if wrong else ", as it was started before or without it"
        said = f"the server that runs has it off{words}; `proctor down`, then `proctor up`"
        tell(Step("server", ok=False, said=said))
    if listens and wait:
        try_server(home, trial, wait)
