"""The desk: only a person's yes is one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from proctor import Policy
from proctor.approval.desk import Desk
from proctor.terms.call import ToolCall
from proctor.terms.question import Draft, Question, Status
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply

CALL = ToolCall(tool="Bash", input={"command": "make"}, agent="arch-1")
ADA = Reply(Answer.ALLOW, "ada", "inbox")


class Scripted:
    """An inbox in which each question goes as it is told."""

    def __init__(self, *, kept: bool = True, **ends: Question | None) -> None:
        self.kept = kept
        self.ends = ends
        self.drafts: list[Draft] = []

    async def put(self, draft: Draft) -> Question | None:
        """Keep a question, or not."""
        self.drafts.append(draft)
        asked = Question("u", "h", "h", draft.agent, draft.tool, draft.action, "", "", id=7)
        return (self.ends.get("at_once") or asked) if self.kept else None

    async def wait(self, question: Question, seconds: float) -> Question:
        """Wait as long as it takes to read the script."""
        return self.ends.get("waited") or question

    async def expire(self, question: Question) -> Question:
        """End it, unless somebody was quicker."""
        return self.ends.get("late") or question._replace(status=Status.EXPIRED)


def ended(status: Status, reply: Reply | None = None) -> Question:
    """Return a question that has ended."""
    return Question("u", "h", "h", "a", "t", "x", "", "", id=7, status=status, reply=reply)


def asked(inbox: Scripted) -> Reply:
    """Ask about a call."""
    decision = Policy.of().decide(CALL)
    return asyncio.run(Desk(inbox).ask(CALL, decision, Standing(role="coder"), uid="u"))


@pytest.mark.parametrize("when", ["at_once", "waited", "late"])
def test_a_persons_answer_counts_whenever_it_came(when: str) -> None:
    """Before anybody waited, while somebody did, or just before the time was over."""
    script: dict[str, Any] = {when: ended(Status.ANSWERED, ADA)}

    assert asked(Scripted(**script)) == ADA._replace(question=7)


@pytest.mark.parametrize(
    ("inbox", "answer"),
    [
        (Scripted(kept=False), Answer.DENY),
        (Scripted(), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.CANCELLED)), Answer.DENY),
        (Scripted(waited=ended(Status.CANCELLED, ADA)), Answer.DENY),
        (Scripted(waited=ended(Status.EXPIRED, ADA)), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.ANSWERED)), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.ANSWERED, ADA._replace(by=""))), Answer.DENY),
        (Scripted(late=ended(Status.PENDING, ADA)), Answer.TIMEOUT),
    ],
    ids=["not kept", "expired", "cancelled", "cancelled with an answer", "expired with an answer",
         "answered without one", "answered by nobody", "still pending"],
)  # fmt: skip
def test_nothing_else_is_a_yes(inbox: Scripted, answer: Answer) -> None:
    """Whatever becomes of a question without a person's answer, the call does not run."""
    reply = asked(inbox)

    assert reply.answer is answer
    assert reply.words


def test_a_question_does_not_tell_the_name_of_its_record() -> None:
    """Whoever sees it could otherwise put another record in its place."""
    inbox = Scripted()
    asked(inbox)

    assert [draft.uid == "u" for draft in inbox.drafts] == [False]
