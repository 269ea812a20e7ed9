"""`proctor explain`: what a role would do with one call, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from proctor.assemble import Proctor
from proctor.cli import render
from proctor.cli.options import (
    DEFAULT_ROLE,
    JsonOption,
    ModeOption,
    RoleOption,
    read_folder,
    read_mode,
)
from proctor.errors import UsageError
from proctor.policy.explain import as_json as decision_json
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import Catalogue
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect

STATUS = {Effect.ALLOW: 0, Effect.ASK: 10, Effect.DENY: 20}
STRING_PREFIX = "tool:"

EPILOG = """\b
Examples:
  proctor explain --role coder Bash 'git push --force origin main'
  proctor explain --role coder Write '{"file_path": "docs/a.md", "content": "x"}'
  proctor explain --role standard 'tool:bash:npm test'
  proctor explain --role coder --json Read .env
  proctor explain Bash -- '-a target that begins with a dash'

\b
Exit status: 0 allow, 10 ask, 20 deny, 2 wrong call, 1 the role has problems.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG, context_settings={"allow_extra_args": True})
def explain(  # noqa: PLR0913 - a command's options
    ctx: typer.Context,
    tool: Annotated[
        str, typer.Argument(metavar="TOOL", help="The tool's name, or a whole `tool:…` string.")
    ],
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[TARGET_OR_JSON]",
            help="A command, path or URL; or the tool's whole input as a JSON object.",
        ),
    ] = None,
    *,
    role: RoleOption = DEFAULT_ROLE,
    mode: ModeOption = None,
    cwd: Annotated[
        Path | None,
        typer.Option("--cwd", metavar="DIR", help="The folder in which the call is made."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Say what a role would do with a tool call, and why. Nothing is run.

    TARGET_OR_JSON is what the tool works on (a command, a path, a URL), or its
    whole input as a JSON object. A string that begins with `tool:` stands alone.
    """
    if ctx.args:
        raise UsageError(
            f"`{ctx.args[0]}` is one word too many", help="put the whole target in quotes"
        )
    proctor = Proctor.for_role(role, cwd=read_folder(cwd), mode=read_mode(mode))
    if tool.startswith(STRING_PREFIX):
        if target is not None:
            raise UsageError("a `tool:…` string stands alone", help="leave the second word out")
        decision = check_string(proctor, tool)
    else:
        decision = proctor.decide(read_call(tool, target, proctor.policy.catalogue))
    data = decision_json(decision)
    if as_json:
        render.out_json(data)
    else:
        render.show_decision(data)
    raise typer.Exit(STATUS[decision.effect])


def check_string(proctor: Proctor, string: str) -> Decision:
    """
    Decide a whole action string.

    Raises:
        UsageError: it is none.

    """
    try:
        return proctor.check(string)
    except ValueError as error:
        raise UsageError(str(error)) from None


def read_call(tool: str, target: str | None, catalogue: Catalogue) -> ToolCall:
    """
    Make a call of a tool's name and what was written after it.

    Raises:
        UsageError: there is no target, or the tool needs its whole input.

    """
    if target is None:
        raise UsageError(
            f"what shall `{tool}` work on?",
            help=f"name a target or its input as JSON: proctor explain {tool} '…'",
        )
    data = read_object(target)
    if data is not None:
        return ToolCall(tool=tool, input=data)
    fields = catalogue.get(tool).fields
    if not fields:
        raise UsageError(
            f"`{tool}` has no field of which we know that it is the target",
            help="give its whole input as a JSON object",
        )
    return ToolCall(tool=tool, input={fields[0]: target})


def read_object(text: str) -> dict[str, object] | None:
    """Read a JSON object; anything else, `{ ls; }` for one, is a target."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
