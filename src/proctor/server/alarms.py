"""Raise alarms: keep the record, tell open pages and channels, and take acknowledgements."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from proctor.approval.rights import UNKNOWN
from proctor.audit.alarms import ACKNOWLEDGED, THROUGH, open_alarms
from proctor.audit.asked import fit_text
from proctor.audit.ids import new_uid, timestamp
from proctor.errors import NotAllowed
from proctor.terms.event import Event
from proctor.terms.record import Record

if TYPE_CHECKING:
    from proctor.server.office import Office

# People get one message for each agent in this time, in seconds, and at most so many in all.
QUIET, MOST_NOTICES = 3600.0, 10
SEE = "See it: proctor audit list --decision alarm"
# What an agent chose goes into a message only where it is nothing but a name.
NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Alarms:
    """The alarms of one server."""

    def __init__(self, office: Office) -> None:
        self.office = office
        # When a message was last sent, by agent.
        self.noticed: OrderedDict[str, float] = OrderedDict()

    async def raise_alarm(self, record: Record) -> None:
        """Keep the record of an alarm, and tell people."""
        await self.office.append(record)
        redactor = self.office.keepers.redactor
        self.office.bus.tell(
            "alarm",
            {
                "timestamp": record.timestamp,
                "agent": record.agent_name,
                "role": record.role,
                "tool": record.tool,
                "action": fit_text(record.action_string, redactor),
                "call_id": record.call_id,
                "session": record.session,
                "why": record.why,
            },
        )
        if self.may_notify(record.agent_name, time.monotonic()):
            self.office.calling.notify(notice_of(record))

    def may_notify(self, agent: str, now: float) -> bool:
        """Return whether people may get one more message now; note that they do."""
        while self.noticed and now - next(iter(self.noticed.values())) > QUIET:
            self.noticed.popitem(last=False)
        if agent in self.noticed or len(self.noticed) >= MOST_NOTICES:
            return False
        self.noticed[agent] = now
        return True

    async def acknowledge(self, through: int, *, person: str) -> dict[str, Any]:
        """
        Acknowledge the alarms up to the record of a number, as a person.

        INVARIANT: never one that is still to come.

        Raises:
            NotAllowed: they are not among the people.
            StoreError: it cannot be kept.

        """
        office, keepers = self.office, self.office.keepers
        who = office.rights.people().of("inbox", person)
        if who is None:
            raise NotAllowed(UNKNOWN)
        alarms = await asyncio.to_thread(open_alarms, keepers.reader)
        covered = [each.n for each in alarms if each.n <= through]
        if covered:
            identity = keepers.identity
            event = Event(
                uid=new_uid(),
                timestamp=timestamp(),
                host=identity.host,
                home=identity.home,
                kind=ACKNOWLEDGED,
                body={THROUGH: max(covered), "alarms": len(covered), "by": who.name},
            )
            await office.inbox.patiently(keepers.trail.put_events, [event])
            office.bus.tell("event", {"kind": ACKNOWLEDGED})
        return {"acknowledged": len(covered), "by": who.name}


def notice_of(record: Record) -> str:
    """Return what people read of an alarm in a channel."""
    tool = record.tool if NAME.fullmatch(record.tool) else "A tool call"
    agent = record.agent_name if NAME.fullmatch(record.agent_name) else "an agent"
    return f"Alarm: {tool} of {agent}: {record.why}. {SEE}"
