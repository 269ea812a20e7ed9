"""
What agent programs tell of themselves, by OTLP: what they let run, and what they have used.

Of logs two kinds of event count, of metrics none: they say of tokens and costs what the events
say, as differences, and one that is handed in twice would count twice. They are taken all the
same, so that no program complains.
"""

from __future__ import annotations

import time
from collections import deque
from hashlib import sha256
from typing import Any

from proctor.agents.session_files import Session
from proctor.keepers import Keepers
from proctor.server.accepted_calls import DECISION
from proctor.server.agent_rows import AgentRows
from proctor.server.alarms import Alarms
from proctor.server.answers import Busy, SwitchedOff
from proctor.server.bodies import read_object
from proctor.server.decided_calls import DecidedCalls
from proctor.server.otlp import NAME, events_of, unpacked
from proctor.server.tool_decisions import ToolDecisions
from proctor.server.usage import NOTHING, REQUEST, add_usage, used_by

WANTED = frozenset({DECISION, REQUEST})
# So many of the last bodies of an agent are known again.
MOST_SEEN = 32
# So much one agent may hand in at once, and in a second: reading it takes time from all others.
MOST_AT_ONCE, PER_SECOND = float(8 << 20), float(512 << 10)
# So many agents are told apart.
MOST_AGENTS = 1000
OFF = "telemetry is switched off in config.yaml"
SLOWER = "too much telemetry comes from this agent"


class Giver:
    """One agent that hands in telemetry: how much, and what last."""

    __slots__ = ("at", "left", "seen")

    def __init__(self) -> None:
        self.left = MOST_AT_ONCE
        self.at = time.monotonic()
        self.seen: deque[bytes] = deque(maxlen=MOST_SEEN)

    def takes_more(self) -> bool:
        """Say whether more may come; what was given is given back with the time."""
        now = time.monotonic()
        self.left = min(MOST_AT_ONCE, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        return self.left > 0


class Telemetry:
    """Takes what agents hand in, for all agents of a home."""

    def __init__(
        self,
        keepers: Keepers,
        rows: AgentRows,
        *,
        calls: DecidedCalls,
        alarms: Alarms,
    ) -> None:
        self.enabled = keepers.keeping.telemetry
        self.rows = rows
        self.decisions = ToolDecisions(keepers, calls, alarms)
        self.givers: dict[str, Giver] = {}

    async def stop(self) -> None:
        """See to what waits."""
        await self.decisions.stop()

    def check(self, session: Session) -> Giver:
        """
        Return the agent that hands something in.

        Raises:
            SwitchedOff: nobody wants it.
            Busy: it was too much already.

        """
        if not self.enabled:
            raise SwitchedOff(OFF)
        giver = self.givers.get(session.name)
        if giver is None:
            if len(self.givers) >= MOST_AGENTS:
                del self.givers[next(iter(self.givers))]
            giver = self.givers[session.name] = Giver()
        if not giver.takes_more():
            self.decisions.refused(session)
            raise Busy(SLOWER)
        return giver

    def take(self, session: Session, body: bytes, *, logs: bool, packed: bool) -> dict[str, Any]:
        """
        Take what an agent hands in, once, and say that it was taken.

        Raises:
            UsageError: it is not what it should be.
            TooLarge: it is.
            SwitchedOff, Busy: it is not wanted now.

        """
        giver = self.check(session)
        giver.left -= len(body)
        plain = unpacked(body) if packed else body
        giver.left -= len(plain) - len(body) if packed else 0
        name = sha256(plain).digest()
        if name in giver.seen:
            # The program did not hear that it was taken, and hands it in again.
            return {}
        data = read_object(plain)
        giver.seen.append(name)
        if logs:
            self.hear(session, data)
        return {}

    def hear(self, session: Session, data: Any) -> None:
        """Hear the events of a body."""
        used = NOTHING
        for event in events_of(data, WANTED):
            kind = event.get(NAME)
            if kind == DECISION:
                self.decisions.hear(session, event)
            elif kind == REQUEST:
                used = used.and_more(used_by(event))
        add_usage(self.rows, session.name, used)
