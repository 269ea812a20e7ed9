"""What is remembered of decided calls."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.server import decided_calls
from proctor.server.decided_calls import DecidedCalls, Told
from proctor.terms.record import Record


def record(call_id: str, decision: str = "allow", **more: Any) -> Record:
    """Return a record of a call."""
    said: dict[str, Any] = {"uid": f"u-{call_id}", "timestamp": "", "agent_name": "arch-1", **more}
    return Record(**said, action_string="tool:bash:ls", decision=decision, call_id=call_id)


def test_a_call_is_known_by_agent_and_id() -> None:
    """What one agent may run says nothing of another's call with the same id."""
    calls = DecidedCalls()
    calls.note(record("c-1"))
    calls.note(record("c-1", "ask_approved"))
    calls.note(record("c-1", "deny", agent_name="other"))
    calls.note(record(""))

    assert [
        Told("allow", "u-c-1", "tool:bash:ls"),
        Told("ask_approved", "u-c-1", "tool:bash:ls"),
    ] == (calls.of(("arch-1", "c-1")))
    assert (
        [told.decision for told in calls.of(("other", "c-1"))],
        calls.of(("arch-1", "")),
        len(calls.calls),
    ) == (["deny"], [], 2)


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come, so many are remembered, and of one call so many records."""
    monkeypatch.setattr(decided_calls, "MOST", 3)
    calls = DecidedCalls()
    for number in range(5):
        for _ in range(100):
            calls.note(record(f"c-{number}"))

    assert [call_id for _, call_id in calls.calls] == ["c-2", "c-3", "c-4"]
    assert [len(told) for told in calls.calls.values()] == [decided_calls.MOST_OF_ONE] * 3
