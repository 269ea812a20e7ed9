"""`proctor deny`: refuse one call that waits for a person."""

from __future__ import annotations

from typing import Annotated

import typer

from proctor.cli.answer import answer, complete_question
from proctor.cli.json_option import JsonOption
from proctor.errors import UsageError

EPILOG = """\b
Examples:
  proctor deny 12
  proctor deny 12 use a branch of your own
  proctor deny 12 --message 'use a branch of your own'
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
    as_json: JsonOption = False,
) -> None:
    """Refuse a call that waits for a person, with words for the agent if you like."""
    if words and message is not None:
        raise UsageError("the words for the agent are said twice", help="leave out --message")
    said = " ".join(words or []) if message is None else message
    answer(number, {"answer": "deny", "words": said}, as_json=as_json)
