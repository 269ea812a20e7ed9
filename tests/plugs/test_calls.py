"""Every call of a plug is answered with yes or no, whatever the judge does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotFound, UsageError
from proctor.plugs.calls import AgentCalls, denied_words, is_allowed
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.tools.judging import Ruling
from tests.tools.toolboxes import Says


class Odd(Says):
    """A judge that answers what it is told to, or raises it."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer

    async def judge(self, *_: Any, **__: Any) -> Ruling:
        """Answer it."""
        await asyncio.sleep(0)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[return-value]  # that is the point

    async def tell(self, *_: Any, **__: Any) -> bool:
        """Fail."""
        raise RuntimeError("no pen")


class SaysNow(Says):
    """A judge that can also be asked without a loop."""

    def judge_now(self, call: ToolCall, **words: Any) -> Ruling:
        """Say it."""
        return asyncio.run(self.judge(call, **words))

    def tell_now(self, kind: str, call: ToolCall, **words: Any) -> bool:
        """Remember it."""
        return asyncio.run(self.tell(kind, call, **words))


def calls_of(judge: Any, tmp_path: Path, **more: Any) -> AgentCalls:
    """Return the calls of an agent under a judge of the test's own."""
    return AgentCalls("open", home=tmp_path, workspace="/srv/app", judge=judge, **more)


def both(calls: AgentCalls, *args: Any, **more: Any) -> list[Ruling]:
    """Decide a call from a loop, and from a thread without one."""
    return [asyncio.run(calls.decide(*args, **more)), calls.decide_now(*args, **more)]


def test_a_call_is_handed_on_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    """The judge, and so the record, gets who, for whom, where, in which conversation."""
    judge = Says()
    calls = calls_of(judge, tmp_path, agent="a-1", person="ada", session="s", harness="test")

    for ruling in both(
        calls, "refund", {"euros": 1}, "c-1", session="t", subagent="b", mode="plan"
    ):
        assert is_allowed(ruling)

    expected = ToolCall(
        tool="refund", input={"euros": 1}, cwd="/srv/app", agent="a-1", session="s/t",
        subagent="b", harness="test", call_id="c-1", mode="plan", requester="ada",
    )  # fmt: skip
    assert judge.asked == [(expected, "open", True)] * 2


@pytest.mark.parametrize("effect", [Effect.ASK, Effect.DENY])
def test_what_is_left_to_a_dialog_is_a_no(tmp_path: Path, effect: Effect) -> None:
    """No framework has a dialog, so an ask that comes back is a deny with the same reason."""
    expected = Ruling(Verdict(Effect.DENY, "so it is said"), "record-1")

    assert both(calls_of(Says(effect), tmp_path), "refund", {}) == [expected] * 2


@pytest.mark.parametrize(
    "answer",
    [
        None, True, "allow", Effect.ALLOW, Verdict(Effect.ALLOW, ""), {"effect": "allow"},
        Ruling("allow"), Ruling(Verdict("allow", "")), Ruling(Verdict(1, "")),  # type: ignore[arg-type]  # none of them is an answer
        RuntimeError("asleep"), ValueError("odd"), NotFound("gone"), RecursionError(),
    ],
    ids=repr,
)  # fmt: skip
def test_an_answer_that_is_none_is_a_no(tmp_path: Path, answer: object) -> None:
    """A judge that fails or babbles, whoever wrote it, has not said yes."""
    for ruling in both(calls_of(Odd(answer), tmp_path), "refund", {}):
        assert ruling.verdict.effect is Effect.DENY
        assert not is_allowed(ruling)


@pytest.mark.parametrize("tool", ["", None, 7, ["refund"]], ids=repr)
def test_a_tool_that_is_no_name_is_still_decided_about(tmp_path: Path, tool: Any) -> None:
    """Whatever a model calls a tool, the judge is told a text."""
    judge = Says()
    both(calls_of(judge, tmp_path), tool, {}, 5)

    assert [type(call.tool) for call, _, _ in judge.asked] == [str, str]
    assert [call.call_id for call, _, _ in judge.asked] == [None, None]


def test_a_thread_with_a_loop_may_ask_without_it(tmp_path: Path) -> None:
    """A framework may call its synchronous side from inside a loop."""

    async def inside() -> Ruling:
        return calls_of(Says(), tmp_path).decide_now("refund", {})

    async def failing() -> Ruling:
        return calls_of(Odd(RuntimeError("asleep")), tmp_path).decide_now("refund", {})

    assert is_allowed(asyncio.run(inside()))
    assert asyncio.run(failing()).verdict.why == "nobody decided: RuntimeError: asleep"


def test_a_judge_that_needs_no_loop_is_asked_without_one(tmp_path: Path) -> None:
    """Where a judge has a synchronous side, that is used."""
    judge = SaysNow()
    calls = calls_of(judge, tmp_path)

    assert is_allowed(calls.decide_now("refund", {}))
    assert calls.tell_now("refund", Ruling(Verdict(Effect.ALLOW, ""), "r"), "c-1", ok=True)
    assert judge.told == [
        ("tool-ran", "refund",
         {"ok": True, "record": "r", "role": "open", "project": "/srv/app"})
    ]  # fmt: skip


def test_what_cannot_be_told_harms_nobody(tmp_path: Path) -> None:
    """What has happened has happened; whoever tells of it learns that it is not kept."""
    calls, ruling = calls_of(Odd(None), tmp_path), Ruling(Verdict(Effect.ALLOW, ""))

    assert asyncio.run(calls.tell("refund", ruling)) is False
    assert calls.tell_now("refund", ruling) is False


def test_who_is_cancelled_is_cancelled(tmp_path: Path) -> None:
    """To cancel a call is no answer to it."""
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(calls_of(Odd(asyncio.CancelledError()), tmp_path).decide("refund", {}))


def test_a_role_that_is_none_is_found_at_once(tmp_path: Path) -> None:
    """A slip in a role's name is an error where it is written, not a denial later."""
    with pytest.raises(NotFound, match="codr"):
        AgentCalls("codr", home=tmp_path, workspace=tmp_path)
    with pytest.raises(UsageError):
        AgentCalls(home=tmp_path, workspace=tmp_path)


def test_the_model_reads_that_nothing_was_done() -> None:
    """A refusal says so, and why."""
    no = Ruling(Verdict(Effect.DENY, "the shop is closed"))

    assert denied_words(no) == "The call was refused, and nothing was done: the shop is closed"
