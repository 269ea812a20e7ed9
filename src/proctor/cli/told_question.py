"""A question as the server tells it, made one again."""

from __future__ import annotations

from typing import Any

from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Decider, Reply, Scope

# What stands beside the body in the JSON of a question.
BESIDE = frozenset({
    "id", "status", "agent", "tool", "action", "mark", "host", "session", "asked_at", "expires_at",
    "closed_at", "reply",
})  # fmt: skip


def question_from(told: dict[str, Any]) -> Question:
    """Return the question that some JSON tells of."""
    reply = told["reply"]
    return Question(
        # The uid itself is for whoever asked.
        uid=told["mark"],
        host=told["host"],
        home="",
        agent=told["agent"],
        tool=told["tool"],
        action=told["action"],
        asked_at=told["asked_at"],
        expires_at=told["expires_at"],
        session=told["session"],
        body={name: value for name, value in told.items() if name not in BESIDE},
        id=told["id"],
        status=Status(told["status"]),
        reply=reply_from(reply) if reply else None,
        closed_at=told["closed_at"] or "",
    )


def changes_in(told: dict[str, Any]) -> list[str]:
    """Return what an agent would change of itself, a line each; nothing for any other call."""
    lines = told.get("changes")
    return [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []


def always_in(told: dict[str, Any]) -> str:
    """Return what *always* would do; nothing where it is not possible, or the question is over."""
    always = told.get("always")
    waits = told["status"] == Status.PENDING.value
    return always if isinstance(always, str) and waits else ""


def reply_from(told: dict[str, Any]) -> Reply:
    """Return the reply that some JSON tells of."""
    known = {name: value for name, value in told.items() if name in Reply._fields}
    known["answer"] = Answer(told["answer"])
    known["scope"] = Scope(told.get("scope", Scope.ONCE))
    known["decider"] = Decider(told.get("decider", Decider.PERSON))
    return Reply(**known)
