"""
Calls that were left to an agent program's own dialog, until it is known what became of them.

A PermissionRequest has no call's id. So it is joined to the call that PreToolUse asked
about by session, sub-agent, tool, input and folder: the oldest that no other was joined to.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from proctor.approval.askers import Asker
from proctor.server.seat import WISHED
from proctor.terms.record import Outcome, Record

# So many calls of one session, and so many sessions, are remembered.
MOST_CALLS, MOST_SESSIONS = 100, 1000
DIALOG, PERSON = "dialog", "person"


class Asked(NamedTuple):
    """
    What a dialog was opened for: `digest` is that of the exact input.

    Of one that was found in the store nobody knows by what name the program called its tool.
    """

    session: str
    subagent: str
    tool: str
    digest: str

    def fits(self, other: Asked) -> bool:
        """Say whether this is about the same call as another."""
        if not self.tool:
            other = other._replace(tool="")
        return self == other


class AskedCall:
    """
    A call that a dialog was opened for.

    `uid` is that of the hook that asked, `record` what is kept of it, `joined` the uid of
    the PermissionRequest that belongs to it, and `asker` whoever waits beside the dialog.
    `cwd` is the folder in which it would run: elsewhere the same words do something else.
    """

    __slots__ = (
        "asked", "asker", "call_id", "cwd", "has_come", "is_over", "is_refused", "joined", "record",
        "uid", "wished",
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
    ) -> None:
        self.asked = asked
        self.call_id = call_id
        self.uid = uid
        self.record = record
        self.cwd = cwd
        self.wished = wished
        self.joined = ""
        self.asker: Asker | None = None
        # It is known what became of it, or nobody will know any more; the hook beside its dialog
        # was ended; and it has come to a gateway, so that it was approved.
        self.is_over = self.is_refused = self.has_come = False

    @property
    def key(self) -> tuple[str, str]:
        """Return its name among the calls of its agent: the sub-agent's, and its own."""
        return self.asked.subagent, self.call_id or self.uid

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

    def join(self, asked: Asked, uid: str, cwd: str) -> AskedCall | None:
        """Return the call that a PermissionRequest is about; one that comes again gets the same."""
        here = (call for call in self.sessions.get(asked.session, ()) if call.cwd == cwd)
        calls = [call for call in here if call.asked.fits(asked)]
        mine = [call for call in calls if call.joined == uid]
        free = [call for call in calls if not call.joined]
        for call in (*mine, *free):
            call.joined = uid
            return call
        return None

    def of_call(self, session: str, subagent: str, call_id: str) -> AskedCall | None:
        """Return a call by its id."""
        for call in self.sessions.get(session, ()) if call_id else ():
            if (call.asked.subagent, call.call_id) == (subagent, call_id):
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

    def of_session(self, session: str, subagent: str | None) -> list[AskedCall]:
        """Return the calls of a session, of one of its agents or of all."""
        return [
            call
            for call in self.sessions.get(session, ())
            if subagent is None or call.asked.subagent == subagent
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
            Asked(record.session, record.subagent, "", record.input_digest),
            record.call_id,
            record.uid.removesuffix(f"-{Outcome.ASK_DIALOG.value}"),
            record._replace(input=None),
            cwd=record.cwd,
            wished=record.why == WISHED,
        )
        for record in kept
        if record.decision == Outcome.ASK_DIALOG and record.uid not in ended and not record.spooled
    ]
