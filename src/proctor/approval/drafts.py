"""Make a question of a decision: what people are shown, and what their answer is bound to."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from proctor.approval.grants import categories_of
from proctor.approval.neighbours import Proposed
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Finding
from proctor.terms.question import Draft
from proctor.terms.record import Standing, said

UID_LENGTH = 32


def draft_of(  # noqa: PLR0913 - all that a question is made of
    call: ToolCall,
    decision: Decision,
    standing: Standing,
    *,
    uid: str,
    seconds: float,
    always: Proposed = Proposed(),  # noqa: B008 - it cannot be changed
    files: str = "",
    review: str = "",
) -> Draft:
    """
    Make a question of a decision.

    Whoever reads questions must not know by what name the record will be kept: one that
    was handed in under it before would stand in for it. So the question has another. `files`
    names what a yes covers: the same call with another file is another question.
    """
    name = f"{uid}\0{files}" if files else uid
    categories = categories_of(decision)
    return Draft(
        uid=sha256(name.encode(errors="surrogatepass")).hexdigest()[:UID_LENGTH],
        agent=said(call.agent),
        session=said(call.session),
        tool=decision.action.tool,
        action=decision.action.string,
        input=call.input,
        seconds=seconds,
        body={
            # First: whatever else is too long to be kept, this is kept.
            "approvers": [list(names) for names in decision.approvers],
            "role": standing.role,
            "project": standing.project,
            "policy_revision": standing.policy_revision,
            "cwd": decision.action.around.place,
            "by": decision.by.value,
            "why": decision.why,
            "rule": decision.rule.text if decision.rule else None,
            "always": always.words,
            **({"rules": list(always.rules)} if always.rules else {}),
            **({"changes": list(always.changes)} if always.changes else {}),
            **({"review": review} if review else {}),
            "category": categories[0] if categories else "",
            "parts": [part_of(finding) for finding in decision.because],
            "subagent": said(call.subagent),
            "harness": said(call.harness),
            "call_id": said(call.call_id),
            "requester": said(call.requester),
        },
    )


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
