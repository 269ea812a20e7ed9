"""What `doctor` says of terminals and sandboxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents import tmux_program
from proctor.cli.doctor_agents import examine_agents
from proctor.proving.finding import warning


def test_tmux_is_told_with_its_version() -> None:
    """Agents can be started here, and it is said whether they can be held in."""
    tmux, sandbox = examine_agents()

    assert (tmux.level, tmux.what.startswith("tmux ")) == ("ok", True)
    assert sandbox.what.startswith(("bubblewrap works", "no sandbox: "))


def test_without_tmux_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a warning: without agents of ours nothing is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tmux_program, "FOLDERS", str(tmp_path))
    tmux, _ = examine_agents()

    assert tmux == warning(
        "agents",
        "tmux is not installed: `proctor run` can start no agent",
        "apt install tmux · brew install tmux",
    )
