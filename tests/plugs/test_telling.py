"""What became of calls is told together, and never lost with a loop that ends."""

from __future__ import annotations

import asyncio
from typing import Any

from proctor.plugs.calls import AgentCalls, Told
from proctor.plugs.telling import MANY, Telling
from proctor.testing import Trial
from proctor.tools.judging import Ruling, RunOf, denied


class Counts:
    """A judge that hears several at once."""

    def __init__(self) -> None:
        self.heard: list[list[str]] = []

    async def judge(self, *_: Any, **__: Any) -> Ruling:
        """Say no."""
        return denied("no")

    async def tell(self, kind: str, call: Any, **_: Any) -> bool:
        """Hear of one."""
        self.heard.append([f"{kind} {call.call_id}"])
        return True

    async def tell_all(self, kind: str, events: list[RunOf]) -> bool:
        """Hear of several."""
        self.heard.append([f"{kind} {one.call.call_id}" for one in events])
        return True


def told(number: int) -> Told:
    """Return what became of a call."""
    return Told("Bash", denied("no"), f"c-{number}", "s", {"ok": True})


def telling(trial: Trial, judge: Any) -> Telling:
    """Return what tells a judge."""
    return Telling(AgentCalls(trial.role, home=trial.home, judge=judge))


def test_what_comes_together_is_told_together() -> None:
    """One question to the owner, in the order of the calls."""
    with Trial(otherwise="allow") as trial:
        made = telling(trial, judge := Counts())

        async def work() -> None:
            for number in range(3):
                made.leave(told(number))
            assert judge.heard == []
            await made.all_told()

        asyncio.run(work())

    assert judge.heard == [["tool-ran c-0", "tool-ran c-1", "tool-ran c-2"]]


def test_nothing_is_lost_with_the_loop() -> None:
    """A program that ends while something waits tells it before; the next loop goes on."""
    with Trial(otherwise="allow") as trial:
        made = telling(trial, judge := Counts())

        async def work(number: int) -> None:
            made.leave(told(number))

        asyncio.run(work(1))
        asyncio.run(work(2))

    assert judge.heard == [["tool-ran c-1"], ["tool-ran c-2"]]


def test_many_are_not_kept_waiting() -> None:
    """What is told at once has an end."""
    with Trial(otherwise="allow") as trial:
        made = telling(trial, judge := Counts())

        async def work() -> None:
            for number in range(MANY):
                made.leave(told(number))
            assert made.hurry.is_set()
            await made.all_told()
            made.leave(told(MANY))

        asyncio.run(work())

    assert [len(one) for one in judge.heard] == [MANY, 1]


def test_a_judge_that_hears_only_one_is_told_one_by_one() -> None:
    """Nothing else is asked of a judge than what every one has."""
    with Trial(otherwise="allow") as trial:
        made = telling(trial, trial.judge)

        async def work() -> None:
            made.leave(told(1))
            made.leave(told(2))
            await made.all_told()

        asyncio.run(work())

        assert [event.body["call_id"] for event in trial.events] == ["c-1", "c-2"]
