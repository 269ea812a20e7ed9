"""A call that a program says it let run: whether that was decided so, and the alarm if not."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proctor.adapters.claude_code import NO_OPINION
from proctor.agents.session_files import Session
from proctor.audit.identity import digest
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.rows import name_of
from proctor.server.decided_calls import Call, Told
from proctor.server.otlp import Attributes, text_in
from proctor.terms.record import Outcome, Record

DECISION = "tool_decision"
TELEMETRY = "telemetry"
REJECTED = "reject"
LONGEST_ID, LONGEST_WORD, DIGITS = 200, 60, 32
# What lets a call run, whoever told the program so.
YES = frozenset({Outcome.ALLOW.value, Outcome.ASK_APPROVED.value})
# What lets it run if a person at the program's own dialog told it so.
DIALOG = frozenset({
    Outcome.ASK_DIALOG.value, Outcome.DIALOG_APPROVED.value, Outcome.DIALOG_UNKNOWN.value,
})  # fmt: skip
PEOPLE = frozenset({"user_temporary", "user_permanent"})

# The first three are about calls without a record, as those that transcripts show.
NEVER_ASKED = (
    "unseen-call: it ran, and nothing was decided here: the hook was not called, or not heard"
)
MANY = "unseen-call: more of its calls ran undecided than are kept one by one"
TOO_MUCH = (
    "unseen-call: it hands in more telemetry than is taken, so that what it runs may go unseen"
)
REFUSED = "it ran, although it was refused"
NOT_A_PERSON = "it was left to the dialog, and something else than a person let it run"
# So many alarms of one agent are kept in so many seconds.
MOST_ALARMS, WHILE = 100, 3600.0


class Accepted(NamedTuple):
    """
    A call that was let run, as its program says.

    `source` is who let it, in the program's words; `due` the moment at which it is looked at
    again; `told_session` the program's own id of its session.
    """

    session: Session
    call_id: str
    tool: str
    source: str
    mode: str
    told_session: str
    subagent: str
    due: float

    @property
    def call(self) -> Call:
        """Return by what it is known again."""
        return name_of(self.session.name), self.call_id


def accepted_by(session: Session, event: Attributes, due: float) -> Accepted | None:
    """Return the call that an event says was let run; None where it says nothing of the kind."""
    tool, call_id = text_in(event, "tool_name", LONGEST_ID), event.get("tool_use_id")
    # A word that is not known may be a yes.
    if event.get("decision") == REJECTED or tool in NO_OPINION:
        return None
    if not isinstance(call_id, str) or not call_id:
        # Old versions do not say which call it was.
        return None
    return Accepted(
        session=session,
        call_id=call_id[:LONGEST_ID],
        tool=tool,
        source=text_in(event, "source", LONGEST_WORD),
        mode=text_in(event, "permission_mode", LONGEST_WORD),
        told_session=text_in(event, "session.id", LONGEST_ID),
        subagent=text_in(event, "agent_id", LONGEST_ID),
        due=due,
    )


def nothing_of(session: Session) -> Accepted:
    """Return what stands for no call in particular."""
    return Accepted(session, "", "", "", "", "", "", 0.0)


def wrong_with(accepted: Accepted, known: Iterable[Told]) -> str:
    """Say what is wrong with a call that ran; nothing where it was decided so."""
    said = {told.decision for told in known if told.decision != Outcome.ALARM}
    if said & YES:
        return ""
    if said & DIALOG:
        return "" if accepted.source in PEOPLE else NOT_A_PERSON
    return REFUSED if said else NEVER_ASKED


class Floods:
    """Keeps one agent from filling the trail with alarms; that it would have is one, too."""

    def __init__(self) -> None:
        self.numbers: dict[str, tuple[float, int]] = {}

    def instead(self, accepted: Accepted, wrong: str) -> str:
        """Return what is to be said of a call: the same, that there are many, or nothing more."""
        now, name = time.monotonic(), accepted.session.name
        since, number = self.numbers.get(name, (now, 0))
        if now - since > WHILE:
            since, number = now, 0
        if not accepted.call_id:
            number = max(number, MOST_ALARMS)
        self.numbers[name] = (since, number + 1)
        if number < MOST_ALARMS:
            return wrong
        return MANY if number == MOST_ALARMS else ""


def alarm_record(accepted: Accepted, wrong: str, known: Sequence[Told], key: bytes) -> Record:
    """
    Return the record of an alarm.

    Its uid is the same for the same call, so that it is kept once, also by the next server; it
    has a key, so that nobody can keep something else under it first.
    """
    session, call = accepted.session, accepted.call
    single = accepted.call_id and wrong != MANY
    uid = digest(key, ["alarm", *call])[:DIGITS] if single else new_uid()
    earlier = known[-1] if known and single else None
    return Record(
        uid=f"alarm-{uid}",
        timestamp=timestamp(),
        agent_name=session.name,
        action_string=earlier.action if earlier else f"tool:{accepted.tool}:",
        decision=Outcome.ALARM.value,
        detail=f"the program says: let run by `{accepted.source}`" if accepted.source else "",
        tool=accepted.tool,
        role=session.role,
        decider=TELEMETRY,
        why=wrong,
        project=session.project,
        cwd=session.cwd,
        subagent=accepted.subagent,
        session=accepted.told_session,
        harness=session.program,
        call_id=accepted.call_id,
        mode=accepted.mode,
        about=earlier.uid if earlier else "",
    )
