"""Records as pages show them: words for what became of a call, and where names lead."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from proctor.audit.as_json import kept_json
from proctor.audit.rows import Kept
from proctor.terms.record import Outcome

# What became of a call, in words, and its colour: it ran, it did not, or nobody knows.
OUTCOMES = {
    Outcome.ALLOW.value: ("allowed", "good"),
    Outcome.DENY.value: ("denied", "bad"),
    Outcome.ASK_APPROVED.value: ("asked, approved", "good"),
    Outcome.ASK_DENIED.value: ("asked, denied", "bad"),
    Outcome.ASK_TIMEOUT.value: ("asked, no answer", "bad"),
    Outcome.ASK_DIALOG.value: ("left to the dialog", "open"),
    Outcome.DIALOG_APPROVED.value: ("dialog: it ran", "good"),
    Outcome.DIALOG_UNKNOWN.value: ("dialog: nothing shows it ran", "open"),
    Outcome.ALARM.value: ("alarm", "bad"),
    Outcome.RETENTION.value: ("old records removed", "open"),
    Outcome.STORE_REPLACED.value: ("damaged store replaced", "bad"),
}
A_MILLISECOND, A_SECOND = 1_000, 1_000_000


class Row(NamedTuple):
    """One line of the list."""

    n: int
    timestamp: str
    agent: str
    role: str
    tool: str
    action: str
    decision: str
    words: str
    tone: str
    decider: str
    by: str
    spooled: bool


def row_of(kept: Kept) -> Row:
    """Return a record as a line."""
    data = kept_json(kept)
    words, tone = outcome(data["decision"])
    return Row(
        n=data["n"],
        timestamp=text_of(data["timestamp"]),
        agent=text_of(data["agent_name"]),
        role=text_of(data["role"]),
        tool=text_of(data["tool"]),
        action=text_of(data["action_string"] or data["detail"]),
        decision=text_of(data["decision"]),
        words=words,
        tone=tone,
        decider=text_of(data["decider"]),
        by=text_of(data["answered_by"]),
        spooled=bool(data["spooled"]),
    )


def outcome(decision: object) -> tuple[str, str]:
    """Return what became of a call in words, and its colour; of a word that is none, itself."""
    return OUTCOMES.get(text_of(decision), (text_of(decision), "open"))


def text_of(value: object) -> str:
    """Return a text: somebody may have put something else where one belongs."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def pretty(value: object) -> str:
    """Return an input as people read it; its texts are escaped by whoever shows them."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def took(microseconds: object) -> str:
    """Return how long a decision took, in the unit that suits."""
    if not isinstance(microseconds, int | float) or microseconds <= 0:
        return ""
    if microseconds < A_MILLISECOND:
        return f"{microseconds} µs"
    if microseconds < A_SECOND:
        return f"{microseconds / A_MILLISECOND:.1f} ms"
    return f"{microseconds / A_SECOND:,.1f} s"


def same(**fields: object) -> str:
    """Return the address of all records that have something in common."""
    return f"/audit?{urlencode({name: text_of(value) for name, value in fields.items()})}"


def record_data(kept: Kept) -> dict[str, Any]:
    """Return everything of a record, for its own page."""
    data = kept_json(kept)
    words, tone = outcome(data["decision"])
    texts = {
        name: value if name in ("n", "seq", "question", "input", "spooled") else text_of(value)
        for name, value in data.items()
    }
    return {
        **texts,
        "words": words,
        "tone": tone,
        "pretty": pretty(data["input"]) if data["input"] is not None else "",
        "took": took(data["duration_us"]),
    }
