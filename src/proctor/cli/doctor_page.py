"""How `doctor` shows what it found: a line each, and what to do under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proctor.cli import render
from proctor.proving.finding import PROBLEM, WARNING, Finding

STYLES = {"ok": "green", "warning": "yellow", "problem": "red"}
LEVEL, AREA = 9, 13


def show_findings(findings: Iterable[Finding]) -> None:
    """Print findings as they come."""
    for finding in findings:
        level = (finding.level.ljust(LEVEL), STYLES[finding.level])
        render.out(level, finding.area.ljust(AREA), render.shorten(finding.what))
        if finding.do:
            render.out(" " * (LEVEL + AREA), ("do: ", "bold"), finding.do)


def show_covers(lines: Sequence[str]) -> None:
    """Print what is covered here and what is not."""
    render.out()
    render.out(("What this covers here, and what it does not:", "bold"))
    for line in lines:
        render.out(f"  {line}")


def show_summary(findings: Sequence[Finding]) -> None:
    """Print how many of them want something done."""
    problems = sum(finding.level == PROBLEM for finding in findings)
    warnings = sum(finding.level == WARNING for finding in findings)
    counted = f"{render.count(problems, 'problem')}, {render.count(warnings, 'warning')}"
    style = "red" if problems else "yellow" if warnings else "green"
    render.out((f"doctor: {counted}", style), err=True)


def as_data(finding: Finding) -> dict[str, object]:
    """Return a finding as data."""
    return {
        "level": finding.level,
        "code": finding.code or None,
        "area": finding.area,
        "what": finding.what,
        "do": finding.do or None,
        "fixable": finding.fix is not None,
    }
