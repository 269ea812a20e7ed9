"""
What is answered for a program's own dialog that is open, or about to be.

    this home asked before     people are asked beside it, once for all hooks of the same role
    another role of this home  answered as that one is: the program takes a hook's first answer
    a hook of another home     nothing is said: it is theirs to answer
    nobody of these            the rules are looked at, and where they allow it, people are asked
"""

from __future__ import annotations

import time
from collections import Counter

from proctor.adapters.claude_code import NO_OPINION
from proctor.approval.askers import Asker, Manner
from proctor.server.asked_calls import AskedCall
from proctor.server.call_decisions import CallDecision
from proctor.server.hook_calls import REQUEST, Hook
from proctor.server.hook_judging import HookJudging, shut, spoken
from proctor.server.hook_requests import SILENT, HookAnswer
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.question import CLOSED
from proctor.terms.verdict import Verdict

YES = Verdict(Effect.ALLOW, "it was allowed for another hook of ours")
NOT_ANSWERED = "what another hook of ours has asked about it was not answered"
NOT_KNOWN = "the record cannot be read, so who was asked about it before is not known"


class HookDialogs(HookJudging):
    """Answers for dialogs."""

    async def dialog(self, hook: Hook, call: ToolCall) -> HookAnswer:
        """Answer for a dialog that is open, or about to be."""
        attended, events = hook.request.attended, self.events
        if call.tool in NO_OPINION:
            events.hear(hook)
            if attended:
                events.waits_for_person(hook, call)
            return SILENT
        if not events.recalled:
            # Another role may have asked in this dialog before this server began.
            return SILENT if attended else spoken(REQUEST, Verdict(Effect.DENY, NOT_KNOWN))
        events.begins(hook)
        wanted, cwd = events.asked_of(hook, call), call.cwd or ""
        asked = events.asked.join(wanted, hook.uid, cwd, hook.source)
        others = events.asked.of_others(wanted, cwd, asked.call_id if asked is not None else "")
        if asked is None:
            taken = events.asked.joined_by(wanted, cwd, hook.source)
            known = events.decisions.of_dialog(wanted, cwd, taken)
            if known is not None and is_allowed(known.verdict):
                # We have allowed it, so it is somebody else who asks, and theirs to answer.
                if others:
                    return await self.as_others(hook, YES, others)
                if attended and not await self.leaves_to_dialog(hook):
                    return SILENT
            wish = await self.wish(hook, call, known)
            if isinstance(wish, Verdict):
                return await self.as_others(hook, wish, others)
            asked = wish
        left = asked.is_left_to_others(hook.source)
        if left or asked.is_answered or asked.is_waited_for(hook.uid):
            return await self.as_others(hook, YES, [asked, *others])
        named = call._replace(call_id=asked.call_id or None)
        return await self.as_others(hook, await self.beside(hook, named, asked), others)

    async def wish(
        self, hook: Hook, call: ToolCall, known: CallDecision | None
    ) -> Verdict | AskedCall:
        """
        Look at a dialog that no ask of ours has opened, once for all hooks beside it.

        Where the rules allow the call, the program's own wish is that somebody is asked.
        """
        attended, events = hook.request.attended, self.events
        handed_in = known.handed_in if known is not None else Counter({hook.source: 1})
        if known is not None:
            call = call._replace(call_id=known.decided.call.call_id)
        decided = self.decided_call(hook, call, leaves=attended)._replace(wished=True)
        asked = None
        shared = events.decisions.find(decided, hook.uid)
        times = hook.source.times(handed_in)
        if shared is not None and shared.handed_in[hook.source] < times:
            shared.handed_in[hook.source] += 1
            verdict = await shared.follow(hook.visit)
            asked = events.asked.join(decided.asked, hook.uid, call.cwd or "", hook.source)
            if asked is not None:
                return asked
            if verdict is not None and verdict.effect is not Effect.ASK:
                return verdict
        making = events.decisions.begin(decided, hook.uid, hook.visit)
        making.handed_in[hook.source] += 1
        verdict = None
        try:
            manner = Manner.LEAVE if attended else Manner.HOLD
            judged = await self.judge(hook, call, manner, making=making)
            found = judged.verdict if attended else shut(judged.verdict)
            if found.effect is Effect.ASK:
                asked = events.remember(hook, call, judged, Counter(handed_in), wished=True)
                asked.joined[hook.uid] = hook.source
            else:
                events.moved(hook, hook.key, call.tool, found.effect)
            verdict = found
        finally:
            making.end(verdict)
        return found if asked is None else asked

    async def as_others(
        self, hook: Hook, verdict: Verdict | None, others: list[AskedCall]
    ) -> HookAnswer:
        """
        Answer for a dialog as all answer who were asked about the same call: the strictest wins.

        INVARIANT: it is a yes only if each of them has said yes. The program takes the first
        answer of a hook, so ours must not be one before the others have theirs.
        """
        if verdict is YES and not others:
            raise ValueError("a yes that nobody has given")
        asker = Asker(Manner.BESIDE, hook.deadline - time.monotonic())
        hook.visit.attend(asker, CLOSED)
        for other in others:
            if verdict is None or verdict.effect is Effect.DENY:
                break
            if not other.is_answered:
                await hook.visit.wait()
            said = other.verdict if await other.is_answered_for(asker) else None
            verdict = said if said is None or said.effect is not Effect.ALLOW else verdict
        if verdict is None and hook.request.attended:
            return SILENT
        if verdict is None:
            verdict = Verdict(Effect.DENY, NOT_ANSWERED)
        return spoken(REQUEST, verdict)

    async def beside(self, hook: Hook, call: ToolCall, asked: AskedCall) -> Verdict | None:
        """Ask people while the dialog is open, and return what they say; None leaves it open."""
        attended, events = hook.request.attended, self.events
        events.moved(hook, asked.key, call.tool, Effect.ASK)
        manner = Manner.BESIDE if attended else Manner.HOLD
        judged = await self.judge(hook, call, manner, asked)
        verdict = judged.verdict if attended else shut(judged.verdict)
        if verdict.effect is not Effect.ASK:
            events.asked.keep_answer(asked, verdict)
            self.hand_over(hook, call, judged._replace(verdict=verdict))
            events.moved(hook, asked.key, call.tool, verdict.effect)
            return verdict
        # Of one that was approved the program ends no hook; an older one may.
        asked.is_refused = hook.visit.gone and not asked.has_come
        if (hook.visit.gone or asked.has_come) and events.asked.holds(asked):
            # Whoever sat there has answered. If that was no, the program's next event tells.
            events.moved(hook, asked.key, call.tool, Effect.ALLOW)
        return None


def is_allowed(verdict: Verdict | None) -> bool:
    """Say whether a call was decided, and is allowed."""
    return verdict is not None and verdict.effect is Effect.ALLOW
