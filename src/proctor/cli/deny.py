"""`proctor deny`: refuse one call that waits for a person."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from proctor.audit.rows import LARGEST
from proctor.cli import render
from proctor.cli.answer import answer, complete_question
from proctor.cli.approvals import line_of
from proctor.cli.as_person import as_person
from proctor.cli.json_option import JsonOption
from proctor.errors import TooLate, UsageError
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.terms.question import Status

EPILOG = """\b
Examples:
  proctor deny 12
  proctor deny 12 use a branch of your own
  proctor deny 12 --message 'use a branch of your own'
  proctor deny 12 --all
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def deny(
    number: Annotated[
        int,
        typer.Argument(
            metavar="ID", autocompletion=complete_question, help="Its number in `approvals`."
        ),
    ],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="What the agent is told.")
    ] = None,
    message: Annotated[
        str | None,
        typer.Option("--message", "-m", metavar="WORDS", help="What the agent is told, as one."),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Also deny all others that `approvals` shows on its line."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Refuse a call that waits for a person, with words for the agent if you like."""
    if words and message is not None:
        raise UsageError("the words for the agent are said twice", help="leave out --message")
    said = " ".join(words or []) if message is None else message
    if every:
        deny_line(number, said, as_json=as_json)
    else:
        answer(number, {"answer": "deny", "words": said}, as_json=as_json)


def deny_line(number: int, words: str, *, as_json: bool) -> None:
    """
    Deny every question of a line of the inbox.

    Raises:
        NotFound: there is no such question.
        TooLate: nothing waits on its line any more.

    """
    home = proctor_home()
    with closing(open_reader(home)) as store:
        line = line_of(store, store.questions(Status.PENDING, limit=LARGEST), number)
    if line is None:
        raise TooLate(f"nothing waits on the line of question {number} any more")
    numbers = [question.id for question in line.questions]
    with as_person(home) as server:
        told = server.call("deny-all", numbers=numbers, words=words)
    if as_json:
        render.out_json(told)
        return
    count = len(told["denied"])
    questions = "1 question" if count == 1 else f"{count:,} questions"
    render.out(("denied", render.STYLES["deny"]), f"  {questions} of the line of {number}")
    if refused := told["refused"]:
        why = render.shorten(next(iter(refused.values())))
        render.out((f"{len(refused):,} not denied: {why}", "yellow"), err=True)
    if not count:
        raise typer.Exit(1)
