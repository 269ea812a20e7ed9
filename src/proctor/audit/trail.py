"""
The only writer of records: each is made fit to be kept, linked to its chain, inserted.

The ends of the chains are kept in memory: the owner of a home is the only one who
writes them. After an error they are read again, and what was handed in when it
happened is asked for before it is inserted once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from proctor.audit.chain import Head, link
from proctor.audit.crossing import Sending
from proctor.audit.identity import Identity
from proctor.audit.ids import timestamp
from proctor.audit.prepare import Redacts, prepared, prepared_event
from proctor.audit.rows import COLUMNS, name_of, to_values
from proctor.audit.store import Link, Store
from proctor.terms.event import Event
from proctor.terms.record import Record

AGENT = COLUMNS.index("agent_name")
# So many uids of doubtful outcome are remembered; of others the store will complain.
MOST_DOUBTS = 100_000


class Staged(NamedTuple):
    """
    Records that are linked and not kept yet.

    `heads` are the ends that they were linked to, `moved` those that they make.
    """

    uids: list[str]
    links: Sequence[Link]
    heads: dict[str, Head]
    moved: dict[str, Head]


class Trail:
    """
    The records and events of one home.

    Args:
        store: where they are kept.
        identity: who writes them.
        redactor: what replaces secrets.
        clock: says what time it is, as it stands in records.

    """

    def __init__(
        self,
        store: Store,
        identity: Identity,
        redactor: Redacts,
        *,
        clock: Callable[[], str] = timestamp,
    ) -> None:
        self.store = store
        self.identity = identity._replace(host=name_of(identity.host))
        self.redactor = redactor
        self.clock = clock
        self._heads: dict[str, Head] | None = None
        self._last_known: dict[str, Head] = {}
        self._doubts: set[str] = set()

    def prepare(self, record: Record) -> Record:
        """Return a record as it is kept: redacted, cut, with its digest."""
        return prepared(record, self.redactor, self.identity.key)

    def append(self, records: Iterable[Record], *, spooled: bool = False) -> Sequence[Link]:
        """
        Keep records, all of them or none, and return the links that were added.

        Raises:
            StoreError: they could not be kept; or it is not known whether they
                were, and then the same may be handed in again.

        """
        return self.keep([self.prepare(record) for record in records], spooled=spooled)

    def keep(self, records: Sequence[Record], *, spooled: bool = False) -> Sequence[Link]:
        """
        Keep records that are prepared already.

        What is spooled may have been taken in before, so those that are known
        are left out.
        """
        uids = [record.uid for record in records]
        if spooled:
            records = [record._replace(spooled=True) for record in records]
        if spooled or not self._doubts.isdisjoint(uids):
            records = self._unknown(records)
            self._doubts.difference_update(uids)
        if not records:
            return []
        return self.insert(self._staged(uids, records, self._ends()))

    def stage(self, records: Sequence[Record]) -> Staged | None:
        """
        Do for prepared records what can be done without the store; `insert` does the rest.

        None where the store has to be asked something first. Nothing else may be
        kept between the two.
        """
        uids = [record.uid for record in records]
        if self._heads is None or not self._doubts.isdisjoint(uids):
            return None
        staged = self._staged(uids, records, self._heads)
        return staged._replace(links=self.store.packed(staged.links))

    def send(self, staged: Staged) -> Sending | None:
        """
        Begin to keep what is linked already, without waiting; None where `insert` has to.

        When it is answered, `settle` must be told, before anything else is kept.

        Raises:
            StoreError: nobody knows whether it will be kept.

        """
        try:
            return self.store.begin(staged.links)
        except BaseException:
            self._doubt(staged.uids)
            raise

    def settle(self, staged: Staged, *, kept: bool) -> None:
        """Hear what has become of what was sent: it is kept, or nobody knows."""
        if kept:
            staged.heads.update(staged.moved)
        else:
            self._doubt(staged.uids)

    def insert(self, staged: Staged) -> Sequence[Link]:
        """
        Keep what is linked already, and return the links.

        Raises:
            StoreError: as `append` does.

        """
        try:
            self.store.insert(staged.links)
        except BaseException:
            self._doubt(staged.uids)
            raise
        staged.heads.update(staged.moved)
        return staged.links

    def head(self, agent: str) -> Head:
        """Return the end of an agent's chain."""
        return self._ends().get(name_of(agent), Head())

    def last_known(self) -> dict[str, Head]:
        """Return the ends of all chains as they were last known, whatever the store says now."""
        return dict(self._last_known if self._heads is None else self._heads)

    def put_events(self, events: Iterable[Event], *, spooled: bool = False) -> None:
        """
        Keep events, redacted; one whose uid is there already is left out.

        Raises:
            StoreError: they could not be kept.

        """
        ready = [self.prepare_event(event, spooled=spooled) for event in events]
        if ready:
            self.store.put_events(ready)

    def prepare_event(self, event: Event, *, spooled: bool = False) -> Event:
        """Return an event as it is kept: redacted, cut, and of this home if it was spooled."""
        ready = prepared_event(event, self.redactor)
        if not spooled:
            return ready
        return ready._replace(host=self.identity.host, home=self.identity.home, spooled=True)

    def _staged(self, uids: list[str], records: Sequence[Record], heads: dict[str, Head]) -> Staged:
        """Put records at the ends of their chains."""
        moved: dict[str, Head] = {}
        links = [self._link(record, heads, moved) for record in records]
        return Staged(uids, links, heads, moved)

    def _link(self, record: Record, heads: dict[str, Head], moved: dict[str, Head]) -> Link:
        """Put a record at the end of its chain."""
        host, home = self.identity.host, self.identity.home
        values = to_values(record)
        agent = values[AGENT]
        head = moved.get(agent) or heads.get(agent) or Head()
        seq = head.seq + 1
        sealed = link(head.hash, host, home, seq, values)
        moved[agent] = Head(seq, sealed)
        return Link(host, home, seq, sealed, values)

    def _ends(self) -> dict[str, Head]:
        """Return the end of each chain."""
        if self._heads is None:
            self._heads = self.store.heads(self.identity.host, self.identity.home)
        return self._heads

    def _unknown(self, records: Sequence[Record]) -> list[Record]:
        """Return those records that are not kept yet, each once."""
        known = self.store.known([record.uid for record in records])
        left: dict[str, Record] = {}
        for record in records:
            if record.uid not in known:
                left.setdefault(record.uid, record)
        return list(left.values())

    def _doubt(self, uids: Iterable[str]) -> None:
        """Remember that nobody knows whether these are kept, nor where the chains end."""
        self._last_known = self.last_known()
        self._heads = None
        if len(self._doubts) > MOST_DOUBTS:
            self._doubts.clear()
        self._doubts.update(uids)
