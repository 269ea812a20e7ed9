"""`proctor explain`: what a role would do with one call, and why."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from proctor.assemble import Proctor
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import (
    DEFAULT_ROLE,
    ModeOption,
    RoleOption,
    complete_tool,
    read_folder,
    read_mode,
)
from proctor.cli.role import known_of_agent
from proctor.cli.started_agent import complete_agent
from proctor.errors import UsageError, did_you_mean
from proctor.home import proctor_home
from proctor.policy.explain import as_json as decision_json
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import Catalogue
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import Role

STATUS = {Effect.ALLOW: 0, Effect.ASK: 10, Effect.DENY: 20}
STRING_PREFIX = "tool:"
LONGEST_NAME = 80
FOLLOWS = (
    "the role `{role}` follows the mode of the agent program; this answer assumes `default` "
    "(another: --mode)"
)
RULE = re.compile(r"([\w-]+)\((.+)\)")

EPILOG = """\b
Examples:
  proctor explain --role coder Bash 'git push --force origin main'
  proctor explain --role coder Write '{"file_path": "docs/a.md", "content": "x"}'
  proctor explain --role standard 'tool:bash:npm test'
  proctor explain --agent frontend 'tool:git:push origin main'
  proctor explain --role coder --json Read .env
  proctor explain Bash -- '-a target that begins with a dash'

\b
Exit status: 0 allow, 10 ask, 20 deny, 2 wrong call, 1 the role has problems.
"""

AgentOption = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        autocompletion=complete_agent,
        help="Decide as for this agent: its role, folder, and what was changed for it alone.",
    ),
]
app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG, context_settings={"allow_extra_args": True})
def explain(  # noqa: PLR0913 - a command's options
    ctx: typer.Context,
    tool: Annotated[
        str,
        typer.Argument(
            metavar="TOOL",
            autocompletion=complete_tool,
            help="The tool's name, or a whole `tool:…` string.",
        ),
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
    agent: AgentOption = "",
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
    forced = read_mode(mode)
    if agent and getattr(ctx.get_parameter_source("role"), "name", "") == "COMMANDLINE":
        raise UsageError("an agent has its own role", help="leave out --role or --agent")
    if agent:
        proctor = as_agent(agent, cwd, forced)
    else:
        proctor = Proctor.for_role(role, cwd=read_folder(cwd), mode=forced)
    if tool.startswith(STRING_PREFIX):
        if target is not None:
            raise UsageError("a `tool:…` string stands alone", help="leave the second word out")
        decision = check_string(proctor, tool)
    else:
        decision = proctor.decide(read_call(tool, target, proctor.policy.catalogue))
    show_trust(proctor.role)
    if as_json:
        render.out_json(decision_json(decision))
    else:
        render.show_decision(decision)
        if forced is None and proctor.role.mode is None:
            render.out(("note: ", "bold"), FOLLOWS.format(role=proctor.role.id), err=True)
    raise typer.Exit(STATUS[decision.effect])


def as_agent(agent: str, cwd: Path | None, mode: Mode | None) -> Proctor:
    """
    Return what decides for an agent: its role, with the profile that it was given alone.

    Raises:
        NotFound: there is no such agent.
        UsageError: it has no role, or what was changed for it cannot be read.

    """
    role, held, own = known_of_agent(proctor_home(), agent)
    if held.trouble:
        raise UsageError(held.trouble, help="until then its role's denies hold, the rest is asked")
    if held.profile:
        said = f"decided with the profile `{held.profile}`, which `{agent}` was given for itself"
        render.out(("note: ", "bold"), said, err=True)
    folder = Path(own) if cwd is None and own and Path(own).is_dir() else read_folder(cwd)
    return Proctor.for_role(role, cwd=folder, mode=mode, profile=held.profile)


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
        UsageError: the target is missing, or the tool needs its whole input.

    """
    fields = catalogue.get(tool).fields
    if target is not None and not target.strip():
        raise UsageError("the target is empty", help=f"what shall `{tool}` work on?")
    if target is not None and target.lstrip().startswith("{"):
        return ToolCall(tool=tool, input=read_object(target))
    if not catalogue.knows(tool):
        raise unknown_tool(tool, target, catalogue)
    if target is None and fields:
        raise UsageError(
            f"what shall `{tool}` work on?",
            help=f"name a target or its input as JSON: proctor explain {tool} '…'",
        )
    if target is None:
        return ToolCall(tool=tool, input={})
    if not fields:
        raise UsageError(
            f"`{tool}` has no field of which we know that it is the target",
            help="give its whole input as a JSON object",
        )
    return ToolCall(tool=tool, input={fields[0]: target})


def unknown_tool(tool: str, target: str | None, catalogue: Catalogue) -> UsageError:
    """Say that nobody knows such a tool: mistyped, forgotten before a command, or one's own."""
    command = tool if target is None else f"{tool} {target}"
    forgotten = f"a command needs its tool before it: proctor explain Bash {quote(command)}"
    own = f"{forgotten}; a tool of your own, its input as JSON"
    words = " " in tool.strip()
    rule = RULE.fullmatch(tool)
    if rule and target is None and catalogue.knows(rule[1]):
        forgotten = f"a call is not written as a rule: proctor explain {rule[1]} {quote(rule[2])}"
        words = True
    return UsageError(
        f"`{render.shorten(tool, LONGEST_NAME)}` is not a tool that is known",
        help=forgotten if words else did_you_mean(tool, catalogue.names) or own,
    )


def read_object(text: str) -> dict[str, object]:
    """
    Read a JSON object.

    Raises:
        UsageError: it is none; whoever means a command `{ ls; }` can say so.

    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        wrong = f"{error.msg} at line {error.lineno} column {error.colno}"
    except (ValueError, RecursionError):
        wrong = "it is too deep or holds a number that is too long"
    else:
        return dict(data)
    raise UsageError(
        f"what begins with `{{` is the whole input as JSON, and this is none: {wrong}",
        help='a target that begins with `{` goes into it: \'{"command": "{ ls; }"}\'',
    )


def show_trust(role: Role) -> None:
    """Say on stderr, in a line, that not all of a role counts, where that is so."""
    note = render.TRUST_NOTES.get(role.trust or "")
    if note:
        render.out(("note: ", "bold"), f"the role `{role.id}`: {note}", err=True)
