"""What the outcomes of trials mean; the trials themselves run in `test_trials.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.proving.claude_run import ClaudeRun
from proctor.proving.scenarios import (
    ALLOWED,
    DENIED,
    REQUEST_BROKEN,
    REQUESTED,
    SLOW,
    judge,
    missing_hook,
    our_trials,
    quick_trials,
)
from proctor.proving.scripted_model import ToolResult
from proctor.proving.trial_hooks import MISSING, REASON
from proctor.proving.trials import Seen, Trial

VERSION = (2, 1, 325)
REFUSED = (ToolResult("t", f"hook error: {REASON}", error=True),)
OTHERWISE = (ToolResult("t", "needs approval", error=True),)
DONE = (ToolResult("t", "", error=False),)


def seen(
    name: str, results: tuple[ToolResult, ...], *, ran: bool = False, started: bool = True
) -> Seen:
    """Return what became of a trial."""
    run = ClaudeRun(
        status=0, ran=ran, results=results, hooks=(), tools=("Bash",), seconds=1.0, stream=(),
        stderr="",
    )  # fmt: skip
    return Seen(Trial(name, missing_hook), started, run)


def levels(*trials: Seen) -> list[str]:
    """Return the level of each finding."""
    return [found.level for found in judge({each.trial.name: each for each in trials}, VERSION)]


def test_what_works_is_green() -> None:
    """An allow that ran, a deny and a hung server that did not, with our reason."""
    assert levels(
        seen(ALLOWED, DONE, ran=True), seen(DENIED, REFUSED), seen(SLOW, REFUSED)
    ) == ["ok", "ok", "ok"]  # fmt: skip


@pytest.mark.parametrize("name", [DENIED, SLOW])
def test_a_deny_that_ran_is_a_problem(name: str) -> None:
    """So is one that did not run for another reason: it proves nothing."""
    assert levels(seen(name, DONE, ran=True)) == ["problem"]
    assert levels(seen(name, OTHERWISE)) == ["problem"]


def test_an_allow_that_did_not_run_is_a_problem() -> None:
    """The person reads what the model read."""
    (found,) = judge({ALLOWED: seen(ALLOWED, OTHERWISE)}, VERSION)

    assert (found.level, found.what) == (
        "problem",
        "what the role allows did not run: needs approval",
    )


def test_a_broken_hook_that_was_not_tried_proves_nothing() -> None:
    """Where the program did not get so far, that is told as a warning."""
    assert levels(seen(MISSING, ()), seen(DENIED, REFUSED)) == ["ok", "warning"]
    assert levels(seen(MISSING, DONE, ran=True)) == ["problem"]


def test_a_program_that_never_ran_is_one_problem() -> None:
    """Nothing is concluded from silence."""
    assert levels(seen(MISSING, ()), seen(DENIED, ()), seen(ALLOWED, ())) == ["problem"]


def test_a_request_that_ran_is_a_problem() -> None:
    """Neither a refusal nor a broken hook may let a call run that no rule allows."""
    refused, broken = seen(REQUESTED, REFUSED), seen(REQUEST_BROKEN, OTHERWISE)

    assert levels(refused, broken) == ["ok"]
    assert levels(seen(REQUESTED, OTHERWISE), broken) == ["warning"]
    assert levels(seen(REQUESTED, OTHERWISE, started=False), broken) == ["warning"]
    assert levels(refused, seen(REQUEST_BROKEN, DONE, ran=True)) == ["problem"]


def test_quick_leaves_out_what_takes_long() -> None:
    """Only the two that tell the most are left."""

    def hook(*_: object) -> Path:
        return Path("/srv/hook")

    assert [trial.name for trial in quick_trials(hook, on_failure=True)] == [ALLOWED, DENIED]
    assert {trial.name for trial in our_trials(hook, hook, on_failure=True)} == {
        ALLOWED,
        DENIED,
        SLOW,
    }
