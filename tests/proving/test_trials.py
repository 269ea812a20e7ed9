"""Trials of hooks with the real program."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from proctor.proving.claude_run import PrivatePlace
from proctor.proving.proof import ask_hook, deny_hook
from proctor.proving.scenarios import (
    broken_trials,
    judge,
    request_trials,
)
from proctor.proving.trial_hooks import BROKEN, MISSING, PLAINEST, REASON, write_hook
from proctor.proving.trials import AT_ONCE, Trial, run_trials
from tests.real.programs import BOTH_VERSIONS, NEW, OLD, program_of

NUMBERS = {NEW: (2, 1, 325), OLD: (2, 0, 77)}


def silent_hook(place: PrivatePlace, _: ExitStack) -> Path:
    """Write a hook that has no opinion."""
    return write_hook(place.folder / "hook", "exit 0")


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_each_trial_has_its_own_outcome(version: str) -> None:
    """More than go on at once, each told apart by its name, and counted as they end."""
    trials = [
        Trial("denied", deny_hook),
        Trial("silent", silent_hook),
        Trial("silent, not allowed", silent_hook, allow=()),
        Trial("denied again", deny_hook, command="cp /dev/null ran"),
    ]
    assert len(trials) > AT_ONCE
    counted: list[int] = []
    seen = run_trials(str(program_of(version)), NUMBERS[version], trials, tell=counted.append)

    assert {name: (each.started, each.run.ran) for name, each in seen.items()} == {
        "denied": (True, False),
        "silent": (True, True),
        "silent, not allowed": (True, False),
        "denied again": (True, False),
    }
    assert [each.told(REASON) for each in seen.values()] == [True, False, False, True]
    assert counted == [1, 2, 3, 4]


def test_nothing_is_left_where_a_trial_cannot_be_prepared(tmp_path: Path) -> None:
    """The runs before it are ended, and their folders are gone."""
    places: list[Path] = []

    def remember(place: PrivatePlace, stack: ExitStack) -> Path:
        places.append(place.folder)
        return ask_hook(place, stack)

    def fail(place: PrivatePlace, _: ExitStack) -> Path:
        places.append(place.folder)
        raise OSError("no room")

    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o700)
    with pytest.raises(OSError, match="no room"):
        run_trials(str(program), (2, 1, 325), [Trial("a", remember), Trial("b", fail)])

    assert [folder.exists() for folder in places] == [False, False]


@pytest.mark.full
def test_today_a_broken_hook_lets_nothing_run() -> None:
    """Every way to break is blocked, an ask holds, and a request is answered: all green."""
    trials = [*broken_trials(on_failure=True), *request_trials(on_failure=True)]
    seen = run_trials(str(program_of(NEW)), NUMBERS[NEW], trials)
    found = [*judge(seen, NUMBERS[NEW])]

    assert [each.level for each in found] == ["ok", "ok", "ok"]
    assert {name: seen[name].run.ran for name in (*BROKEN, MISSING)} == dict.fromkeys(
        (*BROKEN, MISSING), False
    )


@pytest.mark.full
def test_an_old_version_is_told_to_be_unsafe() -> None:
    """A broken hook runs an allowed tool, an ask does not hold, and no request is heard."""
    trials = [*broken_trials(on_failure=False), *request_trials(on_failure=False)]
    seen = run_trials(str(program_of(OLD)), NUMBERS[OLD], trials)
    broken, ask, request = judge(seen, NUMBERS[OLD])

    assert [broken.level, ask.level, request.level] == ["problem", "warning", "warning"]
    assert all(name in broken.what for name in (PLAINEST, MISSING))
    assert "an allowed tool runs" in ask.what
    assert "starts no PermissionRequest hook with -p" in request.what
