"""Do something at the server as the local user, who is known there by their token."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from proctor.agents.caller import people_only
from proctor.cli import render
from proctor.errors import ServerError, UsageError
from proctor.keepers import keeping_of, shown_store
from proctor.owner.background import ensure_owner
from proctor.owner.client import Client
from proctor.server.tokens import Tokens


class AsPerson:
    """A connection to the server, in the local user's name."""

    def __init__(self, client: Client, token: str) -> None:
        self.client = client
        self.token = token

    def call(self, op: str, **fields: Any) -> Any:
        """Ask the server for something that only a person may do."""
        return self.client.call(op, token=self.token, **fields)


@contextmanager
def as_person(home: Path) -> Iterator[AsPerson]:
    """
    Connect to the server of a home; where none runs, one is started.

    Raises:
        NotAllowed: an agent calls; whatever it says, it is no person.
        ServerError: it has other questions and grants than those that are listed here.

    """
    people_only(home, "answering and granting")
    token = Tokens(home).local_token()
    check_store(home, str(ensure_owner(home).get("store")))
    with Client.connect(home) as client:
        yield AsPerson(client, token)


def check_store(home: Path, told: str) -> None:
    """
    Look whether the server keeps where `approvals` looks, so that a number means one question.

    Raises:
        ServerError: it keeps elsewhere; under the same number something else may wait there.

    """
    ours = shown_store(home, keeping_of(home))
    # A home has more than one spelling.
    if os.path.realpath(told) != os.path.realpath(ours):
        raise ServerError(
            f"the server keeps in `{told}`, and `proctor approvals` looks at `{ours}` from here",
            help="name the store in config.yaml; then `proctor down` and `proctor up --background`",
        )


def confirm(
    asked: str, *, yes: bool, blind: bool, nothing: str, shown: str = "what would be remembered"
) -> None:
    """
    Ask the person at the terminal, who has been shown what it is about.

    Args:
        asked: the question.
        yes: whether they have said so already.
        blind: whether nobody shall be asked here.
        nothing: what was not done, where the answer is no.
        shown: what it is about, for those who are not there to be asked.

    Raises:
        UsageError: nobody is there to ask.
        typer.Exit: the answer is no.

    """
    if yes:
        return
    if blind or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            f"nobody is here to ask: {nothing}",
            help=f"read {shown}, then use --yes",
        )
    if not typer.confirm(asked, default=False, err=True):
        render.out(nothing, err=True)
        raise typer.Exit(1)
