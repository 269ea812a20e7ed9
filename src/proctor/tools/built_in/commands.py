"""The tool that runs commands in the workspace."""

from __future__ import annotations

import time

from proctor.errors import UsageError
from proctor.terms.kind import Kind
from proctor.tools.context import Context
from proctor.tools.declare import tool
from proctor.tools.running import LONGEST, SECONDS, run_command_text

# By these a command of ours that an agent runs knows who calls, and whose files are meant.
AGENT, HOME = "PROCTOR_AGENT", "PROCTOR_HOME"


@tool(id="run_command", names=("bash",), category="command", kind=Kind.SHELL, target="command")
def run_command(context: Context, command: str, timeout: float = SECONDS) -> str:
    """
    Run a shell command.

    It runs in the workspace; what it writes and how it ended is returned. A program with its
    words runs without a shell, everything else with bash. What it leaves running is ended with
    it.

    Args:
        context: Where and for whom.
        command: The command.
        timeout: How many seconds it may take.

    """
    if not 0 < timeout <= LONGEST:
        raise UsageError(f"`timeout` is more than 0 and at most {LONGEST:.0f} seconds")
    finished = run_command_text(
        command,
        cwd=context.workspace,
        seconds=time_left(context, timeout),
        variables=variables_of(context),
    )
    return finished.text() or "[it wrote nothing]"


def time_left(context: Context, wanted: float) -> float:
    """
    Return how long a command may take: what is wanted, or until nobody waits for it any more.

    Raises:
        UsageError: there is no time left.

    """
    if context.deadline is None:
        return wanted
    left = context.deadline - time.monotonic()
    if left <= 0:
        raise UsageError("there is no time left for this")
    return min(wanted, left)


def variables_of(context: Context) -> dict[str, str]:
    """Return the variables of ours that a command gets."""
    named = {AGENT: context.agent, HOME: str(context.home)}
    return {name: value for name, value in named.items() if value}
