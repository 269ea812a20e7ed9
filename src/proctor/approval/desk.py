"""
The desk: where an ASK waits for its answer.

It makes a question of a decision, hands it to the inbox, and waits until a person
has answered or the time is over. No answer is never a yes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Protocol

from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Finding
from proctor.terms.question import Draft, Question, Status
from proctor.terms.record import Standing, said
from proctor.terms.reply import Answer, Reply

TIMEOUT = 60.0
UID_LENGTH = 32
NOT_HEARD = "the question could not be kept, so nobody could be asked"
NO_ANSWER = "nobody answered within {seconds:.0f} s"
NOBODY = "it was answered, but nobody knows by whom"
TAKEN_BACK = "the question was taken back"


class Inbox(Protocol):
    """Where questions lie until a person answers; `audit/inbox.py` is the one that keeps them."""

    async def put(self, draft: Draft) -> Question | None:
        """Keep a question and return it as it stands; None where that was not possible."""

    async def wait(self, question: Question, seconds: float) -> Question:
        """Return a question as soon as it has ended, or as it is when the time is over."""

    async def expire(self, question: Question) -> Question:
        """End a question that nobody answered, and return how it ended."""


class Desk:
    """Asks people, through the inbox."""

    def __init__(self, inbox: Inbox, *, timeout: float = TIMEOUT) -> None:
        self.inbox = inbox
        self.timeout = timeout

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply:
        """Ask about a call and return what came back."""
        draft = draft_of(call, decision, standing, uid=uid, seconds=self.timeout)
        question = await self.inbox.put(draft)
        if question is None:
            return Reply(Answer.DENY, words=NOT_HEARD)
        if question.status is Status.PENDING:
            question = await self.inbox.wait(question, self.timeout)
        if question.status is Status.PENDING:
            question = await self.inbox.expire(question)
        return reply_of(question, self.timeout)


def draft_of(
    call: ToolCall, decision: Decision, standing: Standing, *, uid: str, seconds: float
) -> Draft:
    """
    Make a question of a decision.

    Whoever reads questions must not know by what name the record will be kept: one that
    was handed in under it before would stand in for it. So the question has another.
    """
    return Draft(
        uid=sha256(uid.encode(errors="surrogatepass")).hexdigest()[:UID_LENGTH],
        agent=said(call.agent),
        session=said(call.session),
        tool=decision.action.tool,
        action=decision.action.string,
        input=call.input,
        seconds=seconds,
        body={
            "role": standing.role,
            "project": standing.project,
            "policy_revision": standing.policy_revision,
            "cwd": decision.action.around.cwd,
            "by": decision.by.value,
            "why": decision.why,
            "rule": decision.rule.text if decision.rule else None,
            "parts": [part_of(finding) for finding in decision.because],
            "subagent": said(call.subagent),
            "harness": said(call.harness),
            "call_id": said(call.call_id),
            "requester": said(call.requester),
        },
    )


def reply_of(question: Question, seconds: float) -> Reply:
    """Return what a question came to; only one that a person answered can be a yes."""
    reply = question.reply
    if question.status is Status.ANSWERED and reply is not None:
        if reply.answer is Answer.ALLOW and not reply.by:
            return Reply(Answer.DENY, words=NOBODY, question=question.id)
        return reply._replace(question=question.id)
    if question.status is Status.CANCELLED:
        return Reply(Answer.DENY, words=TAKEN_BACK, question=question.id)
    words = NO_ANSWER.format(seconds=seconds)
    return Reply(Answer.TIMEOUT, words=words, question=question.id)


def part_of(finding: Finding) -> dict[str, Any]:
    """Return what a person is told of one part."""
    rule = finding.rule
    return {
        "part": finding.part.text,
        "effect": finding.effect.word,
        "classes": list(finding.part.classes),
        "rule": rule.text if rule else None,
        "where": str(rule.where) if rule and rule.where else None,
        "why": finding.why,
    }
