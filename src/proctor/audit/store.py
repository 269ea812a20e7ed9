"""
Where everything is kept: one interface, and what every back end of it must do.

    memory      for tests and for libraries that keep nothing
    sqlite      one file in PROCTOR_HOME, the default
    postgres    where several machines share it

`tests/contracts/store.py` is the other half of this page: each back end passes
it. A store is used by one thread at a time, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from proctor.audit.chain import Chain, Head
from proctor.audit.crossing import Sending
from proctor.audit.rows import Kept, Values
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.kept_run import KeptRun
from proctor.terms.question import Question, Status
from proctor.terms.reply import Reply

# The version of the tables that this program knows.
SCHEMA = 2


class Link(NamedTuple):
    """A row that has its place in a chain, and is ready to be kept."""

    host: str
    home: str
    seq: int
    hash: str
    values: Values


class Filter(NamedTuple):
    """
    Which records are wanted; what is empty does not count.

    `person` is who asked for it or who answered; `since` and `until` are
    timestamps, the second not included; `text` are words that stand in the
    action or in the detail, next to each other, the last one perhaps only begun.
    `before` and `after` are numbers of records, for the next page and the next
    look. `about` is the uid of the record of which they tell the end; an empty one
    leaves only records of calls, and none of what became of one.
    """

    agent: str = ""
    role: str = ""
    decision: str = ""
    tool: str = ""
    person: str = ""
    session: str = ""
    host: str = ""
    since: str = ""
    until: str = ""
    text: str = ""
    before: int | None = None
    after: int | None = None
    about: str | None = None


class Count(NamedTuple):
    """How many records have the same hour, decision, tool, role and decider."""

    hour: str
    decision: str
    tool: str
    role: str
    decider: str
    number: int


class Change(NamedTuple):
    """
    Something that another connection, or this one, has changed.

    `kind` is record, question, grant, agent, event or run; `id` its number, or 0
    where only the kind is known, and everything of it has to be looked at again.
    """

    kind: str
    id: int


class Changes(Protocol):
    """An ear for what changes in a store; has a connection of its own where it needs one."""

    def wait(self, seconds: float) -> Sequence[Change]:
        """Return what has changed since last time; wait until something has, or time is over."""

    def close(self) -> None:
        """Stop listening."""


class Store(Protocol):
    """Where records, questions, grants, agents, events and workflow runs are kept."""

    kind: str

    def close(self) -> None:
        """Let go of it."""

    # Records: written by the owner's trail alone

    def heads(self, host: str, home: str) -> dict[str, Head]:
        """Return the last link of each agent's chain."""

    def known(self, uids: Sequence[str]) -> set[str]:
        """Return those uids of which a record or an event is there."""

    def packed(self, links: Sequence[Link]) -> Sequence[Link]:
        """
        Return rows made ready for `insert`, which then has less to do; nothing is asked for that.

        Raises:
            StoreError: a row cannot be kept.

        """

    def begin(self, links: Sequence[Link]) -> Sending | None:
        """
        Begin to keep rows without waiting; None where `insert` has to do it.

        Raises:
            StoreError: nobody knows whether they will be kept.

        """

    def insert(self, links: Sequence[Link]) -> None:
        """
        Keep rows, all of them or none.

        Raises:
            StoreError: it was not possible, or a row has a uid or a place in a
                chain that is taken.

        """

    def find(self, wanted: Filter, *, limit: int = 50, newest: bool = True) -> list[Kept]:
        """Return records, newest first, or oldest first."""

    def get(self, n: int) -> Kept | None:
        """Return the record of a number."""

    def by_uid(self, uid: str) -> Kept | None:
        """Return the record of a uid."""

    def chains(self) -> list[Chain]:
        """Return the name of every chain, sorted."""

    def walk(self, chain: Chain, *, after: int = 0) -> Iterator[Kept]:
        """Return the records of a chain in their order, without holding all of them."""

    def stretch(self, chain: Chain, first: int, last: int) -> list[Kept]:
        """Return the records of a chain from one place in it to another, in their order."""

    def count(self, wanted: Filter, *, most: int | None = None) -> list[Count]:
        """Count records by hour, decision, tool, role and decider; all, or the newest so many."""

    def size(self) -> int:
        """Return about how many bytes the records take."""

    def remove(self, chain: Chain, *, through: int) -> int:
        """Remove the records of a chain up to a place in it, and return how many they were."""

    # Questions

    def ask(self, question: Question) -> Question:
        """Keep a question and return it with its number; the same uid is the same question."""

    def question(self, number: int) -> Question | None:
        """Return a question."""

    def questions(self, status: Status | None = None, *, limit: int = 1000) -> list[Question]:
        """Return questions, oldest first; the newest `limit` of them."""

    def close_question(
        self, number: int, status: Status, *, at: str, reply: Reply | None = None
    ) -> Question | None:
        """
        End a pending question and return it; None if it is not there or has ended.

        Of several that try at once, exactly one gets it.
        """

    # Grants

    def grant(self, grant: Grant) -> Grant:
        """Keep a grant and return it with its number; the same uid is the same grant."""

    def grants(self, *, live_at: str = "", limit: int = 1000) -> list[Grant]:
        """Return grants, oldest first; only those that hold at a time, if one is given."""

    def grants_for(self, key: str, *, at: str) -> list[Grant]:
        """Return the grants of a key that hold at a time, oldest first."""

    def use_grant(self, number: int, *, at: str) -> bool:
        """Use a grant for once up; False if it was used, revoked or never there."""

    def revoke_grant(self, number: int, *, by: str, at: str) -> bool:
        """Revoke a grant; False if it was revoked already or never there."""

    def end_grants(self, agent: str, session: str | None, *, at: str) -> list[int]:
        """
        End an agent's grants for a session, and return the numbers of those that held.

        Without a session, those for all of its sessions. Grants of another scope hold on.
        """

    # Agents and events

    def put_agent(self, agent: Agent) -> None:
        """Keep an agent as it is now, over what was known of it."""

    def put_agents(self, agents: Sequence[Agent]) -> None:
        """Keep agents as they are now, all or none."""

    def agents(self) -> list[Agent]:
        """Return every agent, by host and name."""

    def forget_agent(self, host: str, home: str, name: str) -> bool:
        """Remove an agent; its records stay."""

    def put_events(self, events: Sequence[Event]) -> None:
        """Keep events, all or none; one whose uid is there already is left out."""

    def events(
        self, *, after: int = 0, agent: str = "", limit: int = 1000, newest: bool = False
    ) -> list[Event]:
        """Return events behind a number, oldest first; with `newest`, the last ones first."""

    def own_events(self, kind: str, *, before: int | None = None, limit: int = 50) -> list[Event]:
        """Return events of a kind that are of no agent, newest first; those before a number."""

    def remove_events(self, *, before: str) -> int:
        """Remove events, closed questions and ended grants that are older than a time."""

    # Runs of workflows: never removed, so that no id comes again

    def put_run(self, run: KeptRun) -> KeptRun | None:
        """
        Keep a run over the version that it was made of, and return it with the next version.

        None where another version is there by now, or, for version 0, where there is one at all:
        of several that try at once, exactly one gets it. Id, project, template and time of making
        stay what they were at first.
        """

    def run(self, run_id: str) -> KeptRun | None:
        """Return a run by its id."""

    def runs(self, statuses: Collection[str] = (), *, limit: int = 1000) -> list[KeptRun]:
        """Return runs of these statuses, or all, oldest first; the newest `limit` of them."""

    def next_run_number(self, day: str) -> int:
        """Return a number, from 1 on, that no run of the day has had; it is never given again."""

    # Waking and sharing

    def changes(self, *, records: bool = True) -> Changes:
        """
        Listen for what changes from now on, also by other processes.

        Whoever needs not hear of records is woken less often without them.
        """

    def exclusive(self, name: str) -> AbstractContextManager[bool]:
        """
        Try to be the only one, on all machines that share the store, while the context lasts.

        Gives whether it worked; never waits. Ends with the process.
        """
