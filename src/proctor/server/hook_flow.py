"""
The way of a hook's event through the server.

    PreToolUse         judged; what stays open is held for people, or left to the dialog
    PermissionRequest  the dialog is open: people are asked beside it
    ConfigChange       refused where it could end our say
    all others         move the agent's state, tell what became of a dialog, and are kept

INVARIANT: nothing that goes wrong here is a yes. Before the hook was told to wait, it then
decides by itself; after that, what is open is refused.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from pathlib import Path

from proctor.adapters.claude_code import CONFIG_CHANGE, NO_OPINION, hear, refuse, say
from proctor.approval.askers import Asker, Manner
from proctor.audit.ids import timestamp
from proctor.debug_log import is_wanted, log_call
from proctor.errors import ProctorError
from proctor.pipeline import Judged
from proctor.server.agent_states import Key
from proctor.server.asked_calls import AskedCall
from proctor.server.hook_answers import Answered
from proctor.server.hook_calls import PRE, REQUEST, Hook, hook_of
from proctor.server.hook_events import HookEvents
from proctor.server.hook_requests import (
    CLOSED,
    COLD,
    GAVE_UP,
    SILENT,
    HookAnswer,
    HookRequest,
    Visit,
)
from proctor.server.office import Office
from proctor.server.other_answers import OtherAnswers, is_calling
from proctor.server.requests import Request
from proctor.server.seat import Sitting
from proctor.settings_change import refused
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.record import outcome
from proctor.terms.verdict import Verdict

LOG = logging.getLogger("proctor.hooks")

PROMPT = "UserPromptSubmit"
# Events that want a decision; one that cannot be told may be such.
DECIDED = frozenset({"", PRE, REQUEST})
UNTOLD = "the event cannot be told, so what it asks for cannot be decided"
FAILED = "the call could not be decided: {why}"
INTERNAL = "something went wrong inside, see the server's log"
NO_DIALOG = "{why} (there is no dialog to ask in)"


class HookFlow:
    """Answers hooks, for all agents of a home."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.events = HookEvents(office)
        self.others = OtherAnswers(str(office.home), str(Path.home()))

    async def answer(self, request: HookRequest, visit: Visit) -> HookAnswer:
        """Answer a hook; raises nothing but when it is cancelled."""
        event = ""
        try:
            heard = hear(request.event, agent=request.agent)
            event = heard.event
            hook = hook_of(self.office, request, visit, heard)
            if not self.events.recalled:
                await self.events.recall()
            return await self.answered(hook)
        except ProctorError as error:
            LOG.warning("a hook is left to itself: %s", error.message)
            return failed(event, request, visit, error.message.partition("\n")[0])
        except Exception:
            LOG.exception("an event of a hook could not be answered")
            return failed(event, request, visit, INTERNAL)

    async def answered(self, hook: Hook) -> HookAnswer:
        """Answer an event by its name."""
        event, call = hook.heard.event, hook.call
        if event == PRE and call is not None:
            return await self.before(hook, call)
        if event == REQUEST and call is not None:
            return await self.dialog(hook, call)
        if event in DECIDED:
            return HookAnswer(*refuse(event, UNTOLD))
        self.events.hear(hook)
        await self.leaves_to_dialog(hook)
        if event == PROMPT and hook.state is not None:
            self.office.postman.prompted(hook.agent, hook.request.event)
        why = refused(hook.heard.body, str(self.office.home)) if event == CONFIG_CHANGE else ""
        return HookAnswer(2, f"Proctor: {why}") if why else SILENT

    async def before(self, hook: Hook, call: ToolCall) -> HookAnswer:
        """Judge a call before it runs."""
        attended, events = await self.leaves_to_dialog(hook), self.events
        if call.tool in NO_OPINION:
            events.hear(hook)
            events.moved(hook, hook.key, call.tool, Effect.ALLOW)
            await self.office.postman.quiet(hook.agent)
            return SILENT
        events.begins(hook)
        judged = await self.judge(hook, call, Manner.LEAVE if attended else Manner.HOLD)
        verdict = judged.verdict if attended else shut(judged.verdict)
        asked = None
        if verdict.effect is Effect.ASK:
            asked = events.remember(hook, call, judged, wished=False)
        elif verdict.effect is Effect.ALLOW:
            events.decided.note(hook.heard.session, call)
        self.hand_over(hook, call, judged._replace(verdict=verdict), asked)
        events.moved(hook, hook.key, call.tool, verdict.effect)
        if is_wanted(hook.request.env.get("PROCTOR_DEBUG")):
            self.log(hook, call)
        if verdict.effect is not Effect.DENY:
            # The program may open a dialog now: not under an Enter of ours.
            await self.office.postman.quiet(hook.agent)
        return spoken(PRE, verdict)

    async def leaves_to_dialog(self, hook: Hook) -> bool:
        """
        Say whether an ask may be left to the program's own dialog: a person answers there.

        What was said there only the call itself tells. By HTTP anybody with the token makes it.
        """
        if not hook.request.attended or hook.is_by_http:
            return False
        place = hook.heard.session, hook.project, self.office.posts.root_of(hook.project)
        if is_calling(hook.heard.event, hook.call.tool if hook.call is not None else ""):
            await self.others.look(*place)
        return not self.others.may_come(*place)

    async def dialog(self, hook: Hook, call: ToolCall) -> HookAnswer:
        """Answer for a dialog that is open, or about to be."""
        attended, events = hook.request.attended, self.events
        if call.tool in NO_OPINION:
            events.hear(hook)
            return SILENT
        events.begins(hook)
        asked = events.asked.join(events.asked_of(hook, call), hook.uid, call.cwd or "")
        if asked is None:
            # No ask of ours came before: the rules are looked at, and where they allow it, the
            # program's own wish for somebody to be asked.
            judged = await self.judge(hook, call, Manner.LEAVE if attended else Manner.HOLD)
            verdict = judged.verdict if attended else shut(judged.verdict)
            if verdict.effect is not Effect.ASK:
                events.moved(hook, hook.key, call.tool, verdict.effect)
                return spoken(REQUEST, verdict)
            asked = events.remember(hook, call, judged, wished=True)
            asked.joined = hook.uid
        return await self.beside(hook, call._replace(call_id=asked.call_id or None), asked)

    async def beside(self, hook: Hook, call: ToolCall, asked: AskedCall) -> HookAnswer:
        """Ask people while the dialog is open."""
        attended, events = hook.request.attended, self.events
        events.moved(hook, asked.key, call.tool, Effect.ASK)
        manner = Manner.BESIDE if attended else Manner.HOLD
        judged = await self.judge(hook, call, manner, asked)
        verdict = judged.verdict if attended else shut(judged.verdict)
        if verdict.effect is not Effect.ASK:
            events.asked.take(asked)
            self.hand_over(hook, call, judged._replace(verdict=verdict))
            events.moved(hook, asked.key, call.tool, verdict.effect)
            return spoken(REQUEST, verdict)
        # Of one that was approved the program ends no hook; an older one may.
        asked.is_refused = hook.visit.gone and not asked.has_come
        if (hook.visit.gone or asked.has_come) and events.asked.holds(asked):
            # Whoever sat there has answered. If that was no, the program's next event tells.
            events.moved(hook, asked.key, call.tool, Effect.ALLOW)
        return SILENT

    async def judge(
        self, hook: Hook, call: ToolCall, manner: Manner, asked: AskedCall | None = None
    ) -> Judged:
        """Judge a call; `asked` is the one for which a dialog is open already."""
        key = hook.key if asked is None else asked.key
        people = partial(self.events.moved, hook, key, call.tool, Effect.ASK)
        asker = Asker(manner, hook.deadline - time.monotonic(), people)
        dialog = hook.heard.event == REQUEST and hook.request.attended
        hook.visit.attend(asker, CLOSED if dialog else GAVE_UP)
        sitting = Sitting(
            uid=hook.uid,
            asker=asker,
            begins=partial(self.begins, hook, key, call.tool),
            wished=hook.heard.event == REQUEST if asked is None else asked.wished,
            reviewed=asked is not None,
            about=asked.record.uid if asked is not None else "",
            # A name that only a variable says could be any agent's.
            session=hook.request.agent,
            named=bool(hook.request.role),
            called_as=hook.called_as,
        )
        if asked is not None:
            asked.asker = asker
        try:
            return await self.office.judge(
                Request(call, hook.role, hook.project, "", manner), sitting
            )
        except BaseException:
            self.events.moved(hook, key, call.tool, Effect.DENY)
            raise
        finally:
            if asked is not None:
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

    async def begins(self, hook: Hook, key: Key, tool: str) -> None:
        """Note that somebody is about to be asked, and let the hook wait."""
        self.events.reviews(hook, key, tool)
        await hook.visit.wait()

    def log(self, hook: Hook, call: ToolCall) -> None:
        """Write a call into the log for those who look for an error."""
        log_call(
            call,
            home=str(self.office.home),
            root=self.office.posts.root_of(hook.project),
            workflow=hook.role,
            timestamp=timestamp(),
            redact=self.office.keepers.redactor.text,
        )


def failed(event: str, request: HookRequest, visit: Visit, why: str) -> HookAnswer:
    """Return what holds where no answer was found: never a yes."""
    if event not in {*DECIDED, CONFIG_CHANGE}:
        return SILENT
    if not visit.waits:
        return COLD
    if event == REQUEST and request.attended:
        return SILENT
    return HookAnswer(*refuse(event, FAILED.format(why=why)))


def shut(verdict: Verdict) -> Verdict:
    """Return a verdict where there is no dialog: what is open is refused."""
    if verdict.effect is not Effect.ASK:
        return verdict
    return Verdict(Effect.DENY, NO_DIALOG.format(why=verdict.why))


def spoken(event: str, verdict: Verdict) -> HookAnswer:
    """Return a verdict as the event takes it; one that cannot be said is a refusal."""
    text = say(event, verdict)
    return HookAnswer(0, text) if text else HookAnswer(*refuse(event, verdict.why))
