"""A call that is not whole is allowed by nobody."""

from __future__ import annotations

from proctor import Effect, Policy
from proctor.adapters.claude_code import hear
from tests.adapters.claude_events import written
from tests.tables import each_row

BROKEN = {
    "a number for a tool": written("PreToolUse", tool_name=7),
    "a list for a tool": written("PreToolUse", tool_name=["Read"]),
    "no tool": written("PreToolUse", tool_name=None),
    "half a character in a tool": written("PreToolUse", tool_name="Read\ud800"),
    "no input": written("PreToolUse", tool_input=None),
    "a text for an input": written("PreToolUse", tool_input="ls"),
    "a list for an input": written("PreToolUse", tool_input=["ls"]),
    "a number for a command": written("PreToolUse", tool_input={"command": 7}),
    "a folder that is none": written("PreToolUse", cwd="shop"),
    "a number for a folder": written("PreToolUse", cwd=7),
    "two inputs": b'{"tool_input":{"command":"ls"},' + written("PreToolUse")[1:],
    "two tools": b'{"tool_name":"Read",' + written("PreToolUse")[1:],
    "two events": b'{"hook_event_name":"PreToolUse",' + written("PreToolUse")[1:],
    "two commands": written("PreToolUse").replace(b'"command"', b'"command":"ls","command"', 1),
    "not a number": b'{"x":NaN,' + written("PreToolUse")[1:],
    "bytes that are no text": b'{"x":"\xff",' + written("PreToolUse")[1:],
}


@each_row("what", BROKEN)
def test_a_broken_call_is_never_allowed(what: str) -> None:
    """Not even a policy that allows everything, in a mode that does, lets it run."""
    heard = hear(BROKEN[what])
    policy = Policy.of(allow=["*", "tool:.*"], otherwise="allow", mode="bypassPermissions")

    assert heard.event == "PreToolUse"
    assert heard.call
    assert policy.decide(heard.call).effect is not Effect.ALLOW


def test_a_whole_call_is_allowed() -> None:
    """The same policy allows the same call where it is whole."""
    call = hear(written("PreToolUse", cwd="/")).call
    policy = Policy.of(allow=["*", "tool:.*"], otherwise="allow", mode="bypassPermissions")

    assert call
    assert policy.decide(call).effect is Effect.ALLOW
