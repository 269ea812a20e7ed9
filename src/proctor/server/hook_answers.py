"""
What a hook has answered about calls that come to a gateway next, so that nobody is asked twice.

The program hands both the same id of the call. A gateway still has its calls decided by the
rules; only where these ask, and only once, an answer that was given to the hook counts again:

    role of both     what was answered                                 counts
    the same         by a person, a grant or a reviewer                yes
    the same         left to the program's dialog, and the call came   yes, but not by HTTP
    another          by a person who may answer for that role, too     yes
    another          anything else                                     no
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple, Self

from proctor.approval.reviewing import may_see
from proctor.approval.rights import Rights, is_self_edit
from proctor.pipeline import Audit, Desk
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.question import APPROVED
from proctor.terms.record import Record, Standing
from proctor.terms.reply import Answer, Decider, Reply
from proctor.terms.role_chain import roles_of

if TYPE_CHECKING:
    from proctor.server.asked_calls import AskedCall

# So many answers of one gateway are remembered.
MOST = 1000
DIALOG = "dialog"


class Answered(NamedTuple):
    """
    What became of a call at the hook.

    `call` is the call without its input, of which `digest` is left; `called_as` is how the
    program calls its tool, where that is a gateway's; `effect` what the program was told,
    `record` the name under which that is kept, `stage` that of a workflow run in which it
    was. `asked` is there while the call is left to the program's own dialog.
    """

    call: ToolCall
    digest: str
    role: str
    effect: Effect
    reply: Reply | None
    record: str
    stage: str = ""
    called_as: str = ""
    asked: AskedCall | None = None

    def over(self, call: ToolCall) -> ToolCall:
        """Return a gateway's call as the one that the hook has heard of: who, where, which mode."""
        return self.call._replace(input=call.input, requester=call.requester)

    @property
    def by_person(self) -> bool:
        """Say whether a person, by name, has answered."""
        reply = self.reply
        return reply is not None and reply.decider is Decider.PERSON and bool(reply.by)

    def comes(self, *, proves: bool) -> bool:
        """
        Note that the call has come, and say whether what was answered counts for it.

        Of a dialog that was approved the program tells nothing but by making the call. One
        that was refused ends the hook beside it, and the next event of the program ends all.
        Where no dialog was seen to be open, the call shows nothing: another hook may have let it.

        Args:
            proves: whether nobody but the program can have made it.

        """
        asked = self.asked
        if asked is None:
            return True
        left = asked.asker is not None and asked.asker.words
        if asked.is_over or asked.is_refused or left or not asked.joined:
            return False
        asked.has_come = asked.has_come or proves
        if proves and asked.asker is not None:
            # Nobody else needs to answer any more.
            asked.asker.leave(APPROVED)
        return True


class HookAnswers:
    """The answers that one gateway may take over, by the id of the call; the oldest go."""

    def __init__(self) -> None:
        self.calls: OrderedDict[str, Answered] = OrderedDict()

    def note(self, answered: Answered) -> None:
        """Remember an answer, in place of an earlier one about the same call."""
        if not answered.call.call_id:
            return
        self.calls[answered.call.call_id] = answered
        self.calls.move_to_end(answered.call.call_id)
        if len(self.calls) > MOST:
            self.calls.popitem(last=False)

    def forget(self, call_id: str) -> None:
        """Let nobody take over what was answered about a call."""
        self.calls.pop(call_id, None)

    def take(self, call_id: str, tool: str, digest: str) -> Answered | None:
        """Return what was answered about this very call, once; None where nothing was."""
        found = self.calls.get(call_id)
        if found is None or found.digest != digest:
            return None
        if not tool or tool not in (found.call.tool, found.called_as):
            return None
        return self.calls.pop(call_id)


class Reuse:
    """Stands before the desk and the trail for one call that a hook has answered already."""

    def __init__(
        self, answered: Answered, rights: Rights, *, role: str, stage: str, proves: bool = True
    ) -> None:
        self.answered = answered
        self.rights = rights
        # Nobody but the program can have made the call.
        self.proves = proves
        # In whatever order they are named, the same roles decide the same.
        same = set(roles_of(role)) == set(roles_of(answered.role))
        self.same_role = same and stage == answered.stage
        self.desk: Desk
        self.audit: Audit
        # Somebody was asked all the same; the name of the hook's record, where that is enough.
        self.anew = False
        self.record = ""

    def before(self, desk: Desk, audit: Audit) -> Self:
        """Stand before those who are asked, and who keep, where the hook's answer is not enough."""
        self.desk, self.audit = desk, audit
        return self

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Return what was answered, or ask."""
        reply = self.met(decision, standing)
        if reply is not None:
            return reply
        self.anew = True
        return await self.desk.ask(call, decision, standing, uid=uid)

    def unasked(self, call: ToolCall, decision: Decision) -> Decision:
        """Return what holds where nobody is asked."""
        return self.desk.unasked(call, decision)

    def met(self, decision: Decision, standing: Standing) -> Reply | None:
        """Return the hook's answer to what the gateway would ask; None where it is none."""
        answered, reply = self.answered, self.answered.reply
        if answered.asked is not None:
            return self.in_dialog(decision, standing)
        if reply is None or not (self.same_role or answered.by_person):
            return None
        if reply.answer is not Answer.ALLOW:
            return reply if reply.answer is Answer.DENY else None
        if answered.effect is not Effect.ALLOW:
            return None
        if reply.decider is Decider.REVIEWER:
            return reply if may_see(decision) else None
        return reply if self.rights.refuses(reply, decision, standing) is None else None

    def in_dialog(self, decision: Decision, standing: Standing) -> Reply | None:
        """Return the yes that was given in a dialog; who sits there has no rights by name."""
        named = self.rights.wants_somebody(decision, standing) or is_self_edit(decision)
        if named or not self.same_role or not self.proves:
            return None
        return Reply(Answer.ALLOW, channel=DIALOG)

    async def append(self, record: Record) -> bool:
        """Keep a record; a yes that the hook has had is kept already."""
        passed = self.answered.effect is Effect.ALLOW or self.answered.asked is not None
        if self.same_role and passed and not self.anew and is_yes(record):
            self.record = self.answered.record
            return True
        return await self.audit.append(record)


def is_yes(record: Record) -> bool:
    """Say whether a record lets a call run."""
    return record.decision in ("allow", "ask_approved")
