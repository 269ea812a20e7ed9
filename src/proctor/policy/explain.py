"""Render a decision. Nothing is computed here: all of it is in the Decision."""

from __future__ import annotations

from typing import Any

from proctor.terms.decision import Decision, Finding


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
    }


def as_lines(decision: Decision) -> list[str]:
    """Return a decision as plain lines: the answer, then a line for each part."""
    lines = [f"{decision.effect}  {decision.action.string}"]
    for finding in decision.because:
        lines.append(f"  {finding.effect}  {finding.part.text}")
        lines.append(f"        {reason(finding)}")
    return lines


def reason(finding: Finding) -> str:
    """Return why, with the rule and its place where a rule spoke."""
    if finding.rule is None:
        return finding.why
    where = f" ({finding.rule.where})" if finding.rule.where else ""
    named = finding.rule.text in finding.why
    return f"{finding.why}{where}" if named else f"{finding.why} {finding.rule.text}{where}"
