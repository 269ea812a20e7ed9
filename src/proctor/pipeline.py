"""
The way of a call: read it, decide it, ask where that is open, keep the record.

    call ─► normalise ─► policy ─► approval ─► audit ─► Verdict

Whoever has read `Gate.judge` knows where everything is.
"""

from __future__ import annotations

import time

from proctor.audit.ids import new_uid, timestamp
from proctor.normalise import lookups, patterns, read_string
from proctor.observe import observed, with_links, with_matches
from proctor.policy.decide import decide
from proctor.policy.strictest import strictest
from proctor.terms.effect import Effect
from proctor.terms.keeping import Unrecorded
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.record import Record
from proctor.terms.verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from proctor.observe import Looks
    from proctor.policy.policy import Policy
    from proctor.terms.call import ToolCall
    from proctor.terms.decision import Decision
    from proctor.terms.record import Standing
    from proctor.terms.reply import Reply
    from proctor.terms.surroundings import Surroundings
else:
    Protocol = object


class Pipeline:
    """One policy in one place, asked about one call after another."""

    def __init__(self, policy: Policy, around: Surroundings) -> None:
        self.policy = policy
        self.around = around
        # What was seen a moment ago, where one call follows another.
        self.looks: Looks | None = None

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call; nothing an agent can say makes this raise."""
        return decide(observed(call, self.around, self.looks), self.policy)

    def check(self, string: str) -> Decision:
        """
        Decide a raw action string, `tool:bash:npm test`.

        Raises:
            ValueError: it is not an action string.

        """
        first = read_string(string, self.around)
        around = with_matches(with_links(self.around, lookups(first)), patterns(first))
        action = first if around is self.around else read_string(string, around)
        return decide(action, self.policy)


class Joint(Pipeline):
    """Several policies in one place, each asked about a call; the strictest wins."""

    def __init__(self, all_of: Sequence[Pipeline]) -> None:
        super().__init__(all_of[0].policy, all_of[0].around)
        self.all_of = all_of

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        return strictest([one.decide(call) for one in self.all_of])

    def check(self, string: str) -> Decision:
        """
        Decide a raw action string.

        Raises:
            ValueError: it is not an action string.

        """
        return strictest([one.check(string) for one in self.all_of])


class Desk(Protocol):
    """Whoever turns an ASK into a reply."""

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Return what came back; None leaves it to the program's own dialog."""

    def unasked(self, call: ToolCall, decision: Decision) -> Decision:
        """Return what holds where nobody is asked."""


class Audit(Protocol):
    """Whoever keeps records."""

    async def append(self, record: Record) -> bool:
        """Keep a record; False if that was not possible."""


class Judged(NamedTuple):
    """A verdict, with the decision and the reply that led to it."""

    verdict: Verdict
    decision: Decision
    reply: Reply | None = None


class Gate:
    """A pipeline with a desk where it asks and a trail where it keeps."""

    def __init__(
        self,
        pipeline: Pipeline,
        standing: Standing,
        *,
        desk: Desk,
        audit: Audit,
        unrecorded: Unrecorded = Unrecorded.REFUSE,
    ) -> None:
        self.pipeline = pipeline
        self.standing = standing
        self.desk = desk
        self.audit = audit
        self.unrecorded = unrecorded

    async def judge(self, call: ToolCall, *, uid: str = "") -> Judged:
        """
        Decide a call, ask where that is open, keep the record, and say what holds.

        Args:
            call: what the agent wants.
            uid: the name of the question and, with what became of it, of the record; the
                same call, handed in again after a crash, is asked and kept once. What
                ends otherwise the next time is another record.

        """
        began = time.perf_counter()
        named, uid = bool(uid), uid or new_uid()
        decision = self.pipeline.decide(call)
        reply = None
        if decision.effect is Effect.ASK:
            reply = await self.desk.ask(call, decision, self.standing, uid=uid)
        else:
            decision = self.desk.unasked(call, decision)
        verdict = Verdict.of(decision, reply)
        took = int((time.perf_counter() - began) * 1e6)
        record = Record.of(
            call, decision, reply, self.standing, uid=uid, timestamp=timestamp(), duration_us=took
        )
        if named:
            record = record._replace(uid=f"{uid}-{record.decision}")
        kept = await self.audit.append(record)
        if not kept:
            verdict = verdict.unkept(decision.action, self.unrecorded)
        return Judged(verdict, decision, reply)
