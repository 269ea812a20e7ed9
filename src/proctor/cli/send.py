"""`proctor send`: say something to an agent; it hears it as soon as it can."""

from __future__ import annotations

import math
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from proctor.agents.caller import calling_agent, is_inside_a_program
from proctor.agents.messages import LONGEST
from proctor.agents.sandbox import INNER_SOCKET
from proctor.agents.session_folder import is_name
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.started_agent import NameArgument
from proctor.errors import NoOwner, NotAllowed, UsageError
from proctor.home import proctor_home
from proctor.owner.background import ensure_owner
from proctor.owner.client import TIMEOUT, Client
from proctor.server.tokens import Tokens

EPILOG = """\b
Examples:
  proctor send arch-1 look at the failing test first
  proctor send arch-1 --wait < notes.md
  proctor send arch-1 --interrupt stop, and read the issue again
  proctor send arch-1 --keys Escape
  proctor send arch-1 --withdraw

\b
Exit status: 0 it was delivered, or waits until it can be; 1 the agent has ended, and it is
kept until that is started again, or it was taken back meanwhile; 2 wrong call.
"""
STDIN = "-"
HELD, DELIVERED = "held", "delivered"
# The server is asked again after so many seconds, and may be another one by then.
PATIENCE, MARGIN = 60.0, 10.0
ENDED = ("has exited", "is lost")
PEOPLE_ONLY = "--keys and --interrupt are for people: an agent could answer a dialog with them"
# One that a person has started without us; its session's id, as its program tells.
UNKNOWN, SESSION = "claude", "CLAUDE_CODE_SESSION_ID"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Sender(NamedTuple):
    """Who sends: an agent by its name, one in a sandbox, or the person in front of it."""

    home: Path
    agent: str = ""
    inside: bool = False

    @property
    def is_agent(self) -> bool:
        """Say whether it is no person."""
        return self.inside or bool(self.agent)

    def fields(self) -> dict[str, Any]:
        """Return what the server is told of who sends."""
        if self.inside:
            return {}
        return {"sender": self.agent} if self.agent else {"token": Tokens(self.home).local_token()}

    @contextmanager
    def connected(self) -> Iterator[Client]:
        """Connect to the server; where none runs, one is started."""
        if self.inside:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as own:
                own.settimeout(TIMEOUT)
                try:
                    own.connect(INNER_SOCKET)
                except OSError:
                    raise NoOwner from None
                yield Client(own, TIMEOUT)
            return
        ensure_owner(self.home)
        with Client.connect(self.home) as client:
            yield client


@app.command(epilog=EPILOG)
def send(  # noqa: PLR0913 - each of them is an option
    name: NameArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT", help="What to say; from stdin without it, or for `-`."),
    ] = None,
    *,
    interrupt: Annotated[
        bool, typer.Option("--interrupt", help="End what it is doing first, as Escape does.")
    ] = False,
    keys: Annotated[
        bool, typer.Option("--keys", help="The words are keys to press: `Escape`, `C-c`, `y`.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Stay until it was delivered.")] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Take back what is still held of yours.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Say something to an agent: it is typed into its terminal, and begins with whom it is from.

    It is held while the agent is busy with a call, waits for a permission, or somebody types
    there; what is held is delivered in order, once. It is never a command of the program.
    """
    sender = sender_of(proctor_home())
    if (interrupt or keys) and sender.is_agent:
        raise NotAllowed(PEOPLE_ONLY)
    if keys and (interrupt or wait or not words):
        raise UsageError("--keys takes keys to press, and goes with neither --interrupt nor --wait")
    if withdraw:
        if words or interrupt or keys or wait:
            raise UsageError("--withdraw takes back what was sent, and goes with nothing else")
        take_back(sender, name, as_json=as_json)
        return
    fields: dict[str, Any] = {"name": name, "uid": os.urandom(16).hex()}
    if keys:
        fields["keys"] = words
    else:
        fields["text"] = read_text(words or [])
    if interrupt:
        fields["interrupt"] = True
    answer = sent(sender, fields, tries=1)
    if wait and is_held(answer):
        answer = waited(sender, fields, str(answer["why"]))
    show(sender, name, answer, as_json=as_json)


def sender_of(home: Path) -> Sender:
    """Return who calls."""
    if Path(INNER_SOCKET).is_socket():
        return Sender(home, inside=True)
    if agent := calling_agent(home):
        return Sender(home, agent)
    if is_inside_a_program():
        named = f"{UNKNOWN}-{os.environ.get(SESSION, '')[:8]}"
        return Sender(home, named if is_name(named) and named[-1] != "-" else UNKNOWN)
    return Sender(home)


def read_text(words: list[str]) -> str:
    """
    Return what to say.

    Raises:
        UsageError: nothing.

    """
    if words and words != [STDIN]:
        return " ".join(words)
    if sys.stdin.isatty():
        raise UsageError("there is nothing to send", help="give a text, or pipe one in")
    # One byte more than is taken: the server says that it is too long.
    return sys.stdin.buffer.read(LONGEST + 1).decode(errors="replace")


def sent(sender: Sender, fields: dict[str, Any], *, tries: float) -> dict[str, Any]:
    """
    Send it, and return what became of it.

    Raises:
        NoOwner: the server went away, and did so more often than we try it again.

    """
    while True:
        try:
            with sender.connected() as client:
                told = {**sender.fields(), **fields}
                return dict(client.call("send", within=PATIENCE + MARGIN, **told))
        except NoOwner:
            # It went away in the middle. By its uid the message stays one.
            if "keys" in fields or tries < 1:
                raise
            tries -= 1


def waited(sender: Sender, fields: dict[str, Any], why: str) -> dict[str, Any]:
    """
    Say why a message is held, and return what became of it once it was delivered or never can be.

    Raises:
        KeyboardInterrupt: whoever waits has waited enough; the message stays.

    """
    name = fields["name"]
    # Once was enough: what is asked again is whether it was delivered.
    asked = {key: value for key, value in fields.items() if key != "interrupt"}
    try:
        render.out(("held: ", "yellow"), f"{render.shorten(why)}; waiting", err=True)
        sys.stderr.flush()
        while True:
            answer = sent(sender, {**asked, "seconds": PATIENCE}, tries=math.inf)
            if not is_held(answer):
                return answer
    except KeyboardInterrupt:
        render.out(
            f"\nthe message stays, and is delivered as soon as {name} can take it; "
            f"`{render.command()} send {name} --withdraw` takes it back",
            err=True,
        )
        raise


def is_held(answer: dict[str, Any]) -> bool:
    """Say whether a message may still be delivered to an agent that is there."""
    return answer["state"] == HELD and not str(answer["why"]).endswith(ENDED)


def take_back(sender: Sender, name: str, *, as_json: bool) -> None:
    """Take back what the sender has said to an agent, and the agent has not heard."""
    count = int(sent(sender, {"name": name, "withdraw": True}, tries=1)["withdrawn"])
    if as_json:
        render.out_json({"name": name, "withdrawn": count})
    elif count:
        render.out(("taken back: ", "green"), render.count(count, "message"))
    else:
        render.out(f"nothing of yours is held for {name}")


def show(sender: Sender, name: str, answer: dict[str, Any], *, as_json: bool) -> None:
    """
    Say what became of it.

    Raises:
        typer.Exit: the agent has ended, or the message was taken back.

    """
    delivered = answer["state"] == DELIVERED
    if as_json:
        render.out_json({"name": name, **answer})
    elif delivered:
        render.out(("delivered", "green"))
    else:
        # Held, or withdrawn.
        render.out((f"{answer['state']}: ", "yellow"), render.shorten(str(answer["why"])))
    if delivered or is_held(answer):
        return
    if answer["state"] == HELD and not as_json:
        show_kept(sender, name)
    raise typer.Exit(1)


def show_kept(sender: Sender, name: str) -> None:
    """Say how long a message to one that has ended is kept, and what whoever sends can do."""
    command = render.command()
    again = f": `{command} resume {name}`, or `{command} restart {name}`"
    render.out(
        ("help: ", "bold"),
        f"the message is kept until {'a person starts' if sender.is_agent else 'you start'} "
        f"{name} again{'' if sender.is_agent else again}; "
        f"`{command} send {name} --withdraw` takes it back",
        err=True,
    )
