"""Records of two homes, appended, removed and read in any order: chains hold and stay apart."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from proctor.audit.chain import Chain, Head, breaks
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.terms.record import Outcome, Record
from tests.audit.fresh_places import LARGE, places_of, steps
from tests.contracts.samples import HOST, MANY, everything, links, record
from tests.contracts.store import Place

HOMES = ("/home/ada/.proctor", "/home/grace/.proctor")
HOME = st.sampled_from(HOMES)
AGENTS = st.sampled_from(["coder-1", "coder-2"])


class Machine(RuleBasedStateMachine):
    """Two owners, each with a connection and a home of its own."""

    def __init__(self, place: AbstractContextManager[Place]) -> None:
        super().__init__()
        self.left = place.__exit__
        self.place = place.__enter__()
        self.stores = {home: self.place.open() for home in HOMES}
        self.chains: dict[Chain, list[tuple[int, str]]] = {}
        self.heads: dict[Chain, Head] = {}
        self.given = 0

    def teardown(self) -> None:
        """Leave the place."""
        for store in self.stores.values():
            store.close()
        self.left(None, None, None)

    def new(self, agent: str, **changes: object) -> Record:
        """Return a record that was never there."""
        self.given += 1
        return record(f"u-{self.given}", agent_name=agent, **changes)

    def append(self, home: str, records: list[Record]) -> None:
        """Keep records, in the store and in the model."""
        batch = links(records, self.stores[home].heads(HOST, home), home=home)
        self.stores[home].insert(batch)
        for each, made in zip(records, batch, strict=True):
            chain = (HOST, home, each.agent_name)
            self.chains.setdefault(chain, []).append((made.seq, each.uid))
            self.heads[chain] = Head(made.seq, made.hash)

    @rule(home=HOME, agents=st.lists(AGENTS, max_size=5))
    def keep(self, home: str, agents: list[str]) -> None:
        """Append a batch of one or both agents."""
        self.append(home, [self.new(agent) for agent in agents])

    @rule(home=HOME, agents=st.lists(AGENTS, min_size=1, max_size=3), data=st.data())
    def clash(self, home: str, agents: list[str], data: st.DataObject) -> None:
        """Try a batch whose last row has a uid that is there; nothing of it is kept."""
        known = [uid for rows in self.chains.values() for _seq, uid in rows]
        if not known:
            return
        batch = [self.new(agent) for agent in agents]
        batch.append(record(data.draw(st.sampled_from(known)), agent_name=agents[0]))
        store = self.stores[home]

        with pytest.raises(StoreError):
            store.insert(links(batch, store.heads(HOST, home), home=home))

    @rule(home=HOME, agent=AGENTS)
    def fork(self, home: str, agent: str) -> None:
        """Try to write a place of a chain a second time."""
        chain = (HOST, home, agent)
        if chain not in self.chains:
            return
        seq, _uid = self.chains[chain][-1]
        behind = {agent: Head(seq - 1, "")}

        with pytest.raises(StoreError):
            self.stores[home].insert(links([self.new(agent)], behind, home=home))

    @rule(home=HOME, agent=AGENTS, part=st.floats(0, 1), carried_out=st.booleans())
    def age(self, home: str, agent: str, part: float, carried_out: bool) -> None:
        """Tell of a removal and then remove, or be killed in between."""
        chain = (HOST, home, agent)
        rows = self.chains.get(chain, [])
        if not rows:
            return
        through, _uid = rows[int(part * (len(rows) - 1))]
        (last,) = [kept for kept in self.stores[home].walk(chain) if kept.seq == through]
        said = {"seq": through, "hash": last.hash}
        told = self.new(agent, decision=Outcome.RETENTION, spooled=False, input=said)
        self.append(home, [told])
        if carried_out:
            removed = self.stores[home].remove(chain, through=through)
            left = [row for row in self.chains[chain] if row[0] > through]
            assert len(self.chains[chain]) - len(left) == removed
            self.chains[chain] = left

    @rule(home=HOME)
    def open_anew(self, home: str) -> None:
        """Close a connection, and open another."""
        self.place.leave(self.stores[home])
        self.stores[home] = self.place.open()

    @invariant()
    def chains_hold_and_stay_apart(self) -> None:
        """Each connection sees each chain whole, with its own rows, up to its head."""
        for store in self.stores.values():
            assert sorted(self.chains) == store.chains()
            for chain, rows in self.chains.items():
                walked = list(store.walk(chain))
                assert rows == [(kept.seq, kept.record.uid) for kept in walked]
                assert list(breaks(walked, chain=chain, noted=self.heads[chain])) == []

    @invariant()
    def heads_are_those_of_the_model(self) -> None:
        """Each home has the heads of its own agents."""
        for home, store in self.stores.items():
            asked = {chain[2]: head for chain, head in self.heads.items() if chain[1] == home}
            assert asked == store.heads(HOST, home)

    @invariant()
    def all_ways_to_count_agree(self) -> None:
        """Listing, counting and searching find as many as the model has."""
        number = sum(len(rows) for rows in self.chains.values())
        for store in self.stores.values():
            assert number == len(everything(store))
            assert number == len(store.find(Filter(text="npm tes"), limit=MANY))
            assert number == sum(count.number for count in store.count(Filter()))


@pytest.mark.parametrize("kind", LARGE)
def test_chains_hold_in_any_order_of_steps(kind: str, request: pytest.FixtureRequest) -> None:
    """Whatever two owners do, in whatever order, no chain breaks and none gets another's row."""
    fresh = places_of(kind, request)

    class Here(Machine):
        def __init__(self) -> None:
            super().__init__(fresh())

    run_state_machine_as_test(Here, settings=steps(LARGE[kind]))
