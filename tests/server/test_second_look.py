"""A yes holds only as long as no rule denies the call by then."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proctor import Policy
from proctor.errors import NotFound
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.server.second_look import SecondLook
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply

CALL = ToolCall(tool="Bash", input={"command": "make"})
YES = Reply(Answer.ALLOW, "ada", question=7)


class Says:
    """A desk that always says the same."""

    def __init__(self, reply: Reply | None) -> None:
        self.reply = reply

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Say it."""
        return self.reply


def looked(reply: Reply | None, rules: Policy | None, folder: Path) -> Reply | None:
    """Ask, under rules that are these by the time the answer comes; None are gone."""

    def now() -> Pipeline:
        if rules is None:
            message = "there is no role `coder`"
            raise NotFound(message)
        return Pipeline(rules, surroundings(cwd=folder, root=folder, home=folder / "home"))

    decision = Policy.of().decide(CALL)
    desk = SecondLook(Says(reply), now)
    return asyncio.run(desk.ask(CALL, decision, Standing(), uid="u"))


@pytest.mark.parametrize("rules", [Policy.of(), Policy.of(allow=["Bash"])], ids=["asks", "allows"])
def test_a_yes_holds_where_nothing_denies(rules: Policy, tmp_path: Path) -> None:
    """Rules that ask or allow leave the person's answer as it is."""
    assert looked(YES, rules, tmp_path) == YES


@pytest.mark.parametrize(
    "rules",
    [
        Policy.of(deny=["Bash(make *)"]),
        Policy.of(deny=[{"rule": "Bash(make *)", "why": " "}]),
        Policy.of(otherwise="deny"),
        None,
    ],
    ids=["denies", "denies without a reason", "gives nothing", "are gone"],
)
def test_a_yes_ends_where_the_rules_say_no(rules: Policy | None, tmp_path: Path) -> None:
    """Whatever denies it by now, the call does not run, and says who had allowed it."""
    reply = looked(YES, rules, tmp_path)

    assert reply is not None
    assert (reply.answer, reply.question) == (Answer.DENY, 7)
    assert "ada" in reply.words


@pytest.mark.parametrize(
    "reply", [None, YES._replace(answer=Answer.DENY), Reply(Answer.TIMEOUT)], ids=str
)
def test_what_is_no_yes_becomes_none(reply: Reply | None, tmp_path: Path) -> None:
    """Rules that allow by now turn no denial into an allow."""
    assert looked(reply, Policy.of(allow=["Bash"]), tmp_path) == reply
