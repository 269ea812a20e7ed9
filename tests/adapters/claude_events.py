"""Events of Claude Code as it writes them: the shapes were recorded, the values are ours."""

from __future__ import annotations

import json

SESSION = "0d2f6c1e-1111-4222-8333-444455556666"
COMMON: dict[str, object] = {
    "session_id": SESSION,
    "transcript_path": "/home/ada/.claude/projects/shop/transcript.jsonl",
    "cwd": "/home/ada/shop",
}
TURN = {
    **COMMON,
    "prompt_id": "prompt-1",
    "permission_mode": "default",
    "effort": {"level": "high"},
}
CALL = {"tool_name": "Bash", "tool_input": {"command": "make test", "description": "Run tests"}}

EVENTS: dict[str, dict[str, object]] = {
    "SessionStart": {**COMMON, "source": "startup", "model": "opus"},
    "UserPromptSubmit": {**TURN, "prompt": "Mend the till."},
    "PreToolUse": {**TURN, **CALL, "tool_use_id": "toolu_01"},
    "PermissionRequest": {
        **TURN,
        **CALL,
        "permission_suggestions": [{"type": "setMode", "mode": "acceptEdits"}],
    },
    "PostToolUse": {
        **TURN,
        **CALL,
        "tool_response": {"stdout": "12 passed", "stderr": "", "interrupted": False},
        "tool_use_id": "toolu_01",
        "duration_ms": 812,
    },
    "PostToolUseFailure": {
        **TURN,
        **CALL,
        "tool_use_id": "toolu_01",
        "error": "Exit code 2\nmake: *** No rule",
        "is_interrupt": False,
        "duration_ms": 40,
    },
    "PostToolBatch": {**TURN, "tool_calls": [{**CALL, "tool_response": "12 passed"}]},
    "PermissionDenied": {
        **TURN,
        **CALL,
        "permission_mode": "auto",
        "tool_use_id": "toolu_01",
        "reason": "Classifier unavailable",
    },
    "Notification": {
        **COMMON,
        "message": "Claude needs your permission",
        "notification_type": "permission_prompt",
    },
    "PreCompact": {**COMMON, "trigger": "auto", "custom_instructions": "Keep the plan."},
    "SubagentStart": {**COMMON, "agent_id": "a1b2", "agent_type": "Explore"},
    "SubagentStop": {
        **TURN,
        "agent_id": "a1b2",
        "agent_type": "Explore",
        "agent_transcript_path": "/home/ada/.claude/x.jsonl",
        "stop_hook_active": False,
        "last_assistant_message": "Found it.",
    },
    "Stop": {
        **TURN,
        "stop_hook_active": True,
        "last_assistant_message": "The till works.",
        "background_tasks": [],
        "session_crons": [{"id": "1"}],
    },
    "SessionEnd": {**COMMON, "reason": "other"},
}


def written(event: str, **changes: object) -> bytes:
    """Return an event as it comes in, with changes; None takes a field away."""
    fields = {"hook_event_name": event, **EVENTS.get(event, COMMON), **changes}
    return json.dumps({key: value for key, value in fields.items() if value is not None}).encode()
