"""`proctor permission-request`: answer a request for permission, as a hook of its own."""

from __future__ import annotations

import typer

from proctor.cli.hook import AgentOption, check_streams, decide

EPILOG = """\b
Examples:
  echo '{"tool_name": "Bash", "tool_input": {"command": "make test"}}' |
    proctor permission-request --agent arch-1

It prints `allow` once a person, or inside arch-1's session its reviewer, allows it.
"""
# 5 s before the `timeout` that such a hook usually has.
SECONDS = 55.0

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def permission_request(agent: AgentOption = "") -> None:
    """
    Answer a request for permission: allow, deny with a message, or nothing.

    It comes as JSON on stdin. Nothing leaves it to the agent program's own dialog.
    """
    check_streams()
    decide("PermissionRequest", agent=agent, ask_holds=True, seconds=SECONDS)
