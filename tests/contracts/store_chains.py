"""Chains: heads, walking along them, and removing from the front."""

from __future__ import annotations

from proctor.audit.chain import Head, breaks
from proctor.audit.store import Filter, Store
from tests.contracts.samples import HOME, HOST, everything, keep, record


def three_chains(store: Store) -> None:
    """Keep ten records of one agent, mixed with some of others."""
    for n in range(10):
        keep(store, record(f"u-{n}"))
        keep(store, record(f"v-{n}", agent_name="coder-2"), host="beta")
    keep(store, record("w-0"), home="/srv/other")


class Chains:
    """What every store does with chains."""

    def test_heads_are_the_last_links(self, store: Store) -> None:
        """Each agent of a host and home has its last place and hash."""
        three_chains(store)
        by_uid = {kept.record.uid: kept for kept in everything(store)}

        assert {"coder-1": Head(10, by_uid["u-9"].hash)} == store.heads(HOST, HOME)
        assert {"coder-2": Head(10, by_uid["v-9"].hash)} == store.heads("beta", HOME)
        assert {"coder-1": Head(1, by_uid["w-0"].hash)} == store.heads(HOST, "/srv/other")
        assert store.heads("beta", "/srv/other") == {}

    def test_heads_follow_the_place_and_not_the_number(self, store: Store) -> None:
        """A chain with more than nine links has its tenth as head: places are numbers."""
        keep(store, *(record(f"u-{n}") for n in range(12)))

        assert [head.seq for head in store.heads(HOST, HOME).values()] == [12]

    def test_chains_are_sorted(self, store: Store) -> None:
        """Every chain is named once, in order."""
        assert store.chains() == []

        three_chains(store)

        assert store.chains() == [
            (HOST, HOME, "coder-1"),
            (HOST, "/srv/other", "coder-1"),
            ("beta", HOME, "coder-2"),
        ]

    def test_chains_are_sorted_by_their_characters(self, store: Store) -> None:
        """The order is that of the characters, not that of a language."""
        names = ["b", "B", "a", "é", "Z", "_", "-", "10", "9", "", "🦊"]
        keep(store, *(record(f"u-{n}", agent_name=name) for n, name in enumerate(names)))

        assert sorted(names) == [name for _host, _home, name in store.chains()]

    def test_a_stretch_of_a_chain(self, store: Store) -> None:
        """From one place to another, both included; what is outside of the chain is not there."""
        three_chains(store)
        chain = (HOST, HOME, "coder-1")
        whole = list(store.walk(chain))

        assert whole[2:5] == store.stretch(chain, 3, 5)
        assert whole[:2] == store.stretch(chain, -5, 2)
        assert whole[8:] == store.stretch(chain, 9, 99)
        assert whole == store.stretch(chain, 0, 10)
        assert [store.stretch(chain, 5, 4), store.stretch(("", "", ""), 1, 9)] == [[], []]

    def test_walk_goes_in_order_of_the_chain(self, store: Store) -> None:
        """A walk gives all records of a chain, in their order, and no others."""
        three_chains(store)

        walked = list(store.walk((HOST, HOME, "coder-1")))

        assert [f"u-{n}" for n in range(10)] == [kept.record.uid for kept in walked]
        assert [kept for kept in everything(store) if kept in walked] == walked

    def test_walk_begins_behind_a_place(self, store: Store) -> None:
        """A walk may begin anywhere."""
        three_chains(store)
        chain = (HOST, HOME, "coder-1")

        assert [kept.seq for kept in store.walk(chain, after=7)] == [8, 9, 10]
        assert list(store.walk(chain, after=10)) == []
        assert len(list(store.walk(chain, after=-5))) == 10

    def test_walk_of_no_chain_is_empty(self, store: Store) -> None:
        """A chain that is not there has no records."""
        three_chains(store)

        assert list(store.walk((HOST, HOME, "coder-3"))) == []
        assert list(store.walk(("", "", ""))) == []

    def test_a_walk_may_be_left(self, store: Store) -> None:
        """Whoever stops in the middle, or writes in between, can go on with the store."""
        three_chains(store)
        chain = (HOST, HOME, "coder-1")

        begun = store.walk(chain)
        first = next(begun)
        del begun
        keep(store, record("u-10"))

        assert first.seq == 1
        assert len(list(store.walk(chain))) == 11

    def test_two_walks_go_side_by_side(self, store: Store) -> None:
        """A walk does not end another."""
        three_chains(store)
        one, other = store.walk((HOST, HOME, "coder-1")), store.walk(("beta", HOME, "coder-2"))

        pairs = [(a.record.uid, b.record.uid) for a, b in zip(one, other, strict=True)]

        assert [(f"u-{n}", f"v-{n}") for n in range(10)] == pairs

    def test_removed_is_removed_everywhere(self, store: Store) -> None:
        """After a removal find, get, text, count, known and walk say the same."""
        three_chains(store)
        chain = (HOST, HOME, "coder-1")
        old = list(store.walk(chain))[:4]

        assert store.remove(chain, through=4) == 4

        assert [kept.seq for kept in store.walk(chain)] == [5, 6, 7, 8, 9, 10]
        assert len(everything(store)) == 17
        assert len(store.find(Filter(text="npm test"), limit=100)) == 17
        assert sum(count.number for count in store.count(Filter())) == 17
        assert sum(count.number for count in store.count(Filter(text="npm"))) == 17
        assert [store.get(kept.n) for kept in old] == [None] * 4
        assert set() == store.known([kept.record.uid for kept in old])

    def test_removing_leaves_other_chains_alone(self, store: Store) -> None:
        """Only the named chain is shorter."""
        three_chains(store)
        others = [kept for kept in everything(store) if kept.record.uid[0] != "u"]

        store.remove((HOST, HOME, "coder-1"), through=100)

        assert others == everything(store)
        assert store.heads(HOST, HOME) == {}
        assert list(breaks(store.walk(("beta", HOME, "coder-2")))) == []

    def test_removing_nothing_is_zero(self, store: Store) -> None:
        """A place before the chain, or a chain that is not there, removes nothing."""
        three_chains(store)

        assert store.remove((HOST, HOME, "coder-1"), through=0) == 0
        assert store.remove((HOST, HOME, "nobody"), through=10) == 0
        assert len(everything(store)) == 21

    def test_numbers_are_not_given_again(self, store: Store) -> None:
        """A record after a removal has a number that no other had."""
        last = keep(store, record("u-1"), record("u-2"))[-1]
        store.remove(last.chain, through=2)

        (kept,) = keep(store, record("u-3"))

        assert kept.n > last.n
        assert [kept] == store.find(Filter(after=last.n))

    def test_words_of_the_removed_find_nothing_new(self, store: Store) -> None:
        """A new record is not found by the words of one that was removed."""
        (gone,) = keep(store, record("u-1", action_string="tool:bash:secret plan", detail="old"))
        store.remove(gone.chain, through=1)
        kept = keep(store, record("u-2", action_string="tool:bash:open plan", detail="new"))

        assert store.find(Filter(text="secret")) == []
        assert store.find(Filter(text="old")) == []
        assert kept == store.find(Filter(text="plan"))
