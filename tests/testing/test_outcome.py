"""What a call in a trial came to, as a failing test shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.testing import Trial


def test_an_outcome_is_short_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest shows it in one line, with what the agent is told and the rule that decided."""
    monkeypatch.setenv("HOME", str(tmp_path))
    deny = {"rule": "close_account", "why": "Never close an account."}
    with Trial(deny=[deny], otherwise="deny") as trial:
        closed, other = trial.call("close_account"), trial.call("send_invoice")

    assert repr(closed) == "Outcome(deny, 'Never close an account.', rule='close_account')"
    assert str(closed) == "deny: Never close an account."
    assert repr(other) == f"Outcome(deny, {other.why!r})"
