"""
Compare what an agent program says it let run with what was decided here.

    accepted ──► a record lets it run ──► all is well
                 └─ none does ──► after a while, once more, with what was spooled
                                    └─ still none ──► an alarm, once for each call

A hook that was taken out, broken or overruled is seen by this, and only afterwards: nothing
is held up here. It is the program itself that tells; whoever has the session's token can say
more, so what is said adds alarms and takes none away. To say so much that the rest is not heard
is an alarm too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable

from proctor.agents.session_files import Session
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.keepers import Keepers
from proctor.server.accepted_calls import (
    PEOPLE,
    TOO_MUCH,
    WHILE,
    Accepted,
    Floods,
    accepted_by,
    alarm_record,
    nothing_of,
    wrong_with,
)
from proctor.server.alarms import Alarms
from proctor.server.decided_calls import Call, DecidedCalls, Told, call_of, told_by
from proctor.server.otlp import Attributes
from proctor.terms.record import Outcome

LOG = logging.getLogger("proctor.telemetry")

# How long a record may come later than what it is about, in seconds.
GRACE = 3.0
# So many records of an agent are looked through, and so often a store that does not answer.
MOST_RECORDS, MOST_TRIES = 2000, 20
# So many calls of one agent wait to be looked at again; so many alarms are remembered.
MOST_WAITING, MOST_RAISED = 500, 10_000
SHORTEST, FOREVER = 0.1, float("inf")


class ToolDecisions:
    """Looks at what programs let run, for all agents of a home."""

    def __init__(self, keepers: Keepers, calls: DecidedCalls, alarms: Alarms) -> None:
        self.keepers = keepers
        self.calls = calls
        self.alarms = alarms
        self.grace = GRACE
        # By agent; what is said of one call with another source is looked at by itself.
        self.waiting: dict[str, dict[tuple[str, str], Accepted]] = {}
        self.raised: OrderedDict[Call, None] = OrderedDict()
        self.floods = Floods()
        # When an agent was last told that it is too much; and what is under way.
        self.too_much: dict[str, float] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.tries = 0
        self.looking: asyncio.Task[None] | None = None
        self.alone = asyncio.Lock()

    def hear(self, session: Session, event: Attributes) -> None:
        """Hear what a program says that it decided."""
        accepted = accepted_by(session, event, time.monotonic() + self.grace)
        if accepted is None or accepted.call in self.raised:
            return
        if not wrong_with(accepted, self.calls.of(accepted.call)):
            return
        waiting = self.waiting.setdefault(session.name, {})
        if len(waiting) >= MOST_WAITING:
            accepted = accepted._replace(call_id="", source="")
        waiting.setdefault((accepted.call_id, accepted.source), accepted)
        if self.looking is None:
            self.looking = asyncio.get_running_loop().create_task(self.look())

    def names_no_person(self, call: Call) -> bool:
        """Say whether a program has told that something else than a person let a call run."""
        name, call_id = call
        waiting = self.waiting.get(name, {})
        return call in self.raised or any(
            known == call_id and source not in PEOPLE for known, source in waiting
        )

    def refused(self, session: Session) -> None:
        """Hear that an agent hands in more than is taken: an alarm, once in a while."""
        now = time.monotonic()
        if now - self.too_much.get(session.name, -WHILE) < WHILE:
            return
        if len(self.too_much) >= MOST_RAISED:
            del self.too_much[next(iter(self.too_much))]
        self.too_much[session.name] = now
        work = self.alarm(nothing_of(session), TOO_MUCH, [])
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def look(self) -> None:
        """Look again at each call, a while after it was told of."""
        try:
            while self.waiting:
                due = min(each.due for calls in self.waiting.values() for each in calls.values())
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                await self.settle(time.monotonic())
        except Exception:
            LOG.exception("what programs let run could not be compared")
        finally:
            self.looking = None

    async def stop(self) -> None:
        """Look at all that waits, now."""
        if self.looking is not None:
            self.looking.cancel()
            await asyncio.wait([self.looking])
        if self.tasks:
            await asyncio.wait(self.tasks)
        await self.settle(FOREVER)

    async def settle(self, now: float) -> None:
        """Look at the calls whose time has come, with whatever was kept or spooled meanwhile."""
        async with self.alone:
            due = [
                each
                for calls in self.waiting.values()
                for each in calls.values()
                if each.due <= now
            ]
            if not due:
                return
            await self.keepers.writer.take_in(wait=True)
            kept: dict[Call, list[Told]] = {}
            try:
                for name in {accepted.session.name for accepted in due}:
                    kept |= await self.kept_of(name)
                self.tries = 0
            except StoreError:
                self.tries += 1
                if self.tries < MOST_TRIES and now != FOREVER:
                    self.put_off(due)
                    return
            for accepted in due:
                self.forget(accepted)
                await self.compare(accepted, kept.get(accepted.call, []))

    def put_off(self, due: Iterable[Accepted]) -> None:
        """Look at calls later."""
        later = time.monotonic() + max(self.grace, SHORTEST)
        for each in due:
            waiting = self.waiting[each.session.name]
            waiting[each.call_id, each.source] = each._replace(due=later)

    def forget(self, accepted: Accepted) -> None:
        """Let a call wait no longer."""
        waiting = self.waiting[accepted.session.name]
        del waiting[accepted.call_id, accepted.source]
        if not waiting:
            del self.waiting[accepted.session.name]

    async def kept_of(self, name: str) -> dict[Call, list[Told]]:
        """Return what is kept of the calls of an agent, the newest records of it."""
        host, home, _ = self.keepers.identity
        wanted = Filter(agent=name, host=host)
        found = await asyncio.to_thread(self.keepers.reader.find, wanted, limit=MOST_RECORDS)
        calls: dict[Call, list[Told]] = {}
        for kept in found:
            if kept.home == home and kept.record.call_id:
                calls.setdefault(call_of(kept.record), []).append(told_by(kept.record))
        return calls

    async def compare(self, accepted: Accepted, kept: list[Told]) -> None:
        """Raise an alarm where nothing lets a call run; never twice for one."""
        known = [*self.calls.of(accepted.call), *kept]
        if accepted.session.sandbox:
            # Its hooks have no other way than through the owner: what was handed in is not theirs.
            known = [told for told in known if not told.spooled]
        wrong = wrong_with(accepted, known)
        if not wrong or accepted.call in self.raised:
            return
        if any(told.decision == Outcome.ALARM and not told.spooled for told in known):
            self.remember(accepted.call)
            return
        if accepted.call_id:
            self.remember(accepted.call)
        wrong = self.floods.instead(accepted, wrong)
        if wrong:
            await self.alarm(accepted, wrong, known)

    def remember(self, call: Call) -> None:
        """Remember that an alarm was raised for a call."""
        self.raised[call] = None
        if len(self.raised) > MOST_RAISED:
            self.raised.popitem(last=False)

    async def alarm(self, accepted: Accepted, wrong: str, known: list[Told]) -> None:
        """Keep an alarm, and tell of it."""
        record = alarm_record(accepted, wrong, known, self.keepers.identity.key)
        # Spelled out: the agent chose it, and a log is read in terminals.
        LOG.warning("%s: call %s: %s", record.agent_name, ascii(record.call_id), wrong)
        await self.alarms.raise_alarm(record)
