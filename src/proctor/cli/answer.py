"""Answer a question from the command line, as the local user."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Any

from proctor.audit.rows import LARGEST
from proctor.cli import render
from proctor.errors import NotFound, ServerError
from proctor.home import proctor_home
from proctor.keepers import keeping_of, open_reader, shown_store
from proctor.server.background import ensure_owner
from proctor.server.client import Client
from proctor.server.tokens import Tokens
from proctor.server.who import running_server


def answer(number: int, data: dict[str, Any], *, as_json: bool) -> None:
    """
    Answer a question, and say so.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.
        ServerError: the server has other questions than those that are listed here.

    """
    home = proctor_home()
    if running_server(home) is None:
        look_for(home, number)
    token = Tokens(home).local_token()
    check_store(home, str(ensure_owner(home).get("store")))
    with Client.connect(home) as client:
        question = client.call("answer", number=number, token=token, **data)
    if as_json:
        render.out_json(question)
        return
    style = render.STYLES[data["answer"]]
    done = "allowed" if data["answer"] == "allow" else "denied"
    render.out((done, style), f"  {number}  ", (render.shorten(question["action"]), "bold"))


def look_for(home: Path, number: int) -> None:
    """
    Look for a question in the store: no server is started for one that nobody asked.

    Raises:
        NotFound: there is no such question.

    """
    with closing(open_reader(home)) as store:
        if not 0 < number <= LARGEST or store.question(number) is None:
            raise NotFound(f"there is no question {number}", help="see `proctor approvals`")


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
