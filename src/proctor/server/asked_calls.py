"""
Calls that were left to an agent program's own dialog, until it is known what became of them.

A PermissionRequest has no call's id. So it is joined to the call that PreToolUse of the same
agent and role asked about by session, sub-agent, tool, input and folder: the oldest that no
other was joined to. Where several hooks have handed that call in, each is joined to it once; so
is a hook that is called for dialogs only.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from typing import NamedTuple

from proctor.approval.askers import Asker
from proctor.server.seat import WISHES
from proctor.terms.record import Outcome, Record
from proctor.terms.role_chain import roles_of
from proctor.terms.verdict import Verdict

# So many calls of one session, and so many sessions, are remembered.
MOST_CALLS, MOST_SESSIONS = 100, 1000
# And so many whose question was answered, for a hook that comes late.
MOST_ANSWERED = 200
DIALOG, PERSON = "dialog", "person"


class Source(NamedTuple):
    """
    A hook as its own file names it: the agent, and the role.

    One with `only_dialogs` is called for dialogs alone, such as `proctor permission-request` in a
    role's own `hooks:`. It hands in no call, and belongs to each dialog once.
    """

    agent: str = ""
    role: str = ""
    only_dialogs: bool = False

    def times(self, handed_in: Counter[Source]) -> int:
        """Return how many requests of this kind of hook belong to a call."""
        return 1 if self.only_dialogs else handed_in[self]


UNNAMED = Source()


class Asked(NamedTuple):
    """
    What a dialog was opened for, and who asked: `digest` is that of the exact input.

    Of one that was found in the store nobody knows by what name the program called its tool.
    """

    session: str
    subagent: str
    tool: str
    digest: str
    agent: str = ""
    role: str = ""

    def fits(self, other: Asked) -> bool:
        """Say whether this is about the same call as another."""
        if not self.tool:
            other = other._replace(tool="")
        return self == other

    def is_of(self, agent: str, role: str) -> bool:
        """Say whether an agent under a role asked, or a sub-agent of it, whose roles are more."""
        return self.agent == agent and set(roles_of(role)) <= set(roles_of(self.role))

    def is_same_call(self, other: Asked) -> bool:
        """Say whether this is about the same call as another, whoever asked."""
        return self.fits(other._replace(agent=self.agent, role=self.role))

    def is_by_another(self, other: Asked) -> bool:
        """Say whether this is about the same call, asked under another agent or role."""
        return (self.agent, self.role) != (other.agent, other.role) and self.is_same_call(other)


class AskedCall:
    """
    A call that a dialog was opened for.

    `uid` is that of the hook that asked, `record` what is kept of it, `asker` whoever waits
    beside the dialog, and `waits` the uid of that hook. `handed_in` counts the hooks that
    PreToolUse came from, `joined` has the PermissionRequests that belong to it by their uids:
    while there is none, nobody has seen a dialog. `verdict` is what people said beside it, None
    where that stays unknown.
    `cwd` is the folder in which it would run: elsewhere the same words do something else.
    """

    __slots__ = (
        "asked", "asker", "call_id", "cwd", "handed_in", "has_come", "is_answered", "is_over",
        "is_refused", "joined", "record", "uid", "verdict", "waiting", "waits", "wished",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - what is known of it
        self,
        asked: Asked,
        call_id: str,
        uid: str,
        record: Record,
        *,
        cwd: str,
        wished: bool = False,
        handed_in: Counter[Source] | None = None,
    ) -> None:
        self.asked = asked
        self.call_id = call_id
        self.uid = uid
        self.record = record
        self.cwd = cwd
        self.wished = wished
        self.handed_in: Counter[Source] = Counter() if handed_in is None else handed_in
        self.joined: dict[str, Source] = {}
        self.waits = ""
        self.asker: Asker | None = None
        self.verdict: Verdict | None = None
        self.is_answered = False
        self.waiting: asyncio.Future[None] | None = None
        # It is known what became of it, or nobody will know any more; the hook beside its dialog
        # was ended; and it has come to a gateway, so that it was approved.
        self.is_over = self.is_refused = self.has_come = False

    @property
    def key(self) -> tuple[str, str]:
        """Return its name among the calls of its agent: the sub-agent's, and its own."""
        return self.asked.subagent, self.call_id or self.uid

    def has_room_for(self, source: Source) -> bool:
        """Say whether a hook has handed it in that no PermissionRequest was joined for yet."""
        # Of one that was found in the store nobody knows by which hook it came.
        hooks = source.times(self.handed_in) if self.handed_in else 1
        return list(self.joined.values()).count(source) < hooks

    def is_left_to_others(self, source: Source) -> bool:
        """
        Say whether a hook leaves it to another to ask people beside the dialog.

        The one that has handed the call in waits for as long as the dialog is open; one that is
        called for dialogs only may have little time.
        """
        return source.only_dialogs and any(not each.only_dialogs for each in self.handed_in)

    def is_waited_for(self, uid: str) -> bool:
        """Say whether another hook than this one waits beside its dialog."""
        return self.asker is not None and not self.asker.words and self.waits != uid

    def answered(self, verdict: Verdict | None) -> None:
        """Note what people said beside the dialog, once, and tell whoever waits for it."""
        if not self.is_answered:
            self.is_answered, self.verdict = True, verdict
            if self.waiting is not None and not self.waiting.done():
                self.waiting.set_result(None)

    async def is_answered_for(self, asker: Asker) -> bool:
        """Wait until it is answered; False if whoever waits leaves before."""
        if not self.is_answered:
            if self.waiting is None:
                self.waiting = asyncio.get_running_loop().create_future()
            await asker.outlasts(self.waiting)
        return self.is_answered

    def end(self, outcome: Outcome, words: str, at: str) -> Record:
        """Return the record of what became of it; it has one name, whatever that was."""
        approved = outcome is Outcome.DIALOG_APPROVED
        return self.record._replace(
            uid=f"{self.uid}-dialog",
            timestamp=at,
            decision=outcome.value,
            detail=words,
            decider=PERSON if approved else "",
            channel=DIALOG,
            about=self.record.uid,
        )


class AskedCalls:
    """The calls of all sessions whose dialog may be open; the oldest go when there are too many."""

    def __init__(self) -> None:
        self.sessions: OrderedDict[str, list[AskedCall]] = OrderedDict()
        # Those that people have answered, until their calls are over.
        self.answered: deque[AskedCall] = deque(maxlen=MOST_ANSWERED)

    def add(self, call: AskedCall) -> list[AskedCall]:
        """Remember a call, and return those that are forgotten for it."""
        session = call.asked.session
        calls = self.sessions.setdefault(session, [])
        self.sessions.move_to_end(session)
        if any(known.uid == call.uid for known in calls):
            return []
        calls.append(call)
        gone = [calls.pop(0)] if len(calls) > MOST_CALLS else []
        if len(self.sessions) > MOST_SESSIONS:
            gone += self.sessions.popitem(last=False)[1]
        for forgotten in gone:
            forgotten.is_over = True
        return gone

    def join(self, asked: Asked, uid: str, cwd: str, source: Source = UNNAMED) -> AskedCall | None:
        """Return the call that a PermissionRequest is about; one that comes again gets the same."""
        calls = [call for call in self.in_folder(asked.session, cwd) if call.asked.fits(asked)]
        mine = [call for call in calls if uid in call.joined]
        free = [call for call in calls if call.has_room_for(source)]
        # A question that waits comes first: an old answer is none to a new dialog.
        for call in (*mine, *sorted(free, key=lambda call: call.is_over)):
            call.joined[uid] = source
            return call
        return None

    def joined_by(self, asked: Asked, cwd: str, source: Source) -> set[str]:
        """Return the ids of calls whose dialogs every hook of this kind was joined to."""
        return {
            call.call_id
            for call in self.in_folder(asked.session, cwd)
            if call.asked.fits(asked) and call.call_id and not call.has_room_for(source)
        }

    def of_others(self, asked: Asked, cwd: str, call_id: str) -> list[AskedCall]:
        """Return what was asked about the same call under another agent or role."""
        return [
            call
            for call in self.in_folder(asked.session, cwd)
            if call.asked.is_by_another(asked)
            and (not call_id or not call.call_id or call.call_id == call_id)
        ]

    def in_folder(self, session: str, cwd: str) -> list[AskedCall]:
        """Return the calls of a session in a folder, those that people have answered included."""
        over = [call for call in self.answered if call.asked.session == session]
        return [call for call in (*over, *self.sessions.get(session, ())) if call.cwd == cwd]

    def of_call(self, asked: Asked, call_id: str) -> AskedCall | None:
        """Return a call of an agent under a role by its id, whatever its input is by now."""
        wanted = (asked.subagent, asked.agent, asked.role)
        for call in self.sessions.get(asked.session, ()) if call_id else ():
            known = call.asked
            if (known.subagent, known.agent, known.role, call.call_id) == (*wanted, call_id):
                return call
        return None

    def nameless(self, asked: Asked) -> AskedCall | None:
        """Return the oldest call that has no id, by what it was."""
        for call in self.sessions.get(asked.session, ()):
            if not call.call_id and call.asked.fits(asked):
                return call
        return None

    def holds(self, call: AskedCall) -> bool:
        """Say whether it is still not known what became of a call."""
        return call in self.sessions.get(call.asked.session, ())

    def take(self, call: AskedCall) -> bool:
        """Forget a call, since it is known what became of it; False if that was known before."""
        if not self.holds(call):
            return False
        call.is_over = True
        calls = self.sessions[call.asked.session]
        calls.remove(call)
        if not calls:
            del self.sessions[call.asked.session]
        return True

    def keep_answer(self, call: AskedCall, verdict: Verdict) -> None:
        """Remember what people said about a call, for hooks that come late."""
        call.answered(verdict)
        if self.take(call):
            self.answered.append(call)

    def forget_answers(self, session: str, call_id: str | None = None) -> None:
        """Forget what people said about a call that is over, or about all of a session."""
        self.answered = deque(
            (
                call
                for call in self.answered
                if call.asked.session != session or call_id not in (None, call.call_id)
            ),
            maxlen=MOST_ANSWERED,
        )

    def of_session(
        self, session: str, subagent: str | None, who: tuple[str, str] | None = None
    ) -> list[AskedCall]:
        """Return the calls of a session: of one sub-agent or all, of one agent and role or all."""
        return [
            call
            for call in self.sessions.get(session, ())
            if (subagent is None or call.asked.subagent == subagent)
            and (who is None or call.asked.is_of(*who))
        ]


def recalled(records: Iterable[Record]) -> list[AskedCall]:
    """
    Return the calls, by what is kept of a while, whose dialog may still be open.

    INVARIANT: what was handed in counts for nothing here: anybody can have said it.
    """
    kept = list(records)
    ended = {record.about for record in kept if record.about}
    return [
        AskedCall(
            Asked(
                record.session,
                record.subagent,
                "",
                record.input_digest,
                record.agent_name,
                record.role,
            ),
            record.call_id,
            record.uid.removesuffix(f"-{Outcome.ASK_DIALOG.value}"),
            record._replace(input=None),
            cwd=record.cwd,
            wished=record.why in WISHES,
        )
        for record in kept
        if record.decision == Outcome.ASK_DIALOG and record.uid not in ended and not record.spooled
    ]
