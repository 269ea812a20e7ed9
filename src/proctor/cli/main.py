"""
The command `proctor` itself: its table of commands, and how every run ends.

A command's module is imported when it is called, not before, so that help,
version and a mistyped name are quick.
"""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130

try:
    from collections.abc import Sequence
    from errno import ENOSPC
    from functools import cache
    from importlib import import_module
    from io import TextIOWrapper
    from typing import Annotated, Any

    import typer
    from typer.core import TyperCommand, TyperGroup

    from proctor.errors import ProctorError
except KeyboardInterrupt:
    # Most of a short run is loading; whoever ends it then shall see no traceback either.
    sys.exit(INTERRUPTED)

BROKEN_PIPE = 141
NO_ANSWER = 1
HELP_WORD = "help"
COMPLETION_OPTIONS = ("--install-completion", "--show-completion")

# One line a command: the module that has it as `app`, and what it is for.
COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("proctor.cli.init", "Make .proctor/ in this project, with four roles."),
    "trust": ("proctor.cli.trust", "Show this project's roles, and let them allow things."),
    "up": ("proctor.cli.up", "Run the server: it decides, asks, keeps the record."),
    "down": ("proctor.cli.down", "End the server."),
    "status": ("proctor.cli.status", "Say whether the server runs, where, and how it is."),
    "token": ("proctor.cli.token", "Print, make or revoke a person's token."),
    "open": ("proctor.cli.open", "Open the page in a browser, signed in."),
    "install": ("proctor.cli.install", "Add our hooks to an agent program, so that we decide."),
    "uninstall": ("proctor.cli.uninstall", "Take our hooks out of an agent program's settings."),
    "doctor": ("proctor.cli.doctor", "Prove that Proctor decides, and find what is wrong."),
    "run": ("proctor.cli.run", "Start an agent in a terminal that outlives yours."),
    "list": ("proctor.cli.list", "List the agents, and what each is doing (also: ls)."),
    "send": ("proctor.cli.send", "Say something to an agent, as soon as it can hear it."),
    "stop": ("proctor.cli.stop", "End an agent and its terminal."),
    "restart": ("proctor.cli.restart", "Start an agent again, with a new conversation."),
    "resume": ("proctor.cli.resume", "Start an agent again, with its last conversation."),
    "attach": ("proctor.cli.attach", "Look at an agent's terminal, and type into it."),
    "logs": ("proctor.cli.logs", "Show what an agent has printed, or its screen."),
    "session": ("proctor.cli.session", "List what agents have left behind, and clean it up."),
    "role": ("proctor.cli.role", "List, show, make and check roles."),
    "tools": ("proctor.cli.tools", "List tools, and write down those of your code."),
    "workflow": ("proctor.cli.workflow", "Work in stages, each under a role of its own."),
    "approvals": ("proctor.cli.approvals", "List the questions that wait for a person."),
    "approve": ("proctor.cli.approve", "Let a call run that waits for a person."),
    "deny": ("proctor.cli.deny", "Refuse a call that waits for a person."),
    "grant": ("proctor.cli.grant", "List the answers that are remembered, give, revoke."),
    "channel": ("proctor.cli.channel", "List the ways to reach people, and try them."),
    "audit": ("proctor.cli.audit", "Look at what was decided, and prove that it is whole."),
    "explain": ("proctor.cli.explain", "Say what a role would do with a tool call, and why."),
    "check": ("proctor.cli.check", "Find what is wrong in roles, rules, config, workflows."),
    "test": ("proctor.cli.test", "Run case files: calls with the decision you want."),
    "replay": ("proctor.cli.replay", "Decide a file of tool calls, one answer a line."),
    "mcp": ("proctor.cli.mcp", "Serve a role's tools to an MCP client (on stdin)."),
    "hook": ("proctor.cli.hook", "Answer an event of an agent program (on stdin)."),
    "permission-request": (
        "proctor.cli.permission_request",
        "Answer a request for permission (on stdin).",
    ),
    "demo": ("proctor.cli.demo", "Watch a scripted agent meet a role."),
}

# Other names of commands, which help does not list by themselves.
LIST = "list"
ALIASES = {"ls": (LIST,), "chain:new": ("workflow", "start")}
# What stands before a colon, as in choragen's `task:add`, and is not a command by itself.
COLON_GROUPS = {"chain": ("workflow",), "task": ("workflow", "task")}

EPILOG = """\b
Examples:
  proctor run --role coder --name shop-1
  proctor list
  proctor attach shop-1
  proctor explain --role coder Bash 'git push --force'
  proctor role show coder
  proctor init && proctor check
"""


class LazyGroup(TyperGroup):
    """A group that knows its commands by name and imports only the one that is called."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        for name, (_, summary) in COMMANDS.items():
            self.add_command(TyperCommand(name, help=summary), name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command that the words name, and load it."""
        words = [word for first in args[:1] for word in spelled_out(first)] + args[1:]
        name, command, rest = super().resolve_command(ctx, words)
        if not name:
            return name, command, rest
        from proctor.cli.for_people import (  # noqa: PLC0415 - neither help nor version
            check_caller,
            make_first_home,
        )

        check_caller(name, rest)
        # A Tab makes nothing.
        if not ctx.resilient_parsing:
            make_first_home(name, rest)
        return name, load_command(name), rest


def spelled_out(name: str) -> tuple[str, ...]:
    """Return the words that another name of a command stands for: `tools:sync` is `tools sync`."""
    if name in ALIASES:
        return ALIASES[name]
    group, colon, rest = name.partition(":")
    if group in COLON_GROUPS and rest:
        return (*COLON_GROUPS[group], rest)
    # Only a command with commands below it: `approve:12` names nothing.
    if colon and rest and hasattr(load_command(group) if group in COMMANDS else None, "commands"):
        return (group, rest)
    return (name,)


@cache
def load_command(name: str) -> Any:
    """Import a command of the table."""
    module, _ = COMMANDS[name]
    return typer.main.get_command(import_module(module).app)


@cache
def load_group() -> Any:
    """Build the command `proctor` itself."""
    return typer.main.get_command(app)


def show_version(wanted: bool) -> None:
    """Print the version and end, if it was asked for."""
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - slow, and seldom needed

        typer.echo(f"proctor {version('proctor-gate')}")
        raise typer.Exit


app = typer.Typer(
    cls=LazyGroup,
    name="proctor",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def proctor(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """
    Check every tool call of an AI agent against its role, before it runs.

    Exit status: 0 done or allow, 10 ask, 20 deny, 1 found problems, 2 wrong call.
    """


def run(args: Sequence[str]) -> int:
    """
    Run one command and return its exit status.

    INVARIANT: whatever a user gets wrong ends in a sentence, never in a traceback.
    """
    try:
        return call(args)
    except ProctorError as error:
        from proctor.cli.render import show_error  # noqa: PLC0415 - most runs need no rendering

        show_error(error)
        return error.exit_code
    except typer.TyperException as error:
        return show_usage(error)
    except BrokenPipeError:
        return close_pipe()
    except OSError as error:
        return show_host_error(error)


def call(args: Sequence[str]) -> int:
    """Hand the words to the command that they name."""
    first, *rest = args or [""]
    try:
        if first in COMPLETION_OPTIONS:
            from proctor.cli.completion import complete_in, teach_bash  # noqa: PLC0415 - seldom needed

            teach_bash()
            if rest:
                complete_in(first, rest)
                return 0
        if ALIASES.get(first, (first,)) == (LIST,) and list_quickly(rest):
            return 0
        status = load_group().main(
            args=[*rest, "--help"] if first == HELP_WORD else list(args),
            prog_name="proctor",
            standalone_mode=False,
        )
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort as abort:
        return end_of_answers(abort)
    except SystemExit as end:
        # Typer ends the process itself where the reader has gone away.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return status if isinstance(status, int) else 0


def list_quickly(words: Sequence[str]) -> bool:
    """List the agents where the call is a plain one: it is made often, and shall be quick."""
    from proctor.cli.list import is_plain, list_plainly  # noqa: PLC0415 - only there

    if not is_plain(words):
        return False
    list_plainly(words)
    sys.stdout.flush()
    return True


def end_of_answers(abort: typer.Abort) -> int:
    """End where a question got no answer: Ctrl-D means no, and is told so."""
    if not isinstance(abort.__context__, EOFError):
        return INTERRUPTED
    typer.echo("\nno answer: nothing was done", err=True)
    return NO_ANSWER


def show_usage(error: typer.TyperException) -> int:
    """Print what is wrong with the call, on stderr."""
    from proctor.terms.plain import plain  # noqa: PLC0415 - most runs need no rendering

    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(error.format_message(), err=True)
        return error.exit_code
    if context is not None:
        typer.echo(context.get_usage(), err=True)
    typer.echo(f"error: {plain(error.format_message())}", err=True)
    if context is not None:
        typer.echo(f"help: `{context.command_path} --help` shows how it is called", err=True)
    return error.exit_code


def show_host_error(error: OSError) -> int:
    """Print what the host refused, such as a file that may not be read."""
    from proctor.cli.render import show_error  # noqa: PLC0415 - most runs need no rendering

    what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or "error"
    refused = ProctorError(what)
    show_error(refused)
    if error.errno == ENOSPC:
        close_pipe()
    return refused.exit_code


def close_pipe() -> int:
    """Send what is still unwritten to nowhere, so that Python's own end stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def main() -> None:
    """Run the command that the process was started with."""
    open_streams()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def open_streams() -> None:
    """Make the three streams safe: a closed one leads nowhere, and none chokes on a text."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115 - open as long as we run
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115 - the same
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115 - the same
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape, not a crash.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
