"""What is kept of a decision."""

from __future__ import annotations

from enum import StrEnum

from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import ALLOW, ASK, DENY
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.reply import Answer, Decider, Reply


class Outcome(StrEnum):
    """What a record says became of a call, or of the trail itself."""

    ALLOW = "allow"
    DENY = "deny"
    ASK_APPROVED = "ask_approved"
    ASK_DENIED = "ask_denied"
    ASK_TIMEOUT = "ask_timeout"
    ASK_DIALOG = "ask_dialog"
    DIALOG_APPROVED = "dialog_approved"
    DIALOG_UNKNOWN = "dialog_unknown"
    ALARM = "alarm"
    RETENTION = "retention"
    STORE_REPLACED = "store_replaced"


# What a record of a decided call counts as. The others tell how its dialog ended, or of the
# trail itself.
EFFECTS = {
    Outcome.ALLOW.value: "allow",
    Outcome.DENY.value: "deny",
    Outcome.ASK_APPROVED.value: "ask",
    Outcome.ASK_DENIED.value: "ask",
    Outcome.ASK_TIMEOUT.value: "ask",
    Outcome.ASK_DIALOG.value: "ask",
}
ASKED = {
    Answer.ALLOW: Outcome.ASK_APPROVED,
    Answer.DENY: Outcome.ASK_DENIED,
    Answer.DIALOG: Outcome.ASK_DIALOG,
}
USER_DENIED = "User denied"


class Standing(NamedTuple):
    """What is the same for all records of one role in one place."""

    role: str = ""
    profile: str = ""
    policy_revision: str = ""
    project: str = ""


class Record(NamedTuple):
    """
    One decision, as it is kept.

    `uid` names it before it has a number, so that it is taken in only once.
    `user_id` is the person on whose behalf the agent works, `answered_by` the
    one who answered. `decider` is who decided: guard, rule, mode, a person…
    `why` is the reason of the policy, `detail` what else there is to say.
    `input` is the tool's input until it is written, and then a redacted copy.
    `spooled` marks what was handed in instead of decided by the owner. `about`
    is the uid of an earlier record of which this one tells the end.
    """

    uid: str
    timestamp: str
    agent_name: str
    action_string: str
    decision: str
    user_id: str = ""
    detail: str = ""
    tool: str = ""
    role: str = ""
    decider: str = ""
    rule: str = ""
    rule_place: str = ""
    why: str = ""
    answered_by: str = ""
    channel: str = ""
    question: int | None = None
    project: str = ""
    cwd: str = ""
    subagent: str = ""
    session: str = ""
    harness: str = ""
    call_id: str = ""
    mode: str = ""
    policy_revision: str = ""
    input: object = None
    input_digest: str = ""
    duration_us: int = 0
    spooled: bool = False
    about: str = ""

    @classmethod
    def of(  # noqa: PLR0913 - a record is made of all that was said of a call
        cls,
        call: ToolCall,
        decision: Decision,
        reply: Reply | None,
        standing: Standing,
        *,
        uid: str,
        timestamp: str,
        duration_us: int = 0,
    ) -> Record:
        """
        Return the record of a decided call.

        A reply is told of only where the decision is ASK, as it counts only there.
        """
        reply = reply if decision.effect is ASK else None
        finding, action = decision.finding, decision.action
        rule = finding.rule
        profile_only = finding.source is Source.OTHERWISE and decision.effect is DENY
        return cls(
            uid=uid,
            timestamp=timestamp,
            agent_name=said(call.agent),
            action_string=action.string,
            decision=outcome(decision, reply).value,
            user_id=said(call.requester),
            detail=remark(reply) or (standing_of(standing) if profile_only else ""),
            tool=action.tool,
            role=standing.role,
            decider=reply.decider.value if reply and reply.by else finding.source.value,
            rule=rule.text if rule else "",
            rule_place=str(rule.where) if rule and rule.where else "",
            why=finding.why,
            answered_by=reply.by if reply else "",
            channel=reply.channel if reply else "",
            question=reply.question if reply else None,
            project=standing.project,
            cwd=action.around.place,
            subagent=said(call.subagent),
            session=said(call.session),
            harness=said(call.harness),
            call_id=said(call.call_id),
            mode=said(call.mode),
            policy_revision=standing.policy_revision,
            input=call.input,
            duration_us=duration_us,
        )


def outcome(decision: Decision, reply: Reply | None) -> Outcome:
    """Return what became of a call; it says of the same calls as the verdict that they may run."""
    if decision.effect is ALLOW:
        return Outcome.ALLOW
    if decision.effect is not ASK:
        return Outcome.DENY
    if reply is None:
        return Outcome.ASK_DIALOG
    if reply.is_unanswered:
        return Outcome.ASK_TIMEOUT
    # By identity, as the verdict does it: a word that is none of them is a no.
    told = (outcome for answer, outcome in ASKED.items() if answer is reply.answer)
    return next(told, Outcome.ASK_DENIED)


def remark(reply: Reply | None) -> str:
    """Return what was said, or that a person said no; for how long a yes is; and a review."""
    if reply is None:
        return ""
    words = reply.words or (USER_DENIED if reply.answer is Answer.DENY and reply.by else "")
    if reply.decider is Decider.REVIEWER and reply.review.endswith(f": {words}"):
        # Its reason is what the agent is told, and stands in the review already.
        words = ""
    longer = reply.lasting if reply.answer is Answer.ALLOW else ""
    if longer and reply.rule:
        longer = f"{longer}, by a rule of their own: {reply.rule}"
    return "; ".join(filter(None, (words, longer, reply.review)))


def standing_of(standing: Standing) -> str:
    """Say under what a call was denied that no rule names; nothing for a policy without a name."""
    if standing.profile:
        return f"Profile: {standing.profile}"
    return f"Role: {standing.role}" if standing.role else ""


def said(word: object) -> str:
    """Return what an agent program said, as a text: nothing in a call is believed."""
    return word if isinstance(word, str) else "" if word is None else repr(word)
