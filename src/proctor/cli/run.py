"""`proctor run`: start an agent under a role, in a terminal that outlives this one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from proctor.agents.launching import Wanted, launch
from proctor.agents.role_changes import read_changes
from proctor.agents.session_files import Session
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role
from proctor.cli.run_names import complete_run
from proctor.cli.started_agent import DetachOption, started
from proctor.errors import NotFound, ProctorError, UsageError
from proctor.roles.find import RoleShelf

EPILOG = """\b
Examples:
  proctor run --role coder
  proctor run --role coder --name coder-2 --detach
  proctor run --role coder --detach -- 'Write the tests for the import.'
  proctor run --role coder --set model=haiku --set permission_mode=plan
  proctor run --workflow WF-20261116-001
  proctor run --name shell-1 -- bash
  proctor run -- claude

\b
Exit status: 0 it runs, 1 it does not, or its program ended at once with an error.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)

WorkflowOption = Annotated[
    str,
    typer.Option(
        "--workflow",
        metavar="RUN",
        autocompletion=complete_run,
        help="Work in this run, under the role of its stage; with --role, under both.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Another value for a field of the role, this once: model, permission_mode, "
        "instructions, system_prompt, isolated, sandbox, settings.KEY.",
    ),
]


@app.command(epilog=EPILOG, context_settings={"allow_interspersed_args": False})
def run(  # noqa: PLR0913 - each of them is an option
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[-- WORDS…]",
            help="Extra arguments for the program; without a role, the program and its arguments.",
        ),
    ] = None,
    *,
    role: Annotated[
        str,
        typer.Option(
            "--role",
            metavar="ROLE",
            autocompletion=complete_role,
            help="What it is and may do; `proctor role list` shows them.",
        ),
    ] = "",
    workflow: WorkflowOption = "",
    name: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="NAME",
            help="Agent name (default: the name of the role or the program).",
        ),
    ] = "",
    detach: DetachOption = False,
    cwd: Annotated[
        str, typer.Option("--cwd", metavar="DIR", help="Where it works; else here.")
    ] = ".",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Start an agent: Claude Code under a role, or any program without one.

    It runs in a terminal of its own, which is shown here unless you say --detach, and goes on
    when you leave. Each of its tool calls is checked by its role, before it runs. With --workflow
    that is the role of the stage in which the run is at that moment. Without a role nothing is
    checked and no settings are generated.
    """
    extra = tuple(words or ())
    has_role = bool(role or workflow)
    if not has_role:
        check_without_role(extra, changes or [])
    wanted = Wanted(
        role=role,
        name=name,
        workflow=workflow,
        cwd=cwd,
        command=() if has_role else extra,
        extra=extra if has_role else (),
        set=read_changes(changes or ()),
    )
    started(
        lambda home, heard: start(home, replace(wanted, tell=heard.tell, doing=heard.doing)),
        detach=detach,
        as_json=as_json,
    )


def check_without_role(words: tuple[str, ...], changes: list[str]) -> None:
    """
    Look whether there is enough to start a program without a role.

    Raises:
        UsageError: there is not.

    """
    if not words:
        raise UsageError(
            "nothing to run: specify a role or a command",
            help="proctor run --role ROLE; `proctor role list` shows them",
        )
    if changes:
        raise UsageError("--set changes a role, and there is none", help="add --role ROLE")


def start(home: Path, wanted: Wanted) -> Session:
    """
    Start it; whoever names a role as if it were a program is told so.

    Raises:
        ProctorError: it cannot be started.

    """
    try:
        return launch(home, wanted)
    except NotFound as missing:
        # Without a role and a run there is a program, which has a name.
        if wanted.command and is_role(home, wanted.command[0]):
            missing.help = f"for the role of that name: proctor run --role {wanted.command[0]}"
        raise


def is_role(home: Path, name: str) -> bool:
    """Say whether there is a role of a name."""
    try:
        return name in RoleShelf(home).names()
    except ProctorError:
        return False
