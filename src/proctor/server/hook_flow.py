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

from proctor.adapters.claude_code import CONFIG_CHANGE, NO_OPINION, hear, refuse
from proctor.approval.askers import Manner
from proctor.audit.ids import timestamp
from proctor.debug_log import is_wanted, log_call
from proctor.errors import ProctorError
from proctor.server.call_decisions import CallDecision
from proctor.server.hook_calls import PRE, REQUEST, Hook, hook_of
from proctor.server.hook_dialogs import HookDialogs
from proctor.server.hook_judging import shut, spoken
from proctor.server.hook_requests import COLD, SILENT, HookAnswer, HookRequest, Visit
from proctor.settings_change import refused
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict

LOG = logging.getLogger("proctor.hooks")

PROMPT = "UserPromptSubmit"
# Events that want a decision; one that cannot be told may be such.
DECIDED = frozenset({"", PRE, REQUEST})
UNTOLD = "the event cannot be told, so what it asks for cannot be decided"
FAILED = "the call could not be decided: {why}"
INTERNAL = "something went wrong inside, see the server's log"


class HookFlow(HookDialogs):
    """Answers hooks, for all agents of a home."""

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
            said = error.message.partition("\n")[0]
            way = f" {error.help}" if error.help else ""
            return failed(event, request, visit, said + way)
        except Exception:
            LOG.exception("an event of a hook could not be answered")
            return failed(event, request, visit, INTERNAL)

    async def answered(self, hook: Hook) -> HookAnswer:
        """Answer an event by its name."""
        event, call = hook.heard.event, hook.call
        if event == PRE and call is not None:
            return await self.before(hook, call)
        if event == REQUEST and call is not None:
            answer = None
            try:
                answer = await self.dialog(hook, call)
            finally:
                self.events.ended(hook, call, answer)
            return answer
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
        decided = self.decided_call(hook, call, leaves=attended)
        while (shared := events.decisions.find(decided, hook.uid)) is not None:
            shared.handed_in[hook.source] += 1
            verdict = await shared.follow(hook.visit)
            if verdict is not None:
                return spoken(PRE, verdict)
        making = events.decisions.begin(decided, hook.uid, hook.visit)
        making.handed_in[hook.source] += 1
        verdict = None
        try:
            verdict = await self.decide(hook, call, making)
        finally:
            making.end(verdict)
        return spoken(PRE, verdict)

    async def decide(self, hook: Hook, call: ToolCall, making: CallDecision) -> Verdict:
        """Decide a call before it runs, for all hooks that hand it in."""
        attended, events, came = making.decided.leaves, self.events, timestamp()
        manner = Manner.LEAVE if attended else Manner.HOLD
        judged = await self.judge(hook, call, manner, making=making)
        verdict = judged.verdict if attended else shut(judged.verdict)
        asked = None
        if verdict.effect is Effect.ASK:
            asked = events.remember(hook, call, judged, making.handed_in, wished=False)
        elif verdict.effect is Effect.ALLOW:
            events.decided.note(hook.heard.session, call)
        self.hand_over(hook, call, judged._replace(verdict=verdict), asked)
        events.moved(hook, hook.key, call.tool, verdict.effect)
        if is_wanted(hook.request.env):
            self.log(hook, call, came)
        if verdict.effect is not Effect.DENY:
            # The program may open a dialog now: not under an Enter of ours.
            await self.office.postman.quiet(hook.agent)
        return verdict

    def log(self, hook: Hook, call: ToolCall, came: str) -> None:
        """Write a call into the log for those who look for an error."""
        log_call(
            call,
            home=str(self.office.home),
            root=self.office.posts.root_of(hook.project),
            workflow=hook.role,
            timestamp=came,
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
