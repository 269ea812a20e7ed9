"""The tool that starts another agent, which never has more than the one that starts it."""

from __future__ import annotations

import json
import os
from typing import Any

from proctor.agent_overrides import OverrideFiles
from proctor.errors import ServerError, UsageError
from proctor.home import project_root
from proctor.nodes import visible
from proctor.own_process import own_command
from proctor.owner.background import hook_environment
from proctor.owner.recorded_environment import recorded_environment
from proctor.roles.delegating import is_delegated
from proctor.roles.find import RoleShelf
from proctor.roles.live_agents import live_agents
from proctor.roles.read import ID
from proctor.terms.role_chain import RUN, UNDER, roles_of, under
from proctor.tools.built_in.commands import AGENT, time_left
from proctor.tools.context import HARNESS, Context
from proctor.tools.declare import tool
from proctor.tools.running import run_words
from proctor.workflows.lookup import stage_role_in

PATH = "PATH"
SECONDS = 180.0
LONGEST_PROMPT = 50_000
# So many that agents have started may run at once, as for `proctor run`.
MOST = 50
NOT_RECORDED = (
    "where programs lie is not known here: a person calls `proctor install` or `proctor run` once, "
    "in a terminal that finds `claude`"
)
SHOWN = ("name", "role", "state", "cwd")


@tool(id="spawn_impl_session", category="session", kind="delegate", target="role")
def spawn_impl_session(context: Context, role: str, prompt: str, name: str = "") -> Any:
    """
    Start an agent for a piece of work, under a role.

    It never has more than you have, unless your role delegates to that role.

    Args:
        context: Where and for whom.
        role: The role of the new agent, as `implementer`.
        prompt: What it shall do.
        name: What it is called; without, after its role.

    """
    text = first_prompt(context, prompt)
    called = free_name(name or role)
    chain = chain_of(context, role)
    check_number(context, chain)
    words = own_command(
        "run", f"--role={chain}", f"--name={called}",
        f"--cwd={context.workspace}", "--detach", "--json", "--", text,
    )  # fmt: skip
    finished = run_words(
        words,
        cwd=context.workspace,
        seconds=time_left(context, SECONDS),
        # As a hook starts a server: nothing of what surrounds the calling agent reaches it.
        variables={
            **hook_environment(context.home), **programs_path(context), AGENT: context.agent,
        },
    )  # fmt: skip
    if not finished.ok:
        raise ServerError(
            f"the agent was not started:\n{finished.text()}",
            help=None if is_recorded(context) or programs_path(context) else NOT_RECORDED,
        )
    return told(finished.output)


def is_recorded(context: Context) -> bool:
    """Say whether it was recorded where a person's programs lie."""
    return bool(recorded_environment(context.home).get(PATH))


def programs_path(context: Context) -> dict[str, str]:
    """
    Return the PATH of a person's own program with a Toolbox, until one is recorded.

    A gateway was started by an agent program, whose variables a repository can write. Below an
    agent the launcher takes none of these.
    """
    if context.harness != HARNESS or is_recorded(context):
        return {}
    folders = [one for one in os.environ.get(PATH, "").split(os.pathsep) if one.startswith("/")]
    return {PATH: os.pathsep.join(folders)} if folders else {}


def check_number(context: Context, chain: str) -> None:
    """
    Look whether agents have started so many that no more can be.

    One that starts another of its own role is under no other, so those of that role count too.

    Raises:
        UsageError: they have.

    """
    running = sum(UNDER in agent.role or agent.role == chain for agent in live_agents(context.home))
    if running >= MOST:
        raise UsageError(
            f"{running} agents run that agents have started, and more cannot be",
            help="wait until some have ended; a person ends one: proctor stop NAME",
        )


def chain_of(context: Context, role: str) -> str:
    """
    Return the role of a new agent: that which was named, under the caller's.

    It is alone where a person wrote into the caller's roles that they delegate to it.

    Raises:
        UsageError: one of them is no role.

    """
    if not ID.fullmatch(role):
        raise UsageError(f"`{visible(role)}` is no role", help="`proctor role list` shows them")
    if not context.role:
        raise UsageError(
            "an agent without a role starts no other", help="a person starts one: proctor run"
        )
    return role if delegates(context, role) else under(role, context.role)


def delegates(context: Context, role: str) -> bool:
    """
    Say whether the roles of the caller let it start an agent of another in its own right.

    One whose profile was changed has another role than that which delegates. Below an agent of
    ours the launcher looks again, by what the agent was started as.
    """
    root = project_root(context.workspace, context.home)
    held = OverrideFiles(context.home).of(context.agent, context.session, context.role, str(root))
    if held is not None and (held.profile or held.trouble):
        return False
    shelf = RoleShelf(context.home, root)
    words = roles_of(context.role)
    names = (
        stage_role_in(context.home, word.removeprefix(RUN), root) if word.startswith(RUN) else word
        for word in words
    )
    return is_delegated(role, [shelf.load(name) for name in names])


def free_name(name: str) -> str:
    """
    Return the name of a new agent, if it can be one; whether it is free the launcher knows.

    Raises:
        UsageError: it cannot be one.

    """
    if not ID.fullmatch(name):
        raise UsageError(f"`{visible(name)}` cannot be the name of an agent")
    return name


def first_prompt(context: Context, prompt: str) -> str:
    """
    Return what the new agent is told first: whom it is from, and nothing that is an order.

    A text that begins with a dash, a `!` or a `/` would be one to the agent's program.

    Raises:
        UsageError: it is empty, or too long.

    """
    kept = "".join(char for char in prompt if char.isprintable() or char == "\n").strip()
    if not kept or len(kept) > LONGEST_PROMPT:
        raise UsageError(f"a prompt has from 1 to {LONGEST_PROMPT:,} characters")
    return f"From {context.agent or 'another'} (an agent): {kept}"


def told(output: str) -> Any:
    """
    Return what the launcher said of the new agent; what it told a person stands before it.

    Raises:
        ServerError: it said nothing that can be read.

    """
    lines = output.splitlines(keepends=True)
    starts = [index for index, line in enumerate(lines) if line.startswith("{")]
    for start in reversed(starts):
        try:
            said = json.loads("".join(lines[start:]))
        except (ValueError, RecursionError):
            continue
        return {key: said[key] for key in SHOWN if key in said}
    raise ServerError("it cannot be told whether the agent was started")
