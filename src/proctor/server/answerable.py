"""
What a question can be answered with, by whom, and what each answer would remember.

The same for the web page and for programs: both get a question as data, and this with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proctor.approval.message import Choice, choices_of, counts_once
from proctor.server.office import Office
from proctor.server.questions import ONLY_ONCE, THIS_ONE
from proctor.server.requests import LONGEST_SECONDS
from proctor.server.web.may import WORDS, May, a
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Scope

NO_INBOX = "the inbox is turned off: nobody answers here"
FOR_A_TIME = "exactly this, under this role in this project, for so long"
LOOKS = "you are {a} here, and answering is for {least}"


def as_question(data: Mapping[str, Any]) -> Question:
    """Return as much of a question as what can be answered is made of."""
    return Question(
        uid="",
        host=str(data["host"]),
        home="",
        agent=str(data["agent"]),
        tool=str(data["tool"]),
        action=str(data["action"]),
        asked_at=str(data["asked_at"]),
        expires_at=str(data["expires_at"]),
        session=str(data["session"]),
        body=dict(data),
        id=int(data["id"]),
        status=Status(data["status"]),
    )


def answers_of(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every answer that a question takes, each with what it would remember."""
    question = as_question(data)
    return [answer_json(choice, data) for choice in choices_of(question)]


def answer_json(choice: Choice, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return one of them."""
    told: dict[str, Any] = {
        "answer": choice.answer.value,
        "scope": choice.scope.value,
        "remembers": FOR_A_TIME if choice.scope is Scope.TIME else choice.remembers,
    }
    if choice.answer is Answer.DENY:
        told["remembers"] = "nothing; your words go to the agent"
    if choice.scope is Scope.TIME:
        told["seconds"] = {"least": 1, "most": LONGEST_SECONDS}
    if choice.category:
        told["category"] = choice.category
    if choice.scope is Scope.ALWAYS:
        told["rules"] = rules_of(data)
    return told


def rules_of(data: Mapping[str, Any]) -> list[str]:
    """Return the rules that *always* would add; none where it would be a grant."""
    rules = data.get("rules")
    given = isinstance(rules, list) and bool(data.get("always"))
    return [rule for rule in rules if isinstance(rule, str)] if given and rules else []


def only_once(data: Mapping[str, Any]) -> str:
    """Say why nothing of an answer is remembered; nothing where it can be."""
    if not counts_once(as_question(data)):
        return ""
    return ONLY_ONCE if data.get("handed_in") else THIS_ONE


def why_not(office: Office, data: Mapping[str, Any], person: str, may: May) -> str:
    """Say why somebody may not answer a question; nothing where they may."""
    why = office.rights.of("web", person, as_question(data))[1]
    if may < May.WORK and not why and office.people is not None:
        return ""  # a viewer answers what their role may grant
    return why_nobody_answers(office, may) or why


def why_nobody_answers(office: Office, may: May) -> str:
    """Return why someone with this right cannot answer anything here; "" if they can."""
    if may < May.WORK:
        return LOOKS.format(a=a(WORDS[may]), least=a(WORDS[May.WORK]))
    return NO_INBOX if office.people is None else ""


def answerable(office: Office, data: dict[str, Any], person: str, may: May) -> dict[str, Any]:
    """Return a question with what somebody can answer it with, and why they may not."""
    is_open = data["status"] == Status.PENDING.value
    why = why_not(office, data, person, may) if is_open else "it has ended"
    return {**data, "answers": answers_of(data) if is_open else [], "why_not": why or None}
