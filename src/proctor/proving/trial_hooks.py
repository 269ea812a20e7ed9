"""
Hooks to try a program with: small shell scripts that answer in one fixed way, or break.

Each leaves a file behind where it was started, so that a proof does not rest on what the
program says of it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

REASON = "this is the reason that Proctor's trial hook gives"
# Longer than the `timeout` of an entry that shall run out, and still over soon.
HANG = 20
PLAINEST = "ends with status 1"
# What a hook can do wrong, the slowest first.
BROKEN: Mapping[str, str] = {
    "hangs": f"exec sleep {HANG}",
    PLAINEST: "exit 1",
    "is killed": "kill -9 $$",
    "prints rubbish": "echo '{rubbish}'",
}
MISSING = "is missing"


def write_hook(path: Path, *lines: str) -> Path:
    """Write a script that reads what it is told, leaves its mark, and does as the lines say."""
    mark = shlex.quote(str(started(path)))
    text = "\n".join(["#!/bin/sh", "cat > /dev/null", f": > {mark}", *lines, ""])
    path.write_text(text)
    path.chmod(0o700)
    return path


def started(path: Path) -> Path:
    """Return the file that a script leaves behind."""
    return path.with_name(f"{path.name}.started")


def saying(answer: Mapping[str, object]) -> str:
    """Return the line of a script that prints an answer."""
    return f"printf '%s\\n' {shlex.quote(json.dumps(answer))}"


def pre_tool_use(decision: str) -> dict[str, object]:
    """Return an answer to PreToolUse: allow, deny or ask."""
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": REASON,
        }
    }


def permission_request(behavior: str) -> dict[str, object]:
    """Return an answer to PermissionRequest: allow or deny."""
    decision: dict[str, object] = {"behavior": behavior}
    if behavior == "deny":
        decision["message"] = REASON
    return {
        "hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision},
    }


def settings_with(
    command: Path,
    *events: str,
    on_failure: bool,
    allow: tuple[str, ...] = ("Bash",),
    timeout: int = 60,
) -> dict[str, Any]:
    """Return settings in which a hook serves events, beside rules that allow."""
    entry: dict[str, Any] = {
        "type": "command",
        "command": shlex.quote(str(command)),
        "timeout": timeout,
    }
    if on_failure:
        entry["onFailure"] = "block"
    return {
        "disableAllHooks": False,
        "permissions": {"allow": list(allow)},
        "hooks": {event: [{"matcher": "*", "hooks": [entry]}] for event in events},
    }
