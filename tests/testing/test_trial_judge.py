"""The judge of a trial: toolboxes run by it, and it says no where nobody decides."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from proctor import Effect, Toolbox, tool
from proctor.owner.who import running_server
from proctor.terms.call import ToolCall
from proctor.terms.question import Status
from proctor.testing import Trial, allow
from tests.testing.conftest import PUSH

pytestmark = pytest.mark.usefixtures("project")


@tool(id="send_invoice")
def send_invoice(customer: str) -> str:
    """Send an invoice."""
    return f"sent to {customer}"


def test_a_toolbox_runs_by_the_judge_of_a_trial(project: Path) -> None:
    """What is allowed runs, what is denied does not, and both are kept."""
    with Trial(allow=["send_invoice"], deny=["Read(secret.txt)"], project=project) as trial:
        box = Toolbox(
            trial.role, home=trial.home, workspace=project, judge=trial.judge, tools=[send_invoice]
        )
        sent = box.run("send_invoice", {"customer": "ada"})
        read = box.run("read_file", {"path": "secret.txt"})
        kept = [(one.tool, one.decision) for one in trial.records]
        events = [(one.kind, one.body["tool"]) for one in trial.events]

    assert (sent.text, read.ran) == ("sent to ada", False)
    assert kept == [("send_invoice", "allow"), ("Read", "deny")]
    assert events == [("tool-ran", "send_invoice")]


def test_no_tool_that_is_tried_starts_a_server(project: Path) -> None:
    """A tool that needs the owner of a home fails in a trial; none is started for it."""
    with Trial(allow=["task:list"], project=project) as trial:
        box = Toolbox(trial.role, home=trial.home, workspace=project, judge=trial.judge)
        done = box.run("task:list", {})
        home = trial.home

        assert not done.ok
        assert (running_server(home) or {}).get("pid") in (None, os.getpid())


def test_the_judge_says_no_to_what_has_no_form_in_json() -> None:
    """An input that a server could not be handed is not decided otherwise than there."""
    call = ToolCall(tool="Read", input={"file_path": object()})
    with Trial(allow=["*"], otherwise="allow") as trial:
        ruling = trial.judge.judge_now(call, role=trial.role, project="/", uid="u")
        told = trial.judge.tell_now("tool-ran", call, uid="u", body={"x": object()})

    assert (ruling.verdict.effect, told) == (Effect.DENY, False)
    assert ruling.verdict.why.startswith("nobody decided: the input cannot be handed on")


def test_the_judge_of_a_trial_that_is_over_says_no() -> None:
    """Whoever keeps it longer gets nothing by it."""
    call = ToolCall(tool="Read", input={"file_path": "a"})
    with Trial(allow=["*"]) as trial:
        judge = trial.judge

    later = asyncio.run(judge.judge(call, role="trial", project="/", uid="u"))
    at_once = judge.judge_now(call, role="trial", project="/", uid="u")
    assert later == at_once
    assert (later.verdict.effect, later.verdict.why) == (
        Effect.DENY,
        "nobody decided: the trial is over",
    )


def test_who_goes_away_takes_the_question_back() -> None:
    """A judge that is not waited for any more asks nobody, as with a server."""

    async def play() -> tuple[Any, Any]:
        async with Trial(ask=["Bash"], answers=[allow(delay=3600)]) as trial:
            call = ToolCall(tool="Bash", input=PUSH)
            judged = trial.judge.judge(call, role=trial.role, project="/", uid="u")
            waiting = asyncio.create_task(judged)
            while not trial.questions:
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            while not trial.records:
                await asyncio.sleep(0)
            return trial.questions[0].status, trial.records[0].decision

    assert asyncio.run(play()) == (Status.CANCELLED, "ask_timeout")


def test_a_question_that_waits_at_the_end_is_no_yes() -> None:
    """Who still waits when a trial ends is told so, and may not run anything."""

    async def play() -> Any:
        call = ToolCall(tool="Bash", input=PUSH)
        trial = Trial(ask=["Bash"], answers=[allow(delay=3600)])
        async with trial:
            judged = trial.judge.judge(call, role=trial.role, project="/", uid="u")
            waiting = asyncio.create_task(judged)
            while not trial.questions:
                await asyncio.sleep(0)
        return await waiting

    assert asyncio.run(play()).verdict.effect is Effect.DENY
