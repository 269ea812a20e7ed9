"""Answer a question from the command line, as the local user."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from proctor.cli import render
from proctor.errors import NotFound
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.server.background import ensure_owner
from proctor.server.client import Client
from proctor.server.tokens import Tokens
from proctor.server.who import running_server

# A store counts no further.
LARGEST = 2**63 - 1


def answer(number: int, data: dict[str, Any], *, as_json: bool) -> None:
    """
    Answer a question, and say so.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.

    """
    home = proctor_home()
    if running_server(home) is None:
        look_for(home, number)
    token = Tokens(home).local_token()
    ensure_owner(home)
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
