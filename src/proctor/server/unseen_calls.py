"""
Notice sessions without our hooks: compare transcripts of agent programs with the record.

    a transcript says that a call ran ──► it has a record ──► nothing
                                          └─ none 30 s later ──► the alarm `unseen-call`, once

A repository can switch the hooks of a user's settings off, and then nothing asks us. The program
still writes down what it ran. It does so after the fact and with a delay, and every process of
the user can write there too: an alarm needs a look, and that there is none proves nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.adapters.claude_code import HARNESS
from proctor.adapters.claude_transcripts import (
    PROJECTS,
    SeenCall,
    Transcripts,
    project_folder_name,
)
from proctor.agents.session_files import read_json, write_whole
from proctor.audit.identity import digest
from proctor.audit.ids import seconds, timestamp
from proctor.audit.store import Filter
from proctor.installing.receipts import Receipt, receipts_in
from proctor.installing.settings_places import (
    PROGRAM,
    managed_folder,
    managed_place,
    user_place,
)
from proctor.keepers import DAY, Keepers
from proctor.server.agent_states import default_name
from proctor.server.alarms import Alarms
from proctor.terms.record import Outcome, Record

LOG = logging.getLogger("proctor.transcripts")
FILE, LARGEST = "transcripts.json", 16 << 20
DECIDER, DIGITS = "transcript", 32
UNSEEN = "unseen-call: it ran, and nothing was decided here: its hook was not called, or not heard"
MANY = "unseen-call: more calls ran without a record than are kept one by one"
TOO_MANY_FILES = "unseen-call: there are more transcripts than are read, so calls may go unseen"
# Seconds: how long a record may come after its call; between two looks at all transcripts.
GRACE, BETWEEN_WALKS = 30.0, 10.0
# Calls of older days are not looked at: their records may be gone.
LOOK_BACK = 7 * DAY
# The time of an installation is kept without its fraction.
ROUNDED = 1.0
# A record may be that much outside of the times that the transcript gives, in seconds.
SLACK = 60.0
# Calls that wait, ids of records that are remembered, calls compared in one round.
MOST_WAITING, MOST_DECIDED, AT_ONCE = 5000, 20_000, 200
# Records looked through for one call, and how many of them at once.
PAGE, MOST_PAGES = 1000, 20
# Alarms in so many seconds.
MOST_ALARMS, WHILE = 100, 3600.0


class Watched(NamedTuple):
    """What one installation covers: sessions of a configuration folder, perhaps of one project."""

    config: Path
    since: float
    role: str
    root: str = ""

    def covers(self, call: SeenCall) -> bool:
        """Return whether our hooks should have been asked about a call."""
        if call.called_at < self.since:
            return False
        if not self.root or call.transcript.startswith(f"{project_folder_name(self.root)}/"):
            return True
        return f"{call.cwd}/".startswith(f"{self.root.rstrip('/')}/")


class Waiting(NamedTuple):
    """A call that was seen, when it is due, and the role that should have decided."""

    call: SeenCall
    config: str
    role: str
    due: float


class UnseenCalls:
    """Looks for calls without a record, for all agents of a home."""

    def __init__(
        self, home: Path, env: Mapping[str, str], keepers: Keepers, alarms: Alarms
    ) -> None:
        self.home = home
        self.env = env
        self.keepers = keepers
        self.alarms = alarms
        kept = read_json(home / FILE, LARGEST) or {}
        self.kept_positions = as_dict(kept.get("positions"))
        self.waiting = read_waiting(kept.get("waiting"))
        self.transcripts: dict[Path, Transcripts] = {}
        self.watched: list[Watched] = []
        self.decided: OrderedDict[str, None] = OrderedDict()
        # Transcripts are read in a thread, which goes on for a moment when the server stops.
        self.reading = threading.Lock()
        self.next_walk = 0.0
        self.changed = False
        # Reasons for which calls may be missed.
        self.gaps: set[str] = set()
        # How many alarms were raised since when.
        self.raised, self.counted_since = 0, 0.0

    def note(self, records: Iterable[Record]) -> None:
        """Note the calls of records that are kept."""
        for record in records:
            if record.call_id and record.decision != Outcome.ALARM:
                self.decided[record.call_id] = None
                if len(self.decided) > MOST_DECIDED:
                    self.decided.popitem(last=False)

    async def compare_transcripts(self, now: float | None = None) -> None:
        """Read on in the transcripts, and raise an alarm for each call whose time is over."""
        now = time.time() if now is None else now
        if not self.is_between_walks or now >= self.next_walk:
            await asyncio.to_thread(self.read_on, now)
        for reason in list(self.gaps):
            await self.warn(reason, now)
        await self.settle([each for each in self.waiting.values() if each.due <= now], now)
        if self.changed and self.is_between_walks:
            await asyncio.to_thread(self.keep)

    async def stop(self) -> None:
        """Keep how far everything was read, and which calls still wait."""
        if self.changed:
            await asyncio.to_thread(self.keep)

    @property
    def is_between_walks(self) -> bool:
        """Return whether all transcripts had their turn."""
        return all(each.is_between_walks for each in self.transcripts.values())

    def read_on(self, now: float) -> None:
        """Read the transcripts for one round; in a thread."""
        with self.reading:
            if self.is_between_walks:
                self.next_walk = now + BETWEEN_WALKS
                self.watched = watched_by(self.home, self.env, now - self.look_back())
                self.follow({each.config for each in self.watched})
            for config, transcripts in self.transcripts.items():
                covering = [each for each in self.watched if each.config == config]
                for call in transcripts.calls_seen(min(each.since for each in covering)):
                    self.see(call, covering, now)
                if transcripts.overflows:
                    self.gaps.add(TOO_MANY_FILES)
                self.changed |= transcripts.has_moved
                transcripts.has_moved = transcripts.overflows = False

    def look_back(self) -> float:
        """Return how old a call may be: its record must still be there."""
        days = self.keepers.keeping.keep_days
        return LOOK_BACK if days is None else min(LOOK_BACK, days * DAY)

    def follow(self, configs: set[Path]) -> None:
        """Follow the transcripts of these configuration folders, and no others."""
        for config in configs - self.transcripts.keys():
            self.transcripts[config] = Transcripts(config, self.kept_positions.get(str(config)))
        for config in self.transcripts.keys() - configs:
            del self.transcripts[config]

    def see(self, call: SeenCall, covering: list[Watched], now: float) -> None:
        """Let a call wait for its record, unless that is there already."""
        watched = next((each for each in covering if each.covers(call)), None)
        if watched is None or call.call_id in self.decided or call.call_id in self.waiting:
            return
        if len(self.waiting) < MOST_WAITING:
            role, config = watched.role, str(watched.config)
            self.waiting[call.call_id] = Waiting(call, config, role, now + GRACE)
        else:
            self.gaps.add(MANY)

    async def settle(self, due: list[Waiting], now: float) -> None:
        """
        Look for the records of calls whose time is over, also among those that were spooled.

        Raises:
            StoreError: records cannot be read; the calls wait on.

        """
        if not due:
            return
        await self.keepers.writer.take_in(wait=True)
        for each in due[:AT_ONCE]:
            known = each.call.call_id in self.decided
            if not known and not await asyncio.to_thread(self.is_kept, each.call):
                await self.alarm(each, now)
            del self.waiting[each.call.call_id]
            self.changed = True

    def is_kept(self, call: SeenCall) -> bool:
        """
        Return whether a record has the id of a call; in a thread.

        A forked session has copies of calls that were decided in another one, so where the
        session has no such record, all of that time are looked through.

        Raises:
            StoreError: records cannot be read.

        """
        host, home, _ = self.keepers.identity
        since, until = timestamp(call.called_at - SLACK), timestamp(call.ended_at + GRACE + SLACK)
        for session in dict.fromkeys((call.session, "")):
            wanted = Filter(session=session, host=host, since=since, until=until)
            for _ in range(MOST_PAGES):
                page = self.keepers.reader.find(wanted, limit=PAGE)
                if any(one.home == home and one.record.call_id == call.call_id for one in page):
                    return True
                if len(page) < PAGE:
                    break
                wanted = wanted._replace(before=page[-1].n)
        return False

    async def alarm(self, unseen: Waiting, now: float) -> None:
        """Raise the alarm for a call, unless an earlier server has, or there were too many."""
        record = alarm_record(unseen, self.keepers.identity.key)
        if await asyncio.to_thread(self.keepers.reader.by_uid, record.uid) is not None:
            return
        if now - self.counted_since > WHILE:
            self.raised, self.counted_since = 0, now
        self.raised += 1
        if self.raised > MOST_ALARMS:
            self.gaps.add(MANY)
            return
        # Spelled out: others chose it, and a log is read in terminals.
        LOG.warning("%s: call %s: %s", ascii(record.agent_name), ascii(record.call_id), UNSEEN)
        await self.alarms.raise_alarm(record)

    async def warn(self, reason: str, now: float) -> None:
        """Raise an alarm that calls may be missed, once in a while."""
        uid = digest(self.keepers.identity.key, ["unseen-call", reason, now // WHILE])
        record = Record(
            uid=f"alarm-{uid[:DIGITS]}",
            timestamp=timestamp(),
            agent_name=default_name(""),
            action_string="tool::",
            decision=Outcome.ALARM.value,
            decider=DECIDER,
            why=reason,
            harness=HARNESS,
        )
        if await asyncio.to_thread(self.keepers.reader.by_uid, record.uid) is None:
            await self.alarms.raise_alarm(record)
        self.gaps.discard(reason)

    def keep(self) -> None:
        """Keep how far everything was read, so that a restart neither repeats nor misses."""
        with self.reading:
            self.kept_positions = {
                str(config): each.positions_to_keep() for config, each in self.transcripts.items()
            }
            calls = [
                [*each.call, each.config, each.role, each.due] for each in self.waiting.values()
            ]
            kept = {"positions": self.kept_positions, "waiting": calls}
            # Where it cannot be written, more is read again, and no alarm is raised twice.
            with suppress(OSError):
                write_whole(self.home / FILE, json.dumps(kept).encode())
                self.changed = False


def watched_by(home: Path, env: Mapping[str, str], oldest: float) -> list[Watched]:
    """Return what the installations of a home cover, and those for the whole machine."""
    user = user_place(home, Path.home(), env)
    machine = managed_place(managed_folder())
    found = []
    for name, receipt in {**receipts_in(home), **receipts_in(machine.state)}.items():
        since = max(installed_at(receipt), oldest)
        settings = Path(receipt.file)
        if name.startswith(f"{PROGRAM}-project-"):
            root = str(settings.parent.parent)
            found.append(Watched(user.file.parent, since, receipt.role, root))
        elif name == machine.name:
            found.append(Watched(user.file.parent, since, receipt.role))
        else:
            found.append(Watched(settings.parent, since, receipt.role))
    return found


def installed_at(receipt: Receipt) -> float:
    """Return when our hooks were installed; of a receipt that does not say, now."""
    try:
        return seconds(receipt.at) + ROUNDED
    except ValueError:
        return time.time()


def alarm_record(unseen: Waiting, key: bytes) -> Record:
    """
    Return the record of an alarm.

    Its uid is the same for the same call, so that it is kept once, also by the next server; it
    has a key, so that nobody can keep something else under it first.
    """
    call = unseen.call
    uid = digest(key, ["unseen-call", call.call_id])
    path = f"{unseen.config}/{PROJECTS}/{call.transcript}"
    return Record(
        uid=f"alarm-{uid[:DIGITS]}",
        timestamp=timestamp(),
        agent_name=default_name(call.session),
        action_string=f"tool:{call.tool}:",
        decision=Outcome.ALARM.value,
        detail=f"called at {timestamp(call.called_at)}; transcript {path}",
        tool=call.tool,
        role=unseen.role,
        decider=DECIDER,
        why=UNSEEN,
        cwd=call.cwd,
        subagent=call.subagent,
        session=call.session,
        harness=HARNESS,
        call_id=call.call_id,
    )


def as_dict(value: object) -> dict[str, object]:
    """Return a value that should be an object of JSON; an empty one where it is not."""
    return value if isinstance(value, dict) else {}


def read_waiting(rows: object) -> dict[str, Waiting]:
    """Return the calls that waited when an earlier server ended; a damaged one is left out."""
    found = {}
    for row in rows if isinstance(rows, list) else ():
        with suppress(TypeError, ValueError):
            *words, called_at, ended_at, transcript, config, role, due = row
            call_id, tool, session, subagent, cwd = map(str, words)
            times = float(called_at), float(ended_at)
            call = SeenCall(call_id, tool, session, subagent, cwd, *times, str(transcript))
            found[call_id] = Waiting(call, str(config), str(role), float(due))
    return found
