"""
A store that keeps everything in this process, and nothing behind it.

For tests, and for libraries that keep nothing. Any number of threads may use it:
one lock is around all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from proctor.audit.chain import Chain, Head
from proctor.audit.crossing import Sending
from proctor.audit.rows import COLUMNS, FORMAT, Kept, compact, storable, to_record
from proctor.audit.store import Count, Filter, Link
from proctor.audit.stores.memory_changes import MemoryChanges
from proctor.audit.stores.memory_rows import (
    ended,
    fresh,
    fresh_record,
    holds,
    is_for_session,
    matcher,
    newest_of,
    plain,
)
from proctor.audit.stores.memory_runs import MemoryRuns
from proctor.errors import StoreError
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

UID, AGENT = COLUMNS.index("uid"), COLUMNS.index("agent_name")
HOUR = len("2026-06-01T12")


class MemoryStore(MemoryRuns):
    """Everything of a store, in plain dictionaries."""

    kind = "memory"

    def __init__(self) -> None:
        super().__init__()
        self._held: set[str] = set()
        self._records: dict[int, Kept] = {}
        self._uids: set[str] = set()
        self._places: set[tuple[Chain, int]] = set()
        self._questions: dict[int, Question] = {}
        self._grants: dict[int, Grant] = {}
        self._agents: dict[Chain, Agent] = {}
        self._events: dict[int, Event] = {}

    # Records

    def heads(self, host: str, home: str) -> dict[str, Head]:
        """Return the last link of each agent's chain."""
        with self._open():
            place = (storable(host), storable(home))
            ours = [k for k in self._records.values() if (k.host, k.home) == place]
            ours.sort(key=lambda kept: kept.seq)
            return {kept.record.agent_name: Head(kept.seq, kept.hash) for kept in ours}

    def known(self, uids: Sequence[str]) -> set[str]:
        """Return those uids of which a record or an event is there."""
        with self._open():
            there = self._uids | {event.uid for event in self._events.values()}
            return {uid for uid in uids if storable(uid) in there}

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """Return rows made ready for `insert`: they are."""
        return links

    def begin(self, _: Sequence[Link]) -> Sending | None:
        """Begin nothing: rows are kept here as soon as they could be sent."""
        return None

    def insert(self, links: Sequence[Link]) -> None:
        """Keep rows, all of them or none."""
        with self._open():
            records = [to_record(link.values) for link in links]
            uids = {link.values[UID] for link in links}
            places = {((link.host, link.home, link.values[AGENT]), link.seq) for link in links}
            taken = (uids & self._uids) or (places & self._places)
            if taken or not len(links) == len(uids) == len(places):
                raise StoreError("a record, or its place in its chain, is there already")
            self._uids |= uids
            self._places |= places
            for link, record in zip(links, records, strict=True):
                n = self._next("record")
                self._records[n] = Kept(
                    n, link.host, link.home, link.seq, FORMAT, link.hash, record
                )
            if links:
                self._tell("record", self._numbers["record"])

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""
        with self._open():
            matches = matcher(wanted)
            found = [kept for kept in self._records.values() if matches(kept)]
            ordered = found[::-1] if newest else found
            return [fresh_record(kept) for kept in ordered[: max(limit, 0)]]

    def get(self, n: int) -> Kept | None:
        """Return the record of a number."""
        with self._open():
            kept = self._records.get(n)
            return fresh_record(kept) if kept else None

    def by_uid(self, uid: str) -> Kept | None:
        """Return the record of a uid."""
        with self._open():
            name = storable(uid)
            found = (kept for kept in self._records.values() if kept.record.uid == name)
            kept = next(found, None)
            return fresh_record(kept) if kept else None

    def chains(self) -> list[Chain]:
        """Return the name of every chain, sorted."""
        with self._open():
            return sorted({kept.chain for kept in self._records.values()})

    def walk(self, chain: Chain, *, after: int = 0) -> Iterator[Kept]:
        """Return the records of a chain in their order."""
        with self._open():
            ours = [k for k in self._records.values() if k.chain == chain and k.seq > after]
            return map(fresh_record, sorted(ours, key=lambda kept: kept.seq))

    def stretch(self, chain: Chain, first: int, last: int) -> list[Kept]:
        """Return the records of a chain from one place in it to another, in their order."""
        return [kept for kept in self.walk(chain, after=first - 1) if kept.seq <= last]

    def count(self, wanted: Filter, *, most: int | None = None) -> list[Count]:
        """Count records by hour, decision, tool, role and decider; all, or the newest so many."""
        with self._open():
            matches = matcher(wanted)
            found = [kept.record for kept in self._records.values() if matches(kept)]
            numbers = Counter(
                (r.timestamp[:HOUR], r.decision, r.tool, r.role, r.decider)
                for r in (found if most is None else newest_of(found, most))
            )
            return [Count(*key, number) for key, number in sorted(numbers.items())]

    def size(self) -> int:
        """Return about how many bytes the records take."""
        with self._open():
            return sum(len(compact(kept)) for kept in self._records.values())

    def remove(self, chain: Chain, *, through: int) -> int:
        """Remove the records of a chain up to a place in it, and return how many they were."""
        with self._open():
            gone = [n for n, k in self._records.items() if k.chain == chain and k.seq <= through]
            for n in gone:
                kept = self._records.pop(n)
                self._uids.discard(kept.record.uid)
                self._places.discard((kept.chain, kept.seq))
            if gone:
                self._tell("record", 0)
            return len(gone)

    # Questions

    def ask(self, question: Question) -> Question:
        """Keep a question and return it with its number; the same uid is the same question."""
        with self._open():
            asked = plain(question)
            for known in self._questions.values():
                if known.uid == asked.uid:
                    return fresh(known)
            number = self._next("question")
            kept = asked._replace(id=number, status=Status.PENDING, reply=None, closed_at="")
            self._questions[number] = kept
            self._tell("question", number)
            return fresh(kept)

    def question(self, number: int) -> Question | None:
        """Return a question."""
        with self._open():
            question = self._questions.get(number)
            return fresh(question) if question else None

    def questions(self, status: Status | None = None, *, limit: int = 1000) -> list[Question]:
        """Return questions, oldest first; the newest `limit` of them."""
        with self._open():
            found = [q for q in self._questions.values() if status in (None, q.status)]
            return [fresh(row) for row in newest_of(found, limit)]

    def close_question(
        self, number: int, status: Status, *, at: str, reply: Reply | None = None
    ) -> Question | None:
        """End a pending question and return it; None if it is not there or has ended."""
        with self._open():
            question = self._questions.get(number)
            if question is None or question.status is not Status.PENDING:
                return None
            kept = plain(reply) if reply else None
            closed = question._replace(status=status, reply=kept, closed_at=at)
            self._questions[number] = closed
            self._tell("question", number)
            return fresh(closed)

    # Grants

    def grant(self, grant: Grant) -> Grant:
        """Keep a grant and return it with its number; the same uid is the same grant."""
        with self._open():
            made = plain(grant)
            for known in self._grants.values():
                if known.uid == made.uid:
                    return fresh(known)
            kept = made._replace(id=self._next("grant"))
            self._grants[kept.id] = kept
            self._tell("grant", kept.id)
            return fresh(kept)

    def grants(self, *, live_at: str = "", limit: int = 1000) -> list[Grant]:
        """Return grants, oldest first; only those that hold at a time, if one is given."""
        with self._open():
            found = [g for g in self._grants.values() if not live_at or holds(g, live_at)]
            return [fresh(row) for row in newest_of(found, limit)]

    def grants_for(self, key: str, *, at: str) -> list[Grant]:
        """Return the grants of a key that hold at a time, oldest first."""
        with self._open():
            wanted = storable(key)
            found = [g for g in self._grants.values() if g.key == wanted and holds(g, at)]
            return [fresh(grant) for grant in found]

    def use_grant(self, number: int, *, at: str) -> bool:
        """Use a grant for once up; False if it was used, revoked or never there."""
        with self._open():
            grant = self._grants.get(number)
            if grant is None or not holds(grant, at):
                return False
            self._grants[number] = grant._replace(used_at=at)
            self._tell("grant", number)
            return True

    def revoke_grant(self, number: int, *, by: str, at: str) -> bool:
        """Revoke a grant; False if it was revoked already or never there."""
        with self._open():
            grant = self._grants.get(number)
            if grant is None or grant.revoked_at:
                return False
            self._grants[number] = grant._replace(revoked_at=at, revoked_by=storable(by))
            self._tell("grant", number)
            return True

    def end_grants(self, agent: str, session: str | None, *, at: str) -> list[int]:
        """End an agent's grants for a session, or for all; return those that held."""
        with self._open():
            ended = [
                number
                for number, grant in self._grants.items()
                if is_for_session(grant, agent, session) and holds(grant, at)
            ]
            for number in ended:
                self._grants[number] = self._grants[number]._replace(expires_at=at)
                self._tell("grant", number)
            return ended

    # Agents and events

    def put_agent(self, agent: Agent) -> None:
        """Keep an agent as it is now, over what was known of it."""
        self.put_agents([agent])

    def put_agents(self, agents: Sequence[Agent]) -> None:
        """Keep agents as they are now, all or none."""
        with self._open():
            for kept in [plain(agent) for agent in agents]:
                self._agents[(kept.host, kept.home, kept.name)] = kept
            if agents:
                self._tell("agent", 0)

    def agents(self) -> list[Agent]:
        """Return every agent, by host and name."""
        with self._open():
            ordered = sorted(self._agents.values(), key=lambda a: (a.host, a.name, a.home))
            return [fresh(agent) for agent in ordered]

    def forget_agent(self, host: str, home: str, name: str) -> bool:
        """Remove an agent; its records stay."""
        with self._open():
            gone = self._agents.pop((storable(host), storable(home), storable(name)), None)
            if gone is not None:
                self._tell("agent", 0)
            return gone is not None

    def put_events(self, events: Sequence[Event]) -> None:
        """Keep events, all or none; one whose uid is there already is left out."""
        with self._open():
            known = {event.uid for event in self._events.values()}
            new: dict[str, Event] = {}
            for event in map(plain, events):
                if event.uid not in known:
                    new.setdefault(event.uid, event)
            for event in new.values():
                n = self._next("event")
                self._events[n] = event._replace(n=n)
            if new:
                self._tell("event", self._numbers["event"])

    def events(
        self, *, after: int = 0, agent: str = "", limit: int = 1000, newest: bool = False
    ) -> list[Event]:
        """Return events behind a number, oldest first; with `newest`, the last ones first."""
        with self._open():
            name = storable(agent)
            found = [e for n, e in self._events.items() if n > after and name in ("", e.agent)]
            found = found[::-1] if newest else found
            return [fresh(event) for event in found[: max(limit, 0)]]

    def own_events(self, kind: str, *, before: int | None = None, limit: int = 50) -> list[Event]:
        """Return events of a kind that are of no agent, newest first; those before a number."""
        with self._open():
            name = storable(kind)
            found = [
                event
                for n, event in self._events.items()
                if (event.kind, event.agent) == (name, "") and (before is None or n < before)
            ]
            return [fresh(event) for event in newest_of(found, limit)[::-1]]

    def remove_events(self, *, before: str) -> int:
        """Remove events, closed questions and ended grants that are older than a time."""
        with self._open():
            old_events = [n for n, event in self._events.items() if event.timestamp < before]
            old_questions = [
                n
                for n, question in self._questions.items()
                if question.status is not Status.PENDING and question.closed_at < before
            ]
            old_grants = [n for n, grant in self._grants.items() if ended(grant, before)]
            for n in old_events:
                del self._events[n]
            for n in old_questions:
                del self._questions[n]
            for n in old_grants:
                del self._grants[n]
            return len(old_events) + len(old_questions) + len(old_grants)

    # Waking and sharing

    def changes(self, *, records: bool = True) -> MemoryChanges:  # noqa: ARG002 - no thread is woken
        """Listen for what changes from now on."""
        with self._open():
            return MemoryChanges(self)

    @contextmanager
    def exclusive(self, name: str) -> Iterator[bool]:
        """Try to be the only one in this process while the context lasts."""
        with self._open():
            got = name not in self._held
            self._held.add(name)
        try:
            yield got
        finally:
            if got:
                with self.lock:
                    self._held.discard(name)
