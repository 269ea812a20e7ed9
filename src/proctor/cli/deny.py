"""`proctor deny`: refuse one call that waits for a person."""

from __future__ import annotations

from typing import Annotated

import typer

from proctor.cli.answer import answer
from proctor.cli.json_option import JsonOption

EPILOG = """\b
Examples:
  proctor deny 12
  proctor deny 12 use a branch of your own
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def deny(
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `approvals`.")],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="What the agent is told.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Refuse a call that waits for a person, with words for the agent if you like."""
    answer(number, {"answer": "deny", "words": " ".join(words or [])}, as_json=as_json)
