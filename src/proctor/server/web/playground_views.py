"""A decision as the playground shows it: cut to what a person reads, and nothing computed."""

from __future__ import annotations

from typing import NamedTuple

from proctor.policy.explain import kinds, said_by_rule
from proctor.server.explaining import Explained
from proctor.server.web.tools_texts import both_ends
from proctor.terms.catalogue import Catalogue
from proctor.terms.decision import Finding
from proctor.terms.effect import Effect
from proctor.terms.rule import By

MOST_PARTS = 100
LONGEST = 1000
MOST_PATHS = 5
# What to know of a project's role that does not stand as it was trusted.
TRUST = {
    "untrusted": "This role is not trusted: it can only tighten, see `proctor trust`.",
    "changed": "Its file has changed since it was trusted: what was trusted counts, and what is "
    "stricter now.",
    "deleted": "Its file is gone: what was trusted counts.",
}


class PartView(NamedTuple):
    """One part: what was found, by what, and why."""

    text: str
    effect: str
    source: str
    why: str
    rule: str
    where: str
    kinds: tuple[str, ...]
    human: bool


class View(NamedTuple):
    """A decision, part by part; `hidden` is how many parts are not shown."""

    effect: str
    action: str
    why: str
    parts: tuple[PartView, ...]
    hidden: int
    modes: str
    trust: str
    unlooked: tuple[str, ...]
    more_unlooked: int
    catalogue: Catalogue


def view_of(found: Explained) -> View:
    """Return a decision as it is shown."""
    decision = found.decision
    shown = decision.because[:MOST_PARTS]
    return View(
        effect=decision.effect.word,
        action=both_ends(decision.action.string, LONGEST),
        why=both_ends(decision.why, LONGEST),
        parts=tuple(map(part_of, shown)),
        hidden=len(decision.because) - len(shown),
        modes=" and ".join(found.modes),
        trust=TRUST.get(found.role.trust or "", ""),
        unlooked=tuple(both_ends(path, LONGEST) for path in found.unlooked[:MOST_PATHS]),
        more_unlooked=max(len(found.unlooked) - MOST_PATHS, 0),
        catalogue=decision.action.around.catalogue,
    )


def part_of(finding: Finding) -> PartView:
    """Return one part as it is shown; of a rule not twice that it spoke."""
    rule, said = finding.rule, said_by_rule(finding)
    if rule and said.endswith(f"by the rule {rule.text}"):
        said = ""
    return PartView(
        text=both_ends(finding.part.text, LONGEST),
        effect=finding.effect.word,
        source=finding.source.value,
        why=both_ends(said, LONGEST),
        rule=both_ends(rule.text, LONGEST) if rule else "",
        where=str(rule.where or "built in") if rule else "",
        kinds=tuple(both_ends(line, LONGEST) for line in kinds(finding)),
        human=finding.effect is Effect.ASK and finding.by is By.HUMAN,
    )
