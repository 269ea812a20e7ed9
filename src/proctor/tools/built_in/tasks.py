"""
Tools for chains and tasks: a chain is a run of a workflow, and the home's server keeps it.

The server decides what may be done; it is told who calls, which no model can say.
"""

from __future__ import annotations

from typing import Any

from proctor.errors import NoOwner, NotFound, UsageError
from proctor.owner.background import ensure_owner
from proctor.owner.client import Client
from proctor.terms.role_chain import runs_of
from proctor.tools.context import Context
from proctor.tools.declare import tool

LONGEST_TITLE = 500
OP = "task"
# What needs no chain.
ANY_CHAIN = ("new", "chain")
NO_CHAIN = "`chain` is missing: you work on none, so say which, as `WF-20261116-001`"
CHAINS = "chain:status without `chain` lists those that are under way here"


@tool(id="chain:status", category="chain", read_only=True, idempotent=True)
def chain_status(context: Context, chain: str = "") -> Any:
    """
    Show how a chain stands: its stage, the stage's role, and its tasks.

    Args:
        context: Where and for whom.
        chain: The chain, as `WF-20261116-001`; without, the one that you work on.

    """
    return asked(context, "chain", run=chain)


@tool(id="chain:new", category="chain")
def chain_new(context: Context, template: str, title: str) -> Any:
    """
    Start a chain: a run of a workflow, in its first stage.

    Args:
        context: Where and for whom.
        template: The workflow's template, as `standard`.
        title: What the chain is for.

    """
    return asked(context, "new", template=template, title=titled(title))


@tool(id="task:add", category="task")
def task_add(context: Context, title: str, chain: str = "", stage: str = "") -> Any:
    """
    Add a task to a chain.

    Args:
        context: Where and for whom.
        title: What is to be done.
        chain: The chain; without, the one that you work on.
        stage: The stage in which it is to be done; without, the one in which the chain is.

    """
    return asked(context, "add", run=chain, title=titled(title), stage=stage)


@tool(id="task:start", category="task")
def task_start(context: Context, task: str, chain: str = "") -> Any:
    """
    Start a task: it is then yours.

    Args:
        context: Where and for whom.
        task: The task's id.
        chain: The chain; without, the one that you work on.

    """
    return asked(context, "start", run=chain, task=task)


@tool(id="task:complete", category="task")
def task_complete(context: Context, task: str, chain: str = "") -> Any:
    """
    Mark a task as done; somebody else approves it.

    Args:
        context: Where and for whom.
        task: The task's id.
        chain: The chain; without, the one that you work on.

    """
    return asked(context, "complete", run=chain, task=task)


@tool(id="task:approve", category="task")
def task_approve(context: Context, task: str, chain: str = "") -> Any:
    """
    Approve a task that somebody else has done.

    Args:
        context: Where and for whom.
        task: The task's id.
        chain: The chain; without, the one that you work on.

    """
    return asked(context, "approve", run=chain, task=task)


@tool(id="task:status", category="task", read_only=True, idempotent=True)
def task_status(context: Context, task: str, chain: str = "") -> Any:
    """
    Show how a task stands.

    Args:
        context: Where and for whom.
        task: The task's id.
        chain: The chain; without, the one that you work on.

    """
    return asked(context, "status", run=chain, task=task)


@tool(id="task:list", category="task", read_only=True, idempotent=True)
def task_list(context: Context, chain: str = "") -> Any:
    """
    List the tasks of a chain.

    Args:
        context: Where and for whom.
        chain: The chain; without, the one that you work on.

    """
    return asked(context, "list", run=chain)


def titled(title: str) -> str:
    """
    Return a title, if it is one.

    Raises:
        UsageError: it is empty, or too long.

    """
    if not title.strip() or len(title) > LONGEST_TITLE:
        raise UsageError(f"a title has from 1 to {LONGEST_TITLE} characters")
    return title


def asked(context: Context, action: str, **fields: str) -> Any:
    """
    Ask the server of the home, and return its answer.

    Raises:
        ServerError: there is none, and none can be started.
        UsageError: it refuses.

    """
    known = {
        "agent": context.agent,
        "role": context.role,
        "session": context.session,
        "person": context.person,
        "project": str(context.workspace),
    }
    said: dict[str, Any] = known | {name: value for name, value in fields.items() if value}
    # Which chain is meant without a word is a matter of who calls.
    if not said.get("run") and context.run:
        said["run"] = context.run
    if action not in ANY_CHAIN and not said.get("run") and len(runs_of(context.role)) != 1:
        raise UsageError(NO_CHAIN, help=CHAINS)
    try:
        client = Client.connect(context.home)
    except NoOwner:
        ensure_owner(context.home)
        client = Client.connect(context.home)
    with client:
        try:
            return client.call(OP, within=None, action=action, **said)
        except NotFound as error:
            # A model has tools, and no commands of people.
            if "proctor workflow" in (error.help or ""):
                error.help = CHAINS
            raise
