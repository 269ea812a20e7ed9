"""`proctor resume`: start an agent again that has ended, with the conversation that it had."""

from __future__ import annotations

import typer

from proctor.agents.launching import relaunch
from proctor.cli.json_option import JsonOption
from proctor.cli.started_agent import (
    DetachOption,
    NameArgument,
    SameVariablesOption,
    started,
)

EPILOG = """\b
Examples:
  proctor resume coder-2
  proctor resume coder-2 --detach

\b
Exit status: 0 it runs, 1 it does not, or its program ended at once with an error.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def resume(
    name: NameArgument,
    *,
    detach: DetachOption = False,
    same_variables: SameVariablesOption = False,
    as_json: JsonOption = False,
) -> None:
    """
    Start an agent again that has ended, and go on with its conversation.

    Its role is read anew. A prompt that it was started with is not said a second time.
    """
    started(
        lambda home, wanted: relaunch(
            home, name, resume=True, same_variables=same_variables, wanted=wanted
        ),
        detach=detach,
        as_json=as_json,
    )
