"""What is kept, as the JSON that the command line and the server give out."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from proctor.audit.rows import Kept
from proctor.terms.agent import Agent
from proctor.terms.grant import Grant
from proctor.terms.question import Question

MARK_LENGTH = 16


def kept_json(kept: Kept) -> dict[str, Any]:
    """
    Return a record, with its number and its place in its chain.

    Somebody may have put bytes where a text belongs: they are shown as what they are.
    """
    data = {
        "n": kept.n,
        **kept.record._asdict(),
        "host": kept.host,
        "home": kept.home,
        "seq": kept.seq,
        "hash": kept.hash,
    }
    return {
        name: repr(value) if isinstance(value, bytes) else value for name, value in data.items()
    }


def question_json(question: Question) -> dict[str, Any]:
    """
    Return a question, with the reply where it has one.

    INVARIANT: its uid is not in it. Whoever has that may take the question back, and all
    can look at this; by its `mark` it is known again.
    """
    reply = question.reply._asdict() if question.reply else None
    if reply is not None:
        # Ids of a chat, which say nothing here.
        del reply["chat_roles"]
    return {
        **{name: value for name, value in question.body.items() if name != "uid"},
        "id": question.id,
        "status": question.status.value,
        "agent": question.agent,
        "tool": question.tool,
        "action": question.action,
        "mark": mark_of(question.uid),
        "host": question.host,
        "session": question.session,
        "asked_at": question.asked_at,
        "expires_at": question.expires_at,
        "closed_at": question.closed_at or None,
        "reply": reply,
    }


def own_question_json(question: Question) -> dict[str, Any]:
    """Return a question for the one who asked it, with the uid by which it is taken back."""
    return {**question_json(question), "uid": question.uid}


def mark_of(uid: str) -> str:
    """Return what a uid is known again by, and cannot be found out from."""
    return sha256(f"mark\0{uid}".encode(errors="surrogatepass")).hexdigest()[:MARK_LENGTH]


def grant_json(grant: Grant) -> dict[str, Any]:
    """Return a grant."""
    return {**grant._asdict(), "scope": grant.scope.value}


def agent_json(agent: Agent) -> dict[str, Any]:
    """Return an agent."""
    return agent._asdict()
