"""`proctor approve`: let one call run that waits for a person."""

from __future__ import annotations

from typing import Annotated

import typer

from proctor.cli.answer import answer
from proctor.cli.json_option import JsonOption

EPILOG = """\b
Examples:
  proctor approvals
  proctor approve 12
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def approve(
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number in `approvals`.")],
    as_json: JsonOption = False,
) -> None:
    """Let a call run that waits for a person: this one, once."""
    answer(number, {"answer": "allow"}, as_json=as_json)
