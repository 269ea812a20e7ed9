"""Have a hook's call judged: under which role, who may be asked, and who is told of it."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from proctor.adapters.claude_code import flaw_of, refuse, say
from proctor.approval.askers import Asker, Manner
from proctor.pipeline import Judged
from proctor.server.agent_states import Key
from proctor.server.asked_calls import AskedCall
from proctor.server.call_decisions import CallDecision, DecidedCall
from proctor.server.hook_answers import Answered
from proctor.server.hook_calls import REQUEST, Hook
from proctor.server.hook_events import HookEvents
from proctor.server.hook_requests import GAVE_UP, HookAnswer
from proctor.server.office import Office
from proctor.server.other_answers import OtherAnswers, is_calling
from proctor.server.requests import Request
from proctor.server.seat import Sitting
from proctor.terms.call import ToolCall
from proctor.terms.denial import told
from proctor.terms.effect import Effect
from proctor.terms.question import CLOSED
from proctor.terms.record import outcome
from proctor.terms.verdict import Verdict

NO_DIALOG = "{why} (there is no dialog to ask in)"


class HookJudging:
    """Judges calls of hooks, for all agents of a home."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.others = OtherAnswers(str(office.home), str(Path.home()))
        self.events = HookEvents(office, self.others)

    async def leaves_to_dialog(self, hook: Hook) -> bool:
        """
        Say whether an ask may be left to the program's own dialog: a person answers there.

        What was said there only the call itself tells. By HTTP anybody with the token makes it.
        """
        if not hook.request.attended or hook.is_by_http:
            return False
        root, session = self.office.posts.root_of(hook.project), hook.heard.session
        place = session, hook.project, root, hook.visit.pid, hook.vouched
        calls = is_calling(hook.heard.event, hook.call.tool if hook.call is not None else "")
        # A plugin's hooks count from the beginning, which this server may not have seen.
        if calls or not self.others.has_seen(session):
            await self.others.look(*place)
        return not self.others.may_come(*place)

    def decided_call(self, hook: Hook, call: ToolCall, *, leaves: bool) -> DecidedCall:
        """Return everything that the decision of a call depends on."""
        post = self.office.posts.get(hook.role, hook.project, caller=hook.caller)
        return DecidedCall(
            asked=self.events.asked_of(hook, call),
            call=call._replace(input=None),
            role=hook.role,
            project=hook.project,
            called_as=hook.called_as,
            revision=post.standing.policy_revision,
            stage=post.stage,
            leaves=leaves,
        )

    async def judge(
        self,
        hook: Hook,
        call: ToolCall,
        manner: Manner,
        asked: AskedCall | None = None,
        making: CallDecision | None = None,
    ) -> Judged:
        """
        Judge a call.

        `asked` is the one for which a dialog is open already, `making` the decision that other
        hooks wait for.
        """
        key = hook.key if asked is None else asked.key
        people = partial(self.events.moved, hook, key, call.tool, Effect.ASK)
        asker = Asker(manner, hook.deadline - time.monotonic(), people)
        dialog = hook.heard.event == REQUEST and hook.request.attended
        hook.visit.attend(asker, CLOSED if dialog else GAVE_UP)
        sitting = Sitting(
            uid=hook.uid,
            asker=asker,
            begins=partial(self.begins, hook, key, call.tool, making),
            wished=hook.heard.event == REQUEST if asked is None else asked.wished,
            reviewed=asked is not None,
            review=asked.record.detail if asked is not None else "",
            about=asked.record.uid if asked is not None else "",
            # A name that only a variable says could be any agent's.
            session=hook.vouched,
            proves=hook.caller.proves,
            named=bool(hook.request.role),
            called_as=hook.called_as,
            flaw=flaw_of(call),
        )
        if asked is not None:
            asked.asker, asked.waits = asker, hook.uid
        try:
            loads = not self.office.posts.get(hook.role, hook.project, caller=hook.caller).trouble
            request = Request(call, hook.role, hook.project, "", manner)
            verdict, decision, reply = await self.office.judge(request, sitting)
            said = told(verdict, decision, reply, hook.role, loads=loads)
            return Judged(said, decision, reply)
        except BaseException:
            self.events.moved(hook, key, call.tool, Effect.DENY)
            raise
        finally:
            if asked is not None and asked.asker is asker:
                asked.asker = None

    def hand_over(
        self, hook: Hook, call: ToolCall, judged: Judged, asked: AskedCall | None = None
    ) -> None:
        """Let the gateways that the call comes to next know what was answered about it."""
        if not hook.told or not call.call_id:
            return
        answered = Answered(
            call=call._replace(input=None),
            digest=self.office.fingerprint(call.input),
            role=hook.role,
            effect=judged.verdict.effect,
            reply=judged.reply,
            record=f"{hook.uid}-{outcome(judged.decision, judged.reply).value}",
            stage=self.office.posts.get(hook.role, hook.project).stage,
            called_as=hook.called_as,
            asked=asked,
        )
        for gateway in hook.told:
            gateway.answers.note(answered)

    async def begins(self, hook: Hook, key: Key, tool: str, making: CallDecision | None) -> None:
        """Note that somebody is about to be asked, and let the hook wait, and those beside it."""
        self.events.reviews(hook, key, tool)
        if making is not None:
            making.will_ask()
        await hook.visit.wait()


def shut(verdict: Verdict) -> Verdict:
    """Return a verdict where there is no dialog: what is open is refused."""
    if verdict.effect is not Effect.ASK:
        return verdict
    return Verdict(Effect.DENY, NO_DIALOG.format(why=verdict.why))


def spoken(event: str, verdict: Verdict) -> HookAnswer:
    """Return a verdict as the event takes it; one that cannot be said is a refusal."""
    text = say(event, verdict)
    return HookAnswer(0, text) if text else HookAnswer(*refuse(event, verdict.why))
