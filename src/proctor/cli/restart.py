"""`proctor restart`: end an agent and start it again, anew."""

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
  proctor restart coder-2
  proctor restart coder-2 --detach

\b
Exit status: 0 it runs, 1 it does not, or its program ended at once with an error.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def restart(
    name: NameArgument,
    *,
    detach: DetachOption = False,
    same_variables: SameVariablesOption = False,
    as_json: JsonOption = False,
) -> None:
    """
    Start an agent again with a new conversation; one that runs is ended first.

    Its role is read anew, and it is started as it was: same name, folder, words and `--set`.
    Whoever looks at its terminal stays there. `proctor resume` goes on with its conversation.
    """
    started(
        lambda home, wanted: relaunch(
            home, name, resume=False, same_variables=same_variables, wanted=wanted
        ),
        detach=detach,
        as_json=as_json,
    )
