"""
A store that keeps everything in this process, and nothing behind it.

For tests, and for libraries that keep nothing. Any number of threads may use it:
one lock is around all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Condition

from proctor.audit.chain import Chain, Head
from proctor.audit.crossing import Sending
from proctor.audit.rows import COLUMNS, FORMAT, Kept, compact, storable, to_record
from proctor.audit.store import Change, Count, Filter, Link
from proctor.audit.stores.memory_rows import (
    ended,
    fresh,
    fresh_record,
    holds,
    matcher,
    newest_of,
    plain,
)
from proctor.errors import StoreError
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

UID, AGENT = COLUMNS.index("uid"), COLUMNS.index("agent_name")
HOUR = len("2026-06-01T12")


class MemoryChanges:
    """An ear for what changes in a store of this process."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._heard: list[Change] = []
        self._closed = False
        store.ears.append(self)

    def hear(self, change: Change) -> None:
        """Take a change in; under the lock of the store."""
        self._heard.append(change)

    def wait(self, seconds: float) -> Sequence[Change]:
        """Return what has changed since last time; wait until something has, or time is over."""
        with self._store.lock:
            self._store.lock.wait_for(self._over, max(seconds, 0))
            if self._store.closed and not self._closed:
                raise closed_error()
            heard, self._heard = self._heard, []
            return heard

    def close(self) -> None:
        """Stop listening; this also ends a wait of another thread."""
        with self._store.lock:
            self._closed = True
            self._heard = []
            if self in self._store.ears:
                self._store.ears.remove(self)
            self._store.lock.notify_all()

    def _over(self) -> bool:
        return bool(self._heard) or self._closed or self._store.closed


class MemoryStore:
    """Everything of a store, in plain dictionaries."""

    kind = "memory"

    def __init__(self) -> None:
        self.lock = Condition()
        self.closed = False
        self.ears: list[MemoryChanges] = []
        self._numbers: Counter[str] = Counter()
        self._held: set[str] = set()
        self._records: dict[int, Kept] = {}
        self._uids: set[str] = set()
        self._places: set[tuple[Chain, int]] = set()
        self._questions: dict[int, Question] = {}
        self._grants: dict[int, Grant] = {}
        self._agents: dict[Chain, Agent] = {}
        self._events: dict[int, Event] = {}

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Be alone with what is kept."""
        with self.lock:
            if self.closed:
                raise closed_error()
            yield

    def _next(self, kind: str) -> int:
        """Return a number that was never given."""
        self._numbers[kind] += 1
        return self._numbers[kind]

    def _tell(self, kind: str, number: int) -> None:
        """Let whoever listens know of a change."""
        for ear in self.ears:
            ear.hear(Change(kind, number))
        self.lock.notify_all()

    def close(self) -> None:
        """Let go of it, and of whoever waits."""
        with self.lock:
            self.closed = True
            self.lock.notify_all()

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

    def chains(self) -> list[Chain]:
        """Return the name of every chain, sorted."""
        with self._open():
            return sorted({kept.chain for kept in self._records.values()})

    def walk(self, chain: Chain, *, after: int = 0) -> Iterator[Kept]:
        """Return the records of a chain in their order."""
        with self._open():
            ours = [k for k in self._records.values() if k.chain == chain and k.seq > after]
            return map(fresh_record, sorted(ours, key=lambda kept: kept.seq))

    def count(self, wanted: Filter) -> list[Count]:
        """Count records by hour, decision, tool, role and decider."""
        with self._open():
            matches = matcher(wanted)
            numbers = Counter(
                (r.timestamp[:HOUR], r.decision, r.tool, r.role, r.decider)
                for r in (kept.record for kept in self._records.values() if matches(kept))
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

    # Agents and events

    def put_agent(self, agent: Agent) -> None:
        """Keep an agent as it is now, over what was known of it."""
        with self._open():
            kept = plain(agent)
            self._agents[(kept.host, kept.home, kept.name)] = kept
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

    def events(self, *, after: int = 0, agent: str = "", limit: int = 1000) -> list[Event]:
        """Return events behind a number, oldest first."""
        with self._open():
            name = storable(agent)
            found = [e for n, e in self._events.items() if n > after and name in ("", e.agent)]
            return [fresh(event) for event in found[: max(limit, 0)]]

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


def closed_error() -> StoreError:
    """Return what a closed store says to whoever uses it."""
    return StoreError("the store is closed")
