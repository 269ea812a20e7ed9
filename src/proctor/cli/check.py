"""`proctor check`: everything that is wrong in roles, rules, config and workflows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.errors import NotFound
from proctor.rehearse.check import check as check_files

EPILOG = """\b
Examples:
  proctor check
  proctor check .proctor/roles/coder.yaml
  proctor check --json

\b
Exit status: 0 nothing wrong (there may be warnings), 1 problems.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="Only what is wrong in these files or folders."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Find what is wrong in roles, rules, config and workflows, of this project and your home.

    Unknown keys and tools, patterns that are wrong or can explode, examples that a
    rule does not meet; and, as warnings, rules that can never decide because another
    one always comes first.
    """
    for path in paths or ():
        if not path.exists():
            raise NotFound(f"`{path}` is not there")
    home, root = here()
    problems = check_files(home, root, only=paths or ())
    if as_json:
        render.out_json([render.problem_json(problem) for problem in problems])
    else:
        render.show_problems(problems, checked="roles, rules, config and workflows")
    raise typer.Exit(int(any(not problem.warning for problem in problems)))
