"""What goes back to the agent."""

from __future__ import annotations

from proctor.terms.action import Action, Does, Part
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Decision
from proctor.terms.effect import ALLOW, ASK, DENY, Effect
from proctor.terms.keeping import Unrecorded
from proctor.terms.kind import Kind
from proctor.terms.local_programs import is_local
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.reply import Answer, Reply

NOBODY = "nobody answered"
NOT_KEPT = (
    "the record of this call could not be written, and only plain reads run without one: "
    "ask your user to run `proctor status`, which says what is wrong"
)
NOTHING_RUNS = (
    "the record of this call could not be written, and nothing runs without one here: "
    "ask your user to run `proctor status`, which says what is wrong"
)
CHANGES_NOTHING = frozenset({Does.READ, Does.IDLE})
# Tools of these kinds talk to other machines, programs or agents, whatever they say of themselves.
SENDING = frozenset({Kind.FETCH, Kind.SEARCH, Kind.MCP, Kind.DELEGATE})
NO_CLASS_BUT_READ: frozenset[tuple[str, ...]] = frozenset({(), ("read",)})


class Verdict(NamedTuple):
    """
    Allow, deny, or ask: leave it to the program's own dialog.

    Whoever has no dialog takes an ask for a deny. A verdict counts as true where the call
    may run, and only there.
    """

    effect: Effect
    why: str

    def __bool__(self) -> bool:
        """Say whether the call may run: `if verdict` is no accident."""
        return self.effect is ALLOW

    @classmethod
    def of(cls, decision: Decision, reply: Reply | None) -> Verdict:
        """
        Return what a decision, and the reply where it asked, come to.

        A reply counts only where the decision is ASK: it lifts no deny, and an
        ask without one is never an allow.
        """
        if decision.effect is ALLOW:
            return cls(ALLOW, decision.why)
        if decision.effect is not ASK:
            return cls(DENY, decision.why)
        if reply is None or reply.answer is Answer.DIALOG:
            # Whoever sits before the dialog reads why neither a reviewer nor a channel settled it.
            words = f"({reply.words})" if reply is not None and reply.words else ""
            review = reply.review if reply is not None else ""
            why = "; ".join(filter(None, (decision.why, review)))
            return cls(Effect.ASK, f"{why} {words}".rstrip())
        if reply.answer is Answer.ALLOW:
            return cls(Effect.ALLOW, reply.words or by("approved", reply))
        if not reply.by:
            # Nobody has said why not, so what it was asked for is what there is to know.
            return cls(Effect.DENY, f"{decision.why} ({reply.words or NOBODY})")
        return cls(Effect.DENY, reply.words or f"{by('denied', reply)}: {decision.why}")

    def unkept(self, action: Action, unrecorded: Unrecorded) -> Verdict:
        """
        Return the verdict where no record could be written.

        INVARIANT: without a record, nothing runs but plain reads, and those only where
        the home's config lets them; a yes in the program's own dialog is no exception.
        """
        if self.effect is DENY:
            return self
        if unrecorded is not Unrecorded.READS:
            return Verdict(Effect.DENY, NOTHING_RUNS)
        if action.parts and all(map(is_plain_read, action.parts)):
            return self
        return Verdict(Effect.DENY, NOT_KEPT)


def is_plain_read(part: Part) -> bool:
    """Return whether a part certainly changes nothing and sends nothing to anybody."""
    return only_reads(part) and not may_send(part)


def may_send(part: Part) -> bool:
    """Return whether a part could send data out; a tool that is not built in always could."""
    tool = BUILT_IN.get(part.tool)
    return (
        not BUILT_IN.knows(part.tool)
        or bool({tool.kind, part.kind} & SENDING)
        or tool.category == Kind.MCP.value
        or tool.annotations.open_world
        or bool(part.urls)
        or part.classes not in NO_CLASS_BUT_READ
        or (tool.kind is Kind.SHELL and not (part.command and is_local(part.command)))
    )


def only_reads(part: Part) -> bool:
    """Return whether a part certainly changes nothing."""
    return (
        part.does in CHANGES_NOTHING
        and part.unread is None
        and part.unsure is None
        and part.vague is None
        and not (part.malformed or part.broken or part.destructive)
        and not any(touch.writes or touch.deletes for touch in part.touches)
    )


def by(verb: str, reply: Reply) -> str:
    """Say who did it, where somebody is named."""
    return f"{verb} by {reply.by}" if reply.by else verb
