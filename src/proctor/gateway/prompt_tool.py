"""
The tool that Claude Code asks where it would ask its user: `--permission-prompt-tool`.

    claude -p --permission-prompt-tool mcp__proctor__approve …

What it asks about goes the way of every call. The answer is one text: JSON that lets the call
run with the very input that was decided, or that says why not.

INVARIANT: only an allow of the judge becomes an allow; whatever is odd is a deny.
"""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from proctor.gateway.linked_judge import LONGEST_ID, call_id_of, said
from proctor.terms.call import UNKNOWN_FOLDER, ToolCall
from proctor.terms.effect import Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proctor.tools.judging import Judge

HARNESS = "claude-code"
NAME = "approve"
TOOL: dict[str, Any] = {
    "name": NAME,
    "title": "Ask whether a call may run",
    "description": (
        "Says whether a tool call may run, for the agent program's own use as its "
        "permission prompt. It runs nothing, and calling it allows nothing."
    ),
    "inputSchema": {
        "type": "object",
        "properties": {
            "tool_name": {"type": "string", "description": "The tool that is called."},
            "input": {"type": "object", "description": "The input of that call."},
            "tool_use_id": {"type": "string", "description": "The id of that call."},
        },
        "required": ["tool_name", "input"],
    },
}
ODD = "what was asked cannot be understood: a tool's name, its input and the id of the call"
NOT_YOURS = "only the agent program itself asks this; nothing was allowed, and nothing was done"
FAILED = "nobody decided: {kind}"
NO_REASON = "No reason was given."


async def approve(  # noqa: PLR0913 - what is asked, by whom, and where
    judge: Judge,
    arguments: object,
    *,
    role: str,
    project: str,
    agent: str = "",
    meta: Mapping[str, Any] | None = None,
) -> str:
    """
    Return the answer to Claude Code, as the text of the one content block.

    Args:
        judge: who decides.
        arguments: what it was called with.
        role: the role, or chain of roles, under which the call is decided.
        project: the folder that the agent works in.
        agent: the name of the agent, where one was given.
        meta: what stands beside the arguments in the request (`_meta`).

    """
    try:
        call = read_call(arguments, agent)
        if call is None:
            return deny(ODD)
        if is_called(call, meta):
            return deny(NOT_YOURS)
        with said(call.input):
            ruling = await judge.judge(
                call, role=role, project=project, uid=secrets.token_hex(16), waits=True
            )
        if ruling.verdict.effect is Effect.ALLOW:
            return json.dumps({"behavior": "allow", "updatedInput": call.input})
        return deny(ruling.verdict.why)
    except Exception as error:  # noqa: BLE001 - a judge may be anybody's, and silence is no answer
        return deny(FAILED.format(kind=type(error).__name__))


def read_call(arguments: object, agent: str) -> ToolCall | None:
    """Return the call that is asked about; None where it cannot be told."""
    if not isinstance(arguments, dict):
        return None
    tool, given = arguments.get("tool_name"), arguments.get("input")
    call_id = arguments.get("tool_use_id")
    if not isinstance(tool, str) or not tool or not isinstance(given, dict):
        return None
    if call_id is not None and (not isinstance(call_id, str) or len(call_id) > LONGEST_ID):
        return None
    return ToolCall(
        tool=tool,
        input=given,
        # Where a `cd` has led to the program does not say here; a hook of the same call may.
        cwd=UNKNOWN_FOLDER,
        agent=agent or None,
        harness=HARNESS,
        call_id=call_id or None,
    )


def is_called(call: ToolCall, meta: Mapping[str, Any] | None) -> bool:
    """
    Say whether the model has called this tool itself.

    Claude Code names in `_meta` the call for which it speaks. Where it asks by itself, that is
    the one it asks about; a model's own call has an id that no model knows when it calls.
    """
    named = call_id_of(meta)
    return bool(named) and named != call.call_id


def deny(why: str) -> str:
    """Return a no, and why."""
    return json.dumps({"behavior": "deny", "message": why or NO_REASON})
