"""What an agent wants to do, in the words of its program."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

# The folder of a call, where nobody knows it: relative paths could then be any.
UNKNOWN_FOLDER = "?"


class ToolCall(NamedTuple):
    """
    One tool call before it runs.

    Everything in it is what the agent or its program said; nothing is checked
    yet. `input` is an object of JSON: a mapping if the program behaves.
    `requester` is the person on whose behalf the agent runs. `cwd` is None where it is the folder
    that the agent was started in, and `UNKNOWN_FOLDER` where it may have moved.
    """

    tool: str
    input: object
    cwd: str | None = None
    agent: str | None = None
    session: str | None = None
    subagent: str | None = None
    harness: str | None = None
    call_id: str | None = None
    mode: str | None = None
    requester: str | None = None
