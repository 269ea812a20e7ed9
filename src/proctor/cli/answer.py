"""Answer a question from the command line, as the local user."""

from __future__ import annotations

from typing import Any

from proctor.cli import render
from proctor.observe import proctor_home
from proctor.server.background import ensure_owner
from proctor.server.client import Client
from proctor.server.tokens import Tokens


def answer(number: int, data: dict[str, Any], *, as_json: bool) -> None:
    """
    Answer a question, and say so.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.

    """
    home = proctor_home()
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
