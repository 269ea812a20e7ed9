"""Decisions, made by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from proctor.terms.action import Action, Does, Part
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.rule import Rule
from proctor.terms.surroundings import Surroundings

AROUND = Surroundings(
    cwd="/srv/app/web",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 6, 1, 12, tzinfo=UTC),
)


def part(does: Does = Does.OTHER, **changes: Any) -> Part:
    """Return a part of a shell call."""
    fields: dict[str, Any] = {
        "tool": "Bash",
        "kind": Kind.SHELL,
        "text": "npm test",
        "strings": ("npm test",),
        "targets": ("npm test",),
        "does": does,
    }
    return Part(**(fields | changes))


def action(*parts: Part) -> Action:
    """Return an action of these parts."""
    return Action(
        tool="Bash", kind=Kind.SHELL, string="tool:bash:npm test", parts=parts, around=AROUND
    )


def decision(
    effect: Effect,
    *parts: Part,
    source: Source = Source.RULE,
    rule: Rule | None = None,
    why: str = "so it is",
) -> Decision:
    """Return a decision with one reason."""
    parts = parts or (part(),)
    found = tuple(Finding(each, effect, source, why, rule) for each in parts)
    return Decision(effect, action(*parts), found)
