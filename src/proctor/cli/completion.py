"""
Completion for a shell that is named: `proctor --install-completion zsh`.

Typer's own options look which shell runs the command, and take no name.
"""

from __future__ import annotations

from collections.abc import Sequence

import typer
from typer._completion_shared import Shells, get_completion_script, install

from proctor.errors import UsageError, did_you_mean

PROGRAM = "proctor"
VARIABLE = "_PROCTOR_COMPLETE"
INSTALL = "--install-completion"


def complete_in(option: str, words: Sequence[str]) -> None:
    """
    Install or show the script for the one shell that is named.

    Raises:
        UsageError: it is none of those that can complete.

    """
    known = [shell.value for shell in Shells]
    shell = " ".join(words)
    if shell not in known:
        hint = did_you_mean(shell, known) or f"there are {', '.join(known)}"
        raise UsageError(f"`{shell}` is not a shell that can complete", help=hint)
    if option != INSTALL:
        typer.echo(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))
        return
    _, path = install(shell=shell, prog_name=PROGRAM, complete_var=VARIABLE)
    typer.echo(f"{shell} completion installed in {path}")
    typer.echo("It takes effect in the next terminal that you open.")
