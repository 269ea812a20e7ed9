"""`proctor mcp`: serve the tools of a role to an MCP client, and gate upstream servers."""

from __future__ import annotations

import logging
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from proctor.agents.session_folder import checked_name
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, read_folder
from proctor.config import load_config
from proctor.errors import MissingExtra, UsageError
from proctor.home import proctor_home, project_root
from proctor.hook.identity import GUARDED
from proctor.nodes import visible
from proctor.terms.lookalikes import marked
from proctor.terms.unseen import formed

if TYPE_CHECKING:
    from proctor.gateway.http_serving import Address
    from proctor.gateway.run import GatewaySetting
    from proctor.terms.upstream import UpstreamSetting

EPILOG = """\b
Examples:
  claude mcp add proctor -- proctor mcp --role coder
  claude mcp add proctor -- proctor mcp --role coder --upstream 'github=npx server-github'
  proctor mcp --role coder --http
  claude -p --permission-prompt-tool mcp__proctor__approve …   with `proctor mcp --prompt-tool`

\b
Exit status: 0 the client went away or a signal came, 1 it cannot be served, 2 a wrong call.
"""
HTTP = "--http"
SERVER_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
STARTED_BY_A_CLIENT = "an MCP client starts `proctor mcp` and speaks to it on stdin"
ADD = "claude mcp add proctor -- proctor mcp --role coder"
OPEN = (
    "anybody who reaches this address and has the token can call the tools; what is sent, the "
    "token too, can be read on the way"
)

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class WithAddress(TyperCommand):
    """A command whose `--http` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words; nothing behind `--http` is the usual address."""
        behind = [*args[1:], "--"]
        words = [
            f"{HTTP}=" if word == HTTP and behind[at].startswith("-") else word
            for at, word in enumerate(args)
        ]
        return super().parse_args(ctx, words)


RoleOption = Annotated[
    str,
    typer.Option(
        "--role",
        metavar="ROLE",
        autocompletion=complete_role,
        help="The role whose tools are served; else PROCTOR_ROLE, under `guarded`.",
    ),
]
StageOption = Annotated[
    str,
    typer.Option("--stage", metavar="RUN", help="A workflow run; its stage's role counts too."),
]
UpstreamOption = Annotated[
    list[str] | None,
    typer.Option(
        "--upstream",
        metavar="NAME=COMMAND",
        help="An MCP server behind this one, also NAME=URL; beside those of config.yaml.",
    ),
]
NameOption = Annotated[
    str, typer.Option("--name", metavar="NAME", help="What the client calls this server.")
]
HttpOption = Annotated[
    str | None,
    typer.Option(
        HTTP,
        metavar="[[HOST:]PORT]",
        help="Serve by HTTP, with a token, on 127.0.0.1:7763 or there; else on stdin.",
    ),
]
FolderOption = Annotated[
    Path | None,
    typer.Option("--workspace", metavar="DIR", help="The folder that tools work in."),
]
AgentOption = Annotated[
    str, typer.Option("--agent", metavar="NAME", help="Who calls; else PROCTOR_AGENT.")
]
PromptOption = Annotated[
    bool, typer.Option("--prompt-tool", help="Serve `approve`, for --permission-prompt-tool.")
]
ModuleOption = Annotated[
    list[str] | None,
    typer.Option("--module", metavar="MODULE", help="Serve the @tool functions in it too."),
]


@app.command(epilog=EPILOG, cls=WithAddress)
def mcp(  # noqa: PLR0913 - its options
    *,
    role: RoleOption = "",
    stage: StageOption = "",
    upstream: UpstreamOption = None,
    name: NameOption = "proctor",
    http: HttpOption = None,
    workspace: FolderOption = None,
    agent: AgentOption = "",
    prompt_tool: PromptOption = False,
    module: ModuleOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Serve the tools of a role to an MCP client, and gate the tools of other MCP servers.

    Every call is decided, asked about and kept as anywhere else. On stdin and stdout there is
    nothing but MCP; whatever else there is to say goes to stderr.
    """
    needs_extra()
    log_to_stderr()
    # Slow, and for this alone.
    from proctor.gateway.http_serving import read_address  # noqa: PLC0415 - see above
    from proctor.gateway.run import GatewaySetting, check, run_gateway  # noqa: PLC0415 - see above
    from proctor.gateway.standing import served  # noqa: PLC0415 - see above

    home, folder = proctor_home(), read_folder(workspace)
    standing = served(
        home,
        os.environ,
        role=role,
        stage=stage,
        agent=checked_name(agent) if agent else "",
        # As the hook decides, whose place it takes.
        otherwise=GUARDED if prompt_tool else "",
    )
    setting = GatewaySetting(
        home=home,
        workspace=folder,
        role=standing.role,
        stage=standing.stage,
        agent=standing.agent,
        name=server_name(name),
        upstreams=() if prompt_tool else upstreams_of(home, folder, upstream or []),
        modules=tuple(module or ()),
    )
    address = read_address(http) if http is not None else None
    check(setting)
    if address is None and sys.stdin is not None and sys.stdin.isatty():
        check_upstreams(setting)
        raise UsageError(STARTED_BY_A_CLIENT, help=ADD)
    run_gateway(
        setting,
        address=address,
        prompt_tool=prompt_tool,
        ready=lambda where: show_address(where, home, as_json=as_json),
    )


def check_upstreams(setting: GatewaySetting) -> None:
    """
    Start each upstream once, and say to the person at the terminal how that went.

    Raises:
        Exit: with status 1 where one did not start.

    """
    from proctor.gateway.run import try_upstreams  # noqa: PLC0415 - slow, and for this alone

    tried = try_upstreams(setting)
    for one in tried:
        if one.trouble:
            said = f"the MCP server `{one.name}`: {one.trouble}"
            render.out(("error: ", render.STYLES["error"]), said, err=True)
        else:
            render.out(f"the MCP server `{one.name}`: {render.count(one.tools, 'tool')}", err=True)
    if any(one.trouble for one in tried):
        raise typer.Exit(1)


def server_name(name: str) -> str:
    """
    Return a name that MCP clients take for a server.

    Raises:
        UsageError: they take it for none.

    """
    if not SERVER_NAME.fullmatch(name):
        message = f"`{visible(name)}` is no name for an MCP server"
        raise UsageError(message, help="letters, digits, `-` and `_`, at most 64")
    return name


def needs_extra() -> None:
    """
    Look whether what serves MCP is installed.

    Raises:
        MissingExtra: it is not.

    """
    if find_spec("mcp") is None:
        message = "a gateway needs the package mcp"
        raise MissingExtra(message, help="pip install 'proctor-gate[mcp]'")


def upstreams_of(home: Path, folder: Path, words: list[str]) -> tuple[UpstreamSetting, ...]:
    """
    Return the upstreams of the config and of the command line; of one name the latter.

    Raises:
        UsageError: the words are none.
        ConfigProblems: a config file has an error.

    """
    from proctor.gateway.upstream_words import read_upstreams  # noqa: PLC0415 - for this alone

    config = load_config(home, project_root(folder, home))
    every = (*config.upstreams, *read_upstreams(words))
    return tuple({one.name: one for one in every}.values())


def show_address(where: Address, home: Path, *, as_json: bool) -> None:
    """Say where a gateway listens, and what a client has to send; the token only to a person."""
    from proctor.gateway.http_token import FILE, http_token  # noqa: PLC0415 - for this alone

    if not where.is_here_only:
        render.out(("warning", "yellow"), f": {OPEN}", err=True)
    file = home / FILE
    if as_json:
        told = {"url": where.url, "token_file": str(file), "pid": os.getpid()}
        render.out_json(told, indent=None)
    else:
        token = http_token(home) if sys.stdout.isatty() else f"$(cat {file})"
        render.out(("the gateway is up", "green"), f": {where.url}, pid {os.getpid()}")
        render.out(f"header  Authorization: Bearer {token}")
        render.out("Ctrl-C ends it")
    # Whoever started us may read this through a pipe, while we go on.
    sys.stdout.flush()


class Shown(logging.Formatter):
    """Words of a log, in which nothing that somebody else said can act on a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one entry."""
        text = marked(formed(super().format(record)))
        return "".join(
            char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text
        )


def log_to_stderr() -> None:
    """Let the log go to stderr; the library's own words may hold what a client sent."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Shown("proctor mcp: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
