"""Agents as they are now, and events as they came."""

from __future__ import annotations

import pytest

from proctor.audit.rows import storable
from proctor.audit.store import Store
from tests.contracts.samples import HOME, HOST, ODD, agent, event, everything, keep, record
from tests.contracts.store import Place, all_at_once


class Agents:
    """What every store does with agents."""

    def test_an_agent_comes_back_whole(self, store: Store) -> None:
        """An agent is kept as it is."""
        store.put_agent(agent("coder-1"))

        assert [agent("coder-1")] == store.agents()

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """A name, a state and a body may be any text."""
        text, short = ODD[name], ODD[name][:150]
        odd = agent(short, state=text, body={text: text})

        store.put_agent(odd)

        assert [odd._replace(name=storable(short), state=storable(text))] == store.agents()
        assert store.forget_agent(HOST, HOME, short) is True
        assert store.agents() == []

    def test_what_is_now_replaces_what_was(self, place: Place, store: Store) -> None:
        """The same agent of the same home is one, with its latest state."""
        other = place.open()
        store.put_agent(agent("coder-1"))
        other.put_agent(agent("coder-1", state="blocked (permission: Bash)", body={}))

        assert [agent("coder-1", state="blocked (permission: Bash)", body={})] == store.agents()
        place.leave(other)

    def test_many_are_put_at_once(self, store: Store) -> None:
        """All of them are as they are now; none is as well."""
        store.put_agent(agent("coder-1"))
        store.put_agents([])
        now = [agent("coder-1", state="idle"), agent("coder-2")]
        store.put_agents(now)

        assert now == store.agents()

    def test_agents_of_other_homes_are_others(self, store: Store) -> None:
        """Host, home and name together are an agent."""
        every = [
            agent("coder-1"),
            agent("coder-1", home="/srv/other"),
            agent("coder-1", host="beta"),
        ]
        for each in every:
            store.put_agent(each)

        assert sorted(every) == sorted(store.agents())

    def test_agents_are_sorted(self, store: Store) -> None:
        """They come by host and name, in the order of characters."""
        names = [("beta", "a"), ("alpha", "z"), ("alpha", "B"), ("alpha", "a"), ("Alpha", "é")]
        for host, name in names:
            store.put_agent(agent(name, host=host))

        assert sorted(names) == [(each.host, each.name) for each in store.agents()]

    def test_all_put_at_once(self, place: Place, store: Store) -> None:
        """Many that put the same agent at once make one."""
        all_at_once(place, [lambda mine: mine.put_agent(agent("coder-1"))] * 6)

        assert [agent("coder-1")] == store.agents()

    def test_a_forgotten_agent_leaves_its_records(self, store: Store) -> None:
        """Only what was known of its state is gone, and once."""
        kept = keep(store, record("u-1"))
        store.put_agent(agent("coder-1"))
        store.put_agent(agent("coder-2"))

        assert store.forget_agent(HOST, HOME, "coder-1") is True
        assert store.forget_agent(HOST, HOME, "coder-1") is False
        assert store.forget_agent("beta", HOME, "coder-2") is False

        assert [agent("coder-2")] == store.agents()
        assert kept == everything(store)


class Events:
    """What every store does with events."""

    def test_an_event_comes_back_whole(self, store: Store) -> None:
        """An event is kept as it came, with a number; what is empty comes back so."""
        bare = event("e-2", agent="", session="", body={}, spooled=False)

        store.put_events([event("e-1"), bare])

        first, second = store.events()
        assert [event("e-1", n=first.n), bare._replace(n=second.n)] == [first, second]
        assert 0 < first.n < second.n

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """A kind, an agent and a body may be any text."""
        text, short = ODD[name], ODD[name][:150]
        odd = event("e-1", kind=text, agent=short, body={text: text})

        store.put_events([odd])

        asked = odd._replace(kind=storable(text), agent=storable(short))
        assert [asked] == [each._replace(n=0) for each in store.events()]
        assert [asked] == [each._replace(n=0) for each in store.events(agent=short)]

    def test_a_known_event_is_left_out(self, store: Store) -> None:
        """The same uid again is left out, the others of its batch are kept."""
        store.put_events([event("e-1")])

        store.put_events([event("e-2"), event("e-1", kind="other"), event("e-3")])

        assert [(each.uid, each.kind) for each in store.events()] == [
            ("e-1", "started"),
            ("e-2", "started"),
            ("e-3", "started"),
        ]

    def test_an_event_twice_in_a_batch_is_one(self, store: Store) -> None:
        """The first of two with the same uid counts."""
        store.put_events([event("e-1", kind="a"), event("e-1", kind="b"), event("e-2", kind="c")])

        assert [each.kind for each in store.events()] == ["a", "c"]

    def test_all_put_the_same_at_once(self, place: Place, store: Store) -> None:
        """Many that hand in the same events at once make each of them one."""
        batch = [event(f"e-{n}") for n in range(5)]

        all_at_once(place, [lambda mine: mine.put_events(batch)] * 6)

        assert [f"e-{n}" for n in range(5)] == sorted(each.uid for each in store.events())

    def test_no_events_are_fine(self, store: Store) -> None:
        """An empty batch changes nothing."""
        store.put_events([])

        assert store.events() == []

    def test_events_behind_a_number(self, store: Store) -> None:
        """A reader goes on where it stopped, page by page, of all agents or of one."""
        store.put_events([event(f"e-{n}", agent=f"a-{n % 2}") for n in range(10)])
        rows = store.events()

        assert rows[4:] == store.events(after=rows[3].n)
        assert rows[4:6] == store.events(after=rows[3].n, limit=2)
        assert rows[1::2] == store.events(agent="a-1")
        assert rows[5::2] == store.events(agent="a-1", after=rows[3].n)
        assert [store.events(after=rows[-1].n), store.events(agent="a"), store.events(limit=0)] == [
            [],
            [],
            [],
        ]

    def test_events_of_nobody_by_their_kind(self, store: Store) -> None:
        """Events of a kind that are of no agent come newest first, page by page."""
        kinds = ("changed", "tool-pinned", "changed", "changed")
        store.put_events([event(f"e-{n}", agent="", kind=kind) for n, kind in enumerate(kinds)])
        store.put_events([event("e-5", agent="coder-1", kind="changed")])
        rows = store.events()
        wanted = [rows[3], rows[2], rows[0]]

        assert wanted == store.own_events("changed")
        assert wanted[:2] == store.own_events("changed", limit=2)
        assert wanted[1:] == store.own_events("changed", before=wanted[0].n)
        assert [rows[1]] == store.own_events("tool-pinned")
        assert [store.own_events("other"), store.own_events("changed", limit=0)] == [[], []]

    def test_odd_kinds_are_found(self, store: Store) -> None:
        """A kind is taken by its letters."""
        store.put_events([event(f"e-{name}", agent="", kind=text) for name, text in ODD.items()])

        for kept, text in zip(store.events(), ODD.values(), strict=True):
            assert [kept] == store.own_events(text)

    def test_the_newest_events(self, store: Store) -> None:
        """The last ones come first, of one agent or of all, as many as are wanted."""
        store.put_events([event(f"e-{n}", agent=f"coder-{n % 2}") for n in range(6)])

        newest = [each.uid for each in store.events(newest=True, limit=2)]
        of_one = [each.uid for each in store.events(newest=True, agent="coder-0")]

        assert (newest, of_one) == (["e-5", "e-4"], ["e-4", "e-2", "e-0"])

    def test_old_events_are_removed(self, store: Store) -> None:
        """What is older than a time goes, what is of that time stays, and numbers go on."""
        store.put_events([event(f"e-{n}", timestamp=f"2026-06-0{n}") for n in range(1, 5)])
        rows = store.events()

        assert store.remove_events(before="2026-06-03") == 2
        assert store.remove_events(before="2026-06-03") == 0

        assert rows[2:] == store.events()
        assert store.remove_events(before="2026-06-09") == 2
        store.put_events([event("e-9")])
        assert store.events()[0].n > rows[-1].n
