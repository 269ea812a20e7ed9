"""What was decided of each call of late, so that what has run can be compared with it."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from proctor.audit.rows import name_of
from proctor.terms.record import Record

# So many calls are remembered, and of one so many records, and so much of what it would do.
MOST, MOST_OF_ONE, LONGEST_ACTION = 10_000, 20, 4_000
# Which agent, and which of its calls.
Call = tuple[str, str]


class Told(NamedTuple):
    """What a record says of a call."""

    decision: str
    uid: str
    action: str
    spooled: bool = False


class DecidedCalls:
    """Remembers what is kept of calls, by agent and id; the oldest are forgotten."""

    def __init__(self) -> None:
        self.calls: OrderedDict[Call, list[Told]] = OrderedDict()

    def note(self, record: Record) -> None:
        """Note a record, if it is one of a call that can be known again."""
        if not record.call_id:
            return
        told = self.calls.setdefault(call_of(record), [])
        if len(told) < MOST_OF_ONE:
            told.append(told_by(record))
        if len(self.calls) > MOST:
            self.calls.popitem(last=False)

    def of(self, call: Call) -> list[Told]:
        """Return what is known of a call, oldest first."""
        return list(self.calls.get(call, ()))


def call_of(record: Record) -> Call:
    """Return by what the call of a record is known again."""
    return name_of(record.agent_name), record.call_id


def told_by(record: Record) -> Told:
    """Return what is remembered of a record."""
    action = record.action_string[:LONGEST_ACTION]
    return Told(record.decision, record.uid, action, record.spooled)
