"""What our hook reads in the events of Claude Code, and the words in which it answers."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from proctor.adapters.claude_code import REASON
from proctor.plugs.calls import denied_words, is_allowed
from proctor.terms.record import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proctor.tools.judging import Ruling

PRE, REQUEST, POST, FAILED = (
    "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure",
)  # fmt: skip
STOP = "Stop"


def said(ruling: Ruling, name: str = PRE) -> dict[str, Any]:
    """Return a ruling in the words of a hook."""
    allowed = is_allowed(ruling)
    words = ruling.verdict.why if allowed else denied_words(ruling)
    if name == REQUEST:
        decision = {"behavior": "allow"} if allowed else {"behavior": "deny", "message": words}
        return {"hookSpecificOutput": {"hookEventName": REQUEST, "decision": decision}}
    return {
        "hookSpecificOutput": {
            "hookEventName": PRE,
            "permissionDecision": "allow" if allowed else "deny",
            "permissionDecisionReason": words[:REASON],
        }
    }


def updated_input(output: object) -> object:
    """Return what a hook wants instead of an input; None where it wants nothing else."""
    specific = output.get("hookSpecificOutput") if isinstance(output, dict) else None
    if not isinstance(specific, dict):
        return None
    decision = specific.get("decision")
    inside = decision.get("updatedInput") if isinstance(decision, dict) else None
    changed = specific.get("updatedInput")
    return inside if changed is None else changed


def is_persons(ruling: Ruling) -> bool:
    """Say whether a person has allowed a call, now or for longer before."""
    return is_allowed(ruling) and ruling.record.endswith(f"-{Outcome.ASK_APPROVED.value}")


def digest(tool: object, given: object) -> str:
    """Return a name for exactly this tool with this input, that says nothing of it."""
    text = json.dumps([tool, given], sort_keys=True, default=repr)
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def word(event: Mapping[str, Any], field: str) -> str:
    """Return a text of an event; empty where there is none."""
    value = event.get(field)
    return value if isinstance(value, str) else ""
