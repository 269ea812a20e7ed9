"""
What the server notes of hooks: agents' states, what became of dialogs, and the events.

A call that was left to the program's own dialog was approved there if a dialog was seen to be
open for it, it has run after that, or has come to a gateway, and no hook of others may have
answered. Otherwise nobody can say. One of the two is kept, once, and so is each event, however
many of our hooks tell of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Coroutine
from hashlib import blake2b
from typing import Any

from proctor.adapters.claude_code import kind_of
from proctor.audit.ids import timestamp
from proctor.audit.rows import Kept, name_of
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.pipeline import Judged
from proctor.server.agent_states import AgentState, Key, ends_turn
from proctor.server.asked_calls import Asked, AskedCall, AskedCalls, Source, recalled
from proctor.server.call_decisions import CallDecisions
from proctor.server.called_otherwise import with_name
from proctor.server.hook_calls import Hook
from proctor.server.hook_requests import SILENT, HookAnswer
from proctor.server.office import Office
from proctor.server.other_answers import OtherAnswers
from proctor.server.ran_otherwise import Decided
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.event import Event
from proctor.terms.question import APPROVED, CLOSED
from proctor.terms.record import Outcome, Record

LOG = logging.getLogger("proctor.hooks")

DENIED, SESSION_END = "PermissionDenied", "SessionEnd"
AFTER_CALL = frozenset({"PostToolUse", "PostToolUseFailure", DENIED})
UNKNOWN = "nothing shows that it ran"
UNSEEN = "it ran, and no dialog was seen to be open for it"
UNPROVEN = "it ran, and another hook may have answered its dialog: no person is proven to have"
# The kind of event that tells of a command which is not the one that was decided.
OTHERWISE = "ran-otherwise"
MOST_TASKS = 10_000
# So many events are remembered, to know them again when another hook tells of them.
MOST_TOLD = 5_000
# How far a new server looks back for dialogs that may be open, in seconds; records are read in
# pieces of this many.
RECALLED, PIECE = 3600.0, 2000


class HookEvents:
    """Notes what hooks tell, for all agents of a home."""

    def __init__(self, office: Office, others: OtherAnswers) -> None:
        self.office = office
        self.others = others
        self.asked = AskedCalls()
        self.decided = Decided()
        self.decisions = CallDecisions()
        self.told_by: OrderedDict[tuple[str, ...], Counter[Source]] = OrderedDict()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.recalling: asyncio.Task[None] | None = None
        self.recalled = False
        office.session_ended.append(lambda session: self.end_all(session, None))
        office.turn_ended.append(lambda session: self.end_all(session, ""))

    async def recall(self) -> None:
        """Take up, once, the dialogs that were open when the last server ended."""
        if self.recalling is None or (self.recalling.done() and not self.recalled):
            self.recalling = asyncio.get_running_loop().create_task(self.recalls())
        await asyncio.shield(self.recalling)

    async def recalls(self) -> None:
        """Look for dialogs that may still be open; what cannot be read now is tried again."""
        since = timestamp(time.time() - RECALLED)
        host, home, _ = self.office.keepers.identity
        wanted = Filter(host=host, since=since)
        find = self.office.keepers.store.find
        found: list[Kept] = []
        while True:
            try:
                piece = await self.office.inbox.run(find, wanted, limit=PIECE, newest=True)
            except StoreError as error:
                LOG.warning("which dialogs are open is not known yet: %s", error.message)
                return
            found += piece
            if len(piece) < PIECE:
                break
            wanted = wanted._replace(before=piece[-1].n)
        self.recalled = True
        ours = [kept.record for kept in reversed(found) if kept.home == home]
        for asked in recalled(ours):
            self.asked.add(asked)

    # Events

    def hear(self, hook: Hook) -> None:
        """Hear an event: it moves the agent's state, tells how dialogs ended, and is kept."""
        event, state = hook.heard.event, hook.state
        if event in AFTER_CALL and hook.call is not None:
            self.over_with(hook, hook.call)
        elif event == SESSION_END:
            self.end_all(hook.heard.session, None, hook.who)
            self.end_grants(hook.agent, hook.heard.session)
        elif self.ends_calls(hook):
            self.end_all(hook.heard.session, hook.heard.subagent, hook.who)
        if state is not None:
            if state.left:
                self.end_all(state.left, None)
                self.end_grants(state.name, state.left)
                state.left = ""
            state.hear(event, hook.heard.subagent, hook.heard.body)
            self.office.agent_rows.heard(state, hook.agent_role)
        if not self.is_told_again(hook):
            self.keep(hook)

    def is_told_again(self, hook: Hook) -> bool:
        """Say whether another hook of the same agent has told of this very event before."""
        digest = blake2b(hook.request.event).hexdigest()
        known = self.told_by.setdefault((*hook.who, hook.heard.session, digest), Counter())
        before = max(known.values(), default=0)
        known[hook.source] += 1
        if len(self.told_by) > MOST_TOLD:
            self.told_by.popitem(last=False)
        # What one hook tells twice has happened twice.
        return known[hook.source] <= before

    def ends_calls(self, hook: Hook) -> bool:
        """Return whether an event ends the calls of an agent or sub-agent that are under way."""
        heard, state = hook.heard, hook.state
        if heard.event == "SubagentStop":
            return bool(heard.subagent)
        in_turn = state is not None and state.is_in_turn(heard.event, heard.body)
        return ends_turn(heard.event, heard.body) and not in_turn

    def over_with(self, hook: Hook, call: ToolCall) -> None:
        """Hear that a call is over: if it has run and had a dialog, it was approved there."""
        ran = hook.heard.event != DENIED
        for gateway in hook.told:
            gateway.answers.forget(call.call_id or "")
        if self.decided.otherwise(hook.heard.session, call):
            LOG.warning("%s ran another command than was decided: %s", hook.agent, call.call_id)
            self.keep(hook, OTHERWISE)
        session, call_id = hook.heard.session, call.call_id or ""
        self.decisions.forget(session, call_id)
        if self.asked.answered:
            self.asked.forget_answers(session, call_id)
        if session in self.asked.sessions:
            wanted = self.asked_of(hook, call)
            asked = self.asked.of_call(wanted, call_id) or self.asked.nameless(wanted)
            if asked is not None:
                # One without an id may be another that is equal, where the program gives ids.
                ran = ran and asked.call_id == call_id
                self.end(asked, Outcome.DIALOG_APPROVED if ran else Outcome.DIALOG_UNKNOWN)
                self.over(hook, asked.key)
        self.over(hook, hook.key)
        # One that was under way when this server began has no other name.
        self.over(hook, (hook.heard.subagent, call.tool))

    def keep(self, hook: Hook, kind: str = "") -> None:
        """Keep an event, or what it shows; nobody waits for that."""
        heard, call, identity = hook.heard, hook.call, self.office.keepers.identity
        told: dict[str, Any] = {"role": hook.role, "project": hook.project}
        if heard.subagent:
            told["subagent"] = heard.subagent
        if call is not None:
            told |= {"tool": call.tool, "call_id": call.call_id}
        event = Event(
            uid=f"{hook.uid}-{kind or 'event'}",
            timestamp=timestamp(),
            host=identity.host,
            home=identity.home,
            kind=kind or kind_of(heard.event),
            agent=hook.agent,
            session=heard.session,
            body={**told, **heard.body},
        )
        self.office.writer.leave(event)

    # Dialogs

    def asked_of(self, hook: Hook, call: ToolCall) -> Asked:
        """Return by what a call is known again."""
        digest = self.office.fingerprint(call.input)
        return Asked(hook.heard.session, hook.heard.subagent, call.tool, digest, *hook.who)

    def remember(
        self,
        hook: Hook,
        call: ToolCall,
        judged: Judged,
        handed_in: Counter[Source],
        *,
        wished: bool,
    ) -> AskedCall:
        """Remember a call that is left to the program's own dialog."""
        standing = self.office.posts.get(hook.role, hook.project, caller=hook.caller).standing
        uid = f"{hook.uid}-{Outcome.ASK_DIALOG.value}"
        record = Record.of(
            call, judged.decision, judged.reply, standing, uid=uid, timestamp=timestamp()
        )
        # Small, and without a secret in it: it may be held for long.
        record = self.office.keepers.trail.prepare(with_name(record, hook.called_as))
        record = record._replace(input=None)
        asked = AskedCall(
            self.asked_of(hook, call),
            call.call_id or "",
            hook.uid,
            record,
            cwd=call.cwd or "",
            wished=wished,
            handed_in=handed_in,
        )
        for gone in self.asked.add(asked):
            self.told(gone, Outcome.DIALOG_UNKNOWN)
        # A hook that comes again is about the same one.
        return self.asked.of_call(asked.asked, asked.call_id) or asked

    def end_all(
        self, session: str, subagent: str | None, who: tuple[str, str] | None = None
    ) -> None:
        """Keep that nobody knows what became of the dialogs of a session, or of a part of it."""
        self.asked.forget_answers(session)
        if subagent is None:
            self.decisions.forget_all(session)
        for asked in self.asked.of_session(session, subagent, who):
            self.end(asked, Outcome.DIALOG_UNKNOWN)

    def end_grants(self, agent: str, session: str) -> None:
        """End what an agent was allowed for a session that is over."""
        if session:
            self.later(self.office.agent_sessions.end_grants(agent, session))

    def end(self, asked: AskedCall, outcome: Outcome) -> None:
        """Keep what became of a dialog, once."""
        if self.asked.take(asked):
            self.told(asked, outcome)

    def told(self, asked: AskedCall, outcome: Outcome) -> None:
        """Keep what became of a dialog, and close what people are asked beside it."""
        words = UNKNOWN
        if outcome is Outcome.DIALOG_APPROVED or asked.has_come:
            # That it ran proves nothing by itself: another hook may have let it.
            words = self.approved(asked) if asked.joined else UNSEEN
            by_person = words == APPROVED
            outcome = Outcome.DIALOG_APPROVED if by_person else Outcome.DIALOG_UNKNOWN
        if asked.asker is not None:
            asked.asker.leave(APPROVED if words == APPROVED else CLOSED)
        asked.answered(None)
        self.later(self.office.append(asked.end(outcome, words, timestamp())))

    def approved(self, asked: AskedCall) -> str:
        """Say who let a call run whose dialog was open: a person, unless another hook may have."""
        session, agent = asked.asked.session, asked.asked.agent
        others = self.others.have_come(session, agent)
        told = self.office.telemetry.decisions
        others = others or told.names_no_person((name_of(agent), asked.call_id))
        return UNPROVEN if others else APPROVED

    # The agent's state

    def begins(self, hook: Hook) -> None:
        """Note that a call has come; only what becomes of it is told."""
        if hook.state is not None and not hook.is_bare:
            hook.state.hear(hook.heard.event, hook.heard.subagent, hook.heard.body)

    def reviews(self, hook: Hook, key: Key, tool: str) -> None:
        """Note that a call is being looked at; one that waits for people goes on doing so."""
        state = hook.state
        if state is not None and key not in state.blocked and self.is_own(hook):
            state.reviews(key, tool)
            self.show(hook, state)

    def moved(self, hook: Hook, key: Key, tool: str, effect: Effect) -> None:
        """Note what became of a call: it runs, waits for a person, or is over."""
        state = hook.state
        if state is None or not self.is_own(hook):
            return
        if effect is Effect.ASK:
            state.asks(key, tool)
        elif effect is Effect.ALLOW and not hook.is_bare:
            state.runs(key, tool)
        else:
            state.over(key)
        self.show(hook, state)

    def waits_for_person(self, hook: Hook, call: ToolCall) -> None:
        """Note that a tool which speaks with the user by itself has opened its dialog."""
        state = hook.state
        if state is None:
            return
        # The event does not say which call it is: the oldest of this tool that is under way.
        subagent = hook.heard.subagent
        calls = (key for key, tool in state.running.items() if tool == call.tool)
        own = next((key for key in calls if key[0] == subagent), (subagent, call.tool))
        self.moved(hook, own, call.tool, Effect.ASK)

    def over(self, hook: Hook, key: Key) -> None:
        """Note that a call is over; it is told with what is told next."""
        if hook.state is not None:
            hook.state.over(key)

    def ended(self, hook: Hook, call: ToolCall, answer: HookAnswer | None) -> None:
        """Note that a request without a session is over: no event will tell which call it was."""
        if not hook.is_bare or hook.state is None:
            return
        hook.state.over(hook.key)
        # Only an agent whose hooks tell of it has a next event.
        if answer == SILENT and hook.state.session and not hook.visit.gone:
            hook.state.left_to_dialog(hook.key, call.tool)
        self.show(hook, hook.state)

    def show(self, hook: Hook, state: AgentState) -> None:
        """Tell what an agent does now; under which role, a request without a session cannot say."""
        self.office.agent_rows.heard(state, "" if hook.is_bare else hook.agent_role)

    def is_own(self, hook: Hook) -> bool:
        """Say whether the agent is still in the session in which a hook was called, if it says."""
        return hook.state is not None and hook.heard.session in ("", hook.state.session)

    # Later

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that no hook waits for."""
        if len(self.tasks) >= MOST_TASKS:
            work.close()
            LOG.error("too much waits to be kept: something is not")
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
