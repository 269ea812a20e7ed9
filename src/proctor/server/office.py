"""
What the server can do, whatever way it is asked: on its socket, by HTTP, from a page.

It takes and gives plain data. A wrong request is a ProctorError; whoever asks
for what only a person may do has been told apart before.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from proctor.approval.calling import Calling
from proctor.approval.channel import Channel
from proctor.approval.desk import Desk
from proctor.approval.grants import Grants
from proctor.approval.reviewer import Reviewer
from proctor.approval.reviewers.make import make_reviewer
from proctor.approval.reviewing import Reviewing
from proctor.approval.rights import UNKNOWN, Rights
from proctor.audit.alarms import open_alarms
from proctor.audit.as_json import agent_json, grant_json, kept_json, question_json
from proctor.audit.asked import fit_text
from proctor.audit.identity import digest
from proctor.audit.ids import timestamp
from proctor.audit.inbox import ALL, Inbox
from proctor.audit.intake import read
from proctor.audit.rows import compact, name_of
from proctor.audit.shelf import Shelf
from proctor.audit.spool import LONGEST
from proctor.audit.store import Filter
from proctor.audit.stores.set_aside import Damage
from proctor.audit.writer import SPOOL_PATIENCE
from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.keepers import Keepers, open_keepers, spooled
from proctor.owner.who import installed_version
from proctor.pipeline import Judged
from proctor.server.agent_rows import AgentRows
from proctor.server.agent_sessions import AgentSessions
from proctor.server.alarms import Alarms
from proctor.server.bus import Bus
from proctor.server.channels import build_channels
from proctor.server.chores import Chore, Chores
from proctor.server.decided_calls import DecidedCalls
from proctor.server.deciding import decided
from proctor.server.gates import gate_of
from proctor.server.gateways import Gateways
from proctor.server.hook_requests import Visit
from proctor.server.lasting import LastingRules
from proctor.server.leaked_tokens import EVERY, LeakedTokens, untold
from proctor.server.postman import Postman
from proctor.server.posts import Posts
from proctor.server.questions import Questions
from proctor.server.requests import Request, read_filter
from proctor.server.seat import PLAIN, Sitting
from proctor.server.self_edits import SelfEdits
from proctor.server.staff import Staff
from proctor.server.status_bar import StatusBar
from proctor.server.store_damage import LOOK_AT_FILES, DamageWatch
from proctor.server.telemetry import Telemetry
from proctor.server.unseen_calls import UnseenCalls
from proctor.server.waiting_screens import WaitingScreens
from proctor.server.workflow_service import WorkflowService
from proctor.terms import role
from proctor.terms.asking import TIMEOUT
from proctor.terms.question import Question, Status
from proctor.terms.record import Record

MOST_RECORDS = 1000
# Of the code that runs: after an upgrade another one is installed, until the server is replaced.
VERSION = installed_version()
# So many lines are taken in before somebody is answered; more of them by and by.
AT_ONCE = 5000
# The sessions of agents, and screens of which nothing is heard, are looked at so often.
LOOK = 2.0


class Office(Questions):
    """
    The server's work, without a way to reach it.

    Args:
        home: Proctor's home.
        timeout: how long people have to answer, if not as config.yaml says.
        channels: more ways to people than those that are configured.
        env: the environment that counts.
        damage: what is wrong with the store's file, which is then set aside.

    """

    def __init__(
        self,
        home: Path,
        *,
        timeout: float | None = None,
        channels: Sequence[Channel] = (),
        env: Mapping[str, str] = os.environ,
        damage: Damage | None = None,
    ) -> None:
        self.home = home
        self.damage = damage
        self.env = env
        self.bus = Bus()
        self.posts = Posts(home, self.stage_of, self.place_of)
        self.self_edits = SelfEdits(home, self.posts)
        self.started = ""
        self.timeout = timeout
        self.more_channels = tuple(channels)
        self.decided_calls = DecidedCalls()
        self.gateways = Gateways()
        self.alarms = Alarms(self)
        # Who hears of it when an agent program's session is over, by its id.
        self.session_ended: list[Callable[[str], None]] = [self.self_edits.session_ended]
        # And when only the turn of the agent itself is, of which its program tells nothing.
        self.turn_ended: list[Callable[[str], None]] = []

    async def start(self) -> None:
        """
        Open the store, take up what the last owner left, and begin to listen to people.

        Raises:
            ConfigProblems: config.yaml has an error.
            StoreError: the store cannot be opened.

        """
        self.staff = Staff(self.home)
        self.keepers: Keepers = open_keepers(self.home, self.env, replaces=True, damage=self.damage)
        self.damage_watch = DamageWatch(self.home, self.keepers)
        self.writer = self.keepers.writer
        self.writer.taken_in = self.tell_of
        self.inbox = Inbox(
            self.keepers.store,
            self.keepers.identity,
            self.keepers.redactor,
            thread=self.keepers.shared,
            told=self.told_question,
        )
        self.agent_rows = AgentRows(self.keepers, self.inbox, self.bus)
        self.agent_sessions = AgentSessions(
            self.home, self.agent_rows, self.inbox, self.session_ended
        )
        self.rights = Rights(self.staff.people)
        self.open_desk()
        self.unseen_calls = UnseenCalls(self.home, self.env, self.keepers, self.alarms)
        await self.writer.take_in(most=AT_ONCE)
        await self.calling.start(self.hand_in)
        await self.agent_rows.start()
        for question in await self.inbox.start():
            self.calling.told(question)
            self.agent_sessions.asked(question)
        self.chores = Chores(self.keepers, self.inbox, self.bus, self.more_chores())
        self.chores.start()
        self.status_bar = StatusBar(self.home, self.agent_rows, self.inbox, self.bus)
        self.status_bar.start()
        self.postman = Postman(self.home, self.agent_rows)
        await self.postman.start()
        self.workflows = WorkflowService(
            self.home,
            self.keepers,
            self.inbox,
            self.bus,
            self.postman,
            rights=self.rights,
            judge=self.judge,
            append=self.append,
            bound=self.bound,
            reachable=lambda: bool(self.calling.open),
        )
        await self.workflows.start()
        self.chores.hearers.append(self.workflows.heard)
        self.telemetry = Telemetry(
            self.keepers, self.agent_rows, calls=self.decided_calls, alarms=self.alarms
        )
        self.started = timestamp()

    def more_chores(self) -> list[Chore]:
        """Return the chores that are the office's own."""
        screens = WaitingScreens(self.home, self.agent_rows, self.turn_ended)
        leaked = LeakedTokens(self.home, self.keepers.reader)
        looks = (
            self.agent_sessions.look_at_all,
            screens.look_for_prompts,
            self.unseen_calls.compare_transcripts,
        )
        return [
            *((LOOK, look) for look in looks),
            (LOOK_AT_FILES, self.damage_watch.look_at_files),
            (EVERY, leaked.search),
        ]

    def open_desk(self) -> None:
        """Put everybody at their places who may be asked."""
        keepers, asking = self.keepers, self.staff.asking
        built = build_channels(
            asking,
            self.env,
            lookup=self.lookup,
            all_waiting=self.waiting,
            exclusive=keepers.store.exclusive,
        )
        self.people, self.set_up = built.inbox, built.set_up
        self.calling = Calling(
            (*built.channels, *self.more_channels), built.trouble, self.unreached
        )
        self.reviewing = Reviewing(
            self.reviewer_of,
            fingerprint=self.fingerprint,
            clean=partial(fit_text, redactor=keepers.redactor),
            redacted=keepers.redactor.value,
        )
        shelf = Shelf(self.inbox)
        self.desk = Desk(
            self.inbox,
            grants=Grants(shelf, self.fingerprint, timestamp, shelf.clock),
            reviewing=self.reviewing,
            rights=self.rights,
            lasting=LastingRules(self.home, self.rights, self.self_edits, self.posts.look_again),
            reachable=lambda: bool(self.calling.open),
            trouble=self.calling.unreachable,
            timeout=self.timeout or asking.timeout or built.timeout or TIMEOUT,
            dialog=asking.dialog_on_timeout,
        )

    def reviewer_of(self, wanted: role.Reviewer) -> Reviewer:
        """Return the reviewer that a role wants."""
        place = self.home / "reviewer"
        return make_reviewer(self.staff.asking.reviewer, wanted, place=place, env=self.env)

    def fingerprint(self, value: object) -> str:
        """Return a name for an input that nobody can guess it from."""
        return digest(self.keepers.identity.key, value)

    def stage_of(self, run: str, root: str) -> str:
        """
        Return the role of the stage in which a workflow run is now.

        Raises:
            NoStageRole: it has none.

        """
        return self.workflows.runs.stage(run, root)

    def place_of(self, run: str) -> str:
        """Return what the stage in which a workflow run is now is known by."""
        return self.workflows.runs.place(run)

    async def stop(self) -> None:
        """Finish what is under way and close the store; questions stay open in it."""
        self.bus.close()
        await self.workflows.stop()
        await self.postman.stop()
        await self.status_bar.stop()
        await self.chores.stop()
        await self.unseen_calls.stop()
        await self.desk.stop()
        await self.reviewing.close()
        await self.telemetry.stop()
        await self.agent_rows.stop()
        await self.writer.close()
        await self.calling.stop()
        # From here on nothing is lost, whatever hangs.
        self.chores.close()
        self.keepers.close()

    # Deciding

    async def decide(self, data: Mapping[str, Any], visit: Visit | None = None) -> dict[str, Any]:
        """
        Decide a call: ask where the rules are silent, until a visitor is gone; keep the record.

        Raises:
            UsageError: the request is wrong.
            ProctorError: its role does not load, and never did.

        """
        return await decided(self, data, visit)

    async def judge(self, request: Request, sitting: Sitting = PLAIN) -> Judged:
        """Judge a call."""
        gate = gate_of(self, request, sitting)
        uid = sitting.uid or (self.bound(request.uid, request) if request.uid else "")
        return await gate.judge(request.call, uid=uid)

    async def append(self, record: Record) -> bool:
        """Keep a record, and tell whoever listens."""
        self.decided_calls.note(record)
        kept = await self.writer.append(record)
        self.tell_of((record,))
        return kept

    def tell_of(self, records: Iterable[Record]) -> None:
        """Tell whoever listens of records that were just kept."""
        self.unseen_calls.note(records)
        if self.bus.listeners:
            for record in records:
                self.bus.tell("decision", self.shown(record))

    def shown(self, record: Record) -> dict[str, Any]:
        """Return what listeners are told of a record: no input, no secret."""
        redactor = self.keepers.redactor
        return {
            "timestamp": record.timestamp,
            "agent": name_of(record.agent_name),
            "role": record.role,
            "tool": name_of(record.tool),
            "action": fit_text(record.action_string, redactor),
            "decision": record.decision,
            "why": fit_text(record.why, redactor),
        }

    async def keep(self, lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """
        Keep records and events that another process made: as if it had spooled them.

        Raises:
            UsageError: a line is none.
            StoreError: they cannot be kept.

        """
        encoded = [compact(line).encode() for line in lines]
        for number, line in enumerate(encoded):
            # One that is longer would be taken for a damaged one.
            if len(line) > LONGEST or read(line) is None:
                raise UsageError(f"line {number} is no record and no event")
        if encoded:
            self.keepers.spool.put(encoded, patience=SPOOL_PATIENCE)
        await self.writer.take_in(wait=True)
        self.chores.look()
        return {"kept": len(encoded)}

    # Looking

    async def grants(self) -> list[dict[str, Any]]:
        """Return the grants that hold."""
        at = timestamp(self.desk.grants.clock())
        found = await asyncio.to_thread(self.keepers.reader.grants, live_at=at)
        return [grant_json(grant) for grant in found]

    async def revoke(self, number: int, *, person: str) -> dict[str, Any]:
        """
        Revoke a grant.

        Raises:
            NotAllowed: they are not among the people.
            NotFound: no such grant holds.

        """
        who = self.rights.people().of("inbox", person)
        if who is None:
            raise NotAllowed(UNKNOWN)
        store = self.keepers.store
        done = await self.inbox.patiently(store.revoke_grant, number, by=who.name, at=timestamp())
        if not done:
            raise NotFound(f"there is no grant {number} to revoke", help="see the list of grants")
        self.bus.tell("grant", {"id": number, "revoked_by": who.name})
        return {"id": number, "revoked_by": who.name}

    async def agents(self) -> list[dict[str, Any]]:
        """Return every agent."""
        return [agent_json(agent) for agent in await asyncio.to_thread(self.keepers.reader.agents)]

    async def records(
        self, data: Mapping[str, Any] | None = None, *, limit: int = 50
    ) -> list[dict[str, Any]]:
        """
        Return records, newest first.

        Raises:
            UsageError: a filter is none.

        """
        wanted: Filter = read_filter(data or {})
        await self.writer.take_in(most=AT_ONCE)
        most = min(max(limit, 1), MOST_RECORDS)
        found = await asyncio.to_thread(self.keepers.reader.find, wanted, limit=most)
        return [kept_json(kept) for kept in found]

    async def record(self, n: int) -> dict[str, Any]:
        """
        Return one record.

        Raises:
            NotFound: there is none of this number.

        """
        kept = await asyncio.to_thread(self.keepers.reader.get, n)
        if kept is None:
            raise NotFound(f"there is no record {n}", help="see `proctor audit list`")
        return kept_json(kept)

    async def status(self) -> dict[str, Any]:
        """Say how the server is."""
        pending = await self.inbox.run(self.keepers.store.questions, Status.PENDING, limit=ALL)
        newest = await asyncio.to_thread(self.keepers.reader.find, Filter(), limit=1)
        return {
            "pid": os.getpid(),
            "version": VERSION,
            "home": str(self.home),
            "host": self.keepers.identity.host,
            "since": self.started,
            "store": self.keepers.shown,
            "records": newest[0].n if newest else 0,
            "questions": len(pending),
            "alarms": len(await asyncio.to_thread(open_alarms, self.keepers.reader)),
            "channels": [
                {**each, "set_up": self.set_up.get(str(each["name"]))}
                for each in self.calling.told_of()
            ],
            "reviewer": self.reviewing.trouble() or None,
            "spooled": spooled(self.home),
            "trouble": self.trouble() or None,
        }

    def trouble(self) -> str:
        """Say what is wrong, if anything is."""
        said = [self.damage_watch.trouble(), self.writer.status.trouble, untold(self.home)]
        return "; ".join(filter(None, dict.fromkeys([*said, *self.chores.trouble.values()])))

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """Return what happens from now on."""
        async for happening in self.bus.listen():
            yield happening

    def told_question(self, question: Question) -> None:
        """Tell people and listeners of a question that is new or has ended."""
        identity = self.keepers.identity
        # Those of another server in the same store are called out by that one.
        if (question.host, question.home) == (identity.host, identity.home):
            self.calling.told(question)
            self.agent_sessions.told(question)
        self.bus.tell("question", question_json(question))
