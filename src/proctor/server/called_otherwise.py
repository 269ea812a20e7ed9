"""
A call whose tool is a gateway's: decided as what is meant, and kept with what it was called.

    mcp__proctor__task_add   what the agent program calls it, and a rule of somebody may name
    task:add                 what it is, by which it is decided

A rule that denies or asks holds by either name. What a role says of all that it does not name
(`otherwise`, a mode, its list of tools) holds by what is meant only: no role names what the
program calls it, so every call of a gateway would meet that. It is no way past a role, because
the two names belong together by our own reckoning, and not by what somebody says.
"""

from __future__ import annotations

from proctor.nodes import visible
from proctor.pipeline import Audit, Pipeline
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.record import Record

CALLED = "called as {name}"
# What somebody has written down about a name, as against what holds where nobody has.
WRITTEN = frozenset({Source.RULE, Source.GUARD})


class AsMeant(Pipeline):
    """A policy that decides what is meant; its denies and asks of the other name hold, too."""

    def __init__(self, usual: Pipeline, name: str) -> None:
        super().__init__(usual.policy, usual.around)
        self.usual = usual
        self.name = name

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return decided_as_meant(self.usual, call, self.name)


class CalledAs:
    """Keeps records with the name by which the agent program called the tool."""

    __slots__ = ("audit", "name")

    def __init__(self, audit: Audit, name: str) -> None:
        self.audit = audit
        self.name = name

    async def append(self, record: Record) -> bool:
        """Keep a record."""
        return await self.audit.append(with_name(record, self.name))


def decided_as_meant(usual: Pipeline, call: ToolCall, name: str) -> Decision:
    """Decide a call as what it means; by its other name it can only become stricter."""
    meant = usual.decide(call)
    if not name:
        return meant
    called = usual.decide(call._replace(tool=name))
    stricter = tuple(
        finding
        for finding in called.because
        if finding.source in WRITTEN and finding.effect is not Effect.ALLOW
    )
    if not stricter:
        return meant
    effect = max(meant.effect, *(finding.effect for finding in stricter))
    return meant._replace(effect=effect, because=(*meant.because, *stricter))


def with_name(record: Record, name: str) -> Record:
    """Return a record that says by which name its tool was called."""
    if not name:
        return record
    words = CALLED.format(name=visible(name))
    return record._replace(detail="; ".join(filter(None, (record.detail, words))))
