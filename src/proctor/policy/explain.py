"""Render a decision. Nothing is computed here: all of it is in the Decision."""

from __future__ import annotations

from proctor.terms.decision import Decision, Finding
from proctor.terms.effect import Effect
from proctor.terms.rule import By

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def as_json(decision: Decision) -> dict[str, Any]:
    """Return a decision as the JSON that `proctor explain --json` prints."""
    return {
        "effect": decision.effect.word,
        "action": decision.action.string,
        "because": [finding_json(finding) for finding in decision.because],
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return what was found for one part."""
    rule = finding.rule
    where = rule.where if rule else None
    return {
        "part": finding.part.text,
        "effect": finding.effect.word,
        "rule": rule.text if rule else None,
        "where": f"{where.file}:{where.line}" if where else None,
        "why": finding.why,
        "classes": dict(zip(finding.part.classes, finding.part.reasons, strict=True)),
        "unknown": finding.part.unread or finding.part.unsure,
        "by": finding.by.value if finding.effect is Effect.ASK else None,
    }


def as_lines(decision: Decision) -> list[str]:
    """Return a decision as plain lines: the answer, then a line for each part."""
    lines = [f"{decision.effect}  {decision.action.string}"]
    for finding in decision.because:
        lines.append(f"  {finding.effect}  {finding.part.text}")
        lines.append(f"        {reason(finding)}")
        lines += [f"        {line}" for line in kinds(finding)]
    return lines


def kinds(finding: Finding) -> list[str]:
    """Return what kind of command a part is, and why, and who may answer what is asked."""
    part = finding.part
    found = [f"@{one}: {why}" for one, why in zip(part.classes, part.reasons, strict=True)]
    if part.unsure and part.unsure not in finding.why:
        found.append(f"not known for certain: {part.unsure}")
    if finding.effect is Effect.ASK:
        found += [] if finding.by is By.ANY else [f"by: {finding.by.value}"]
        found += [f"approvers: {', '.join(roles)}" for roles in finding.approvers]
    return found


def reason(finding: Finding) -> str:
    """Return why, with the rule and its place where a rule spoke."""
    if finding.rule is None:
        return finding.why
    where = f" ({finding.rule.where})" if finding.rule.where else ""
    said = said_by_rule(finding)
    named = finding.rule.text in said
    return f"{said}{where}" if named else f"{said} {finding.rule.text}{where}"


def said_by_rule(finding: Finding) -> str:
    """Return the reason without what the part's own class says of it: that has its own line."""
    if finding.rule is None:
        return finding.why
    for why in finding.part.reasons:
        if finding.why.startswith(f"{why}; "):
            return finding.why.removeprefix(f"{why}; ")
    return finding.why
