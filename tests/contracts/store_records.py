"""Records: what goes in comes out, and a batch is kept whole or not at all."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from proctor.audit.chain import breaks
from proctor.audit.rows import FORMAT, Kept, to_record, to_values
from proctor.audit.store import Filter, Store
from proctor.errors import StoreError
from proctor.terms.record import Record
from tests.contracts.samples import (
    HOME,
    HOST,
    MANY,
    ODD,
    RECORD,
    event,
    everything,
    keep,
    links,
    record,
)
from tests.contracts.store import Place, all_at_once

TEXTS = [
    field for field in Record._fields if isinstance(getattr(RECORD, field), str) and field != "uid"
]
# Columns in which a very long text is cut, because an index takes none.
NAMES = {"agent_name", "user_id", "tool", "role", "answered_by", "session"}


class Records:
    """What every store does with records."""

    def test_a_record_comes_back_whole(self, store: Store) -> None:
        """Every column of a record comes back, with its number and its place."""
        (made,) = links([RECORD], {})

        store.insert([made])

        (kept,) = everything(store)
        assert kept == Kept(kept.n, HOST, HOME, 1, FORMAT, made.hash, RECORD)
        assert kept == store.get(kept.n)

    def test_a_record_with_nothing_in_it_comes_back(self, store: Store) -> None:
        """What is empty or None comes back as that."""
        bare = Record("u-1", "2026-06-01T12:00:00.000Z", "", "", "deny")

        assert [bare] == [kept.record for kept in keep(store, bare)]

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """A text in any column is a text, whatever stands in it; the chain holds over it."""
        text = ODD[name]
        short = text[:150]
        texts: dict[str, Any] = {field: short if field in NAMES else text for field in TEXTS}
        odd = record("u-1", **texts, input={text: [text]})
        asked = to_record(to_values(odd))

        (kept,) = keep(store, odd)

        assert asked == kept.record
        assert {text: [text]} == kept.record.input
        if name not in {"nul", "half a pair"}:
            assert odd == kept.record
        assert list(breaks(store.walk(kept.chain))) == []

    def test_what_no_database_keeps_is_spelled_out(self, store: Store) -> None:
        """NUL and half a pair of UTF-16 stand there as Python writes them, in every store."""
        (kept,) = keep(store, record("u-1", detail="a\0b\ud83dc", agent_name="x\0y"))

        assert (kept.record.detail, kept.record.agent_name) == (r"a\x00b\ud83dc", r"x\x00y")
        assert [kept] == store.find(Filter(agent="x\0y"))

    def test_very_long_names_are_cut_and_still_found(self, store: Store) -> None:
        """A name of any length is kept, found by its full length, and not taken for another."""
        one, other = "a" * 100_000 + "1", "a" * 100_000 + "2"
        names = {"user_id": one, "tool": one, "role": one, "answered_by": one, "session": one}
        first, second = keep(
            store, record("u-1", agent_name=one, **names), record("u-2", agent_name=other)
        )

        assert [first] == store.find(Filter(agent=one))
        assert [second] == store.find(Filter(agent=other))
        for field in ("tool", "role", "person", "session"):
            wanted: dict[str, Any] = {field: one}
            assert [first] == store.find(Filter(**wanted))
        assert list(breaks(store.walk(first.chain))) == []

    @pytest.mark.parametrize(
        "value",
        [None, "", "text", 0, 1.5, True, [], {}, {"a": {"b": [1, None, False]}}, "x" * 100_000],
        ids=lambda value: repr(value)[:20],
    )
    def test_any_input_comes_back(self, store: Store, value: object) -> None:
        """The input of a call is any JSON."""
        (kept,) = keep(store, record("u-1", input=value))

        assert value == kept.record.input
        assert type(value) is type(kept.record.input)

    def test_large_numbers_come_back(self, store: Store) -> None:
        """Numbers may be as large as a question's number or a duration gets."""
        large = record("u-1", duration_us=2**40, question=2**31 - 1)

        assert [large] == [kept.record for kept in keep(store, large)]

    def test_what_came_back_is_the_callers_own(self, store: Store) -> None:
        """Whoever changes what a store gave out has not changed the store."""
        (kept,) = keep(store, record("u-1", input={"a": [1]}))
        assert isinstance(kept.record.input, dict)

        kept.record.input["a"].append(2)

        assert [each.record.input for each in everything(store)] == [{"a": [1]}]

    def test_nothing_is_a_batch_too(self, store: Store) -> None:
        """An empty batch changes nothing."""
        store.insert([])

        assert everything(store) == []

    def test_a_batch_keeps_its_order(self, store: Store) -> None:
        """Numbers grow in the order of a batch, and from batch to batch."""
        first = keep(store, *(record(f"u-{n}", agent_name=f"a-{n % 3}") for n in range(50)))
        then = keep(store, record("u-50"))

        uids = [kept.record.uid for kept in first + then]
        numbers = [kept.n for kept in first + then]
        assert [f"u-{n}" for n in range(51)] == uids
        assert sorted(set(numbers)) == numbers

    def test_a_taken_uid_leaves_nothing_of_the_batch(self, store: Store) -> None:
        """If a later row has a uid that is there, the earlier ones are not kept either."""
        before = keep(store, record("u-1"))
        batch = links([record("u-2"), record("u-1"), record("u-3")], store.heads(HOST, HOME))

        with pytest.raises(StoreError):
            store.insert(batch)

        assert before == everything(store)
        assert {name: h.seq for name, h in store.heads(HOST, HOME).items()} == {"coder-1": 1}
        assert {"u-1"} == store.known(["u-1", "u-2", "u-3"])

    def test_a_uid_twice_in_a_batch_leaves_nothing_of_it(self, store: Store) -> None:
        """The same uid twice in one batch is refused as well."""
        with pytest.raises(StoreError):
            store.insert(links([record("u-1"), record("u-2"), record("u-1")], {}))

        assert everything(store) == []

    def test_a_taken_place_leaves_nothing_of_the_batch(self, store: Store) -> None:
        """If a place in a chain is taken, nothing of the batch is kept."""
        before = keep(store, record("u-1"), record("u-2"))
        late = links([record("u-3"), record("u-4"), record("u-5")], {})

        with pytest.raises(StoreError):
            store.insert([late[2], late[1]])

        assert before == everything(store)
        assert store.find(Filter(after=before[-1].n)) == []

    def test_after_a_refused_batch_it_goes_on(self, store: Store) -> None:
        """A refused batch leaves a store that works, with words that are found."""
        keep(store, record("u-1", action_string="tool:bash:make one"))
        with pytest.raises(StoreError):
            store.insert(links([record("u-9", action_string="ghost"), record("u-1")], {}))

        kept = keep(store, record("u-2", action_string="tool:bash:make two"))

        assert kept == store.find(Filter(text="two"))
        assert store.find(Filter(text="ghost")) == []
        assert list(breaks(store.walk(kept[0].chain))) == []

    def test_the_same_place_in_other_chains_is_free(self, store: Store) -> None:
        """Agents, homes and hosts have chains of their own."""
        keep(store, record("u-1"), record("u-2", agent_name="coder-2"))
        keep(store, record("u-3"), home="/srv/other")
        keep(store, record("u-4"), host="beta")

        assert [kept.seq for kept in everything(store)] == [1, 1, 1, 1]

    def test_many_writers_of_their_own_chains(self, place: Place, store: Store) -> None:
        """Owners of different homes write at once, and nothing is lost or mixed."""

        def write(number: int, mine: Store) -> None:
            for each in range(10):
                keep(mine, record(f"u-{number}-{each}"), home=f"/srv/{number}")

        all_at_once(place, [partial(write, number) for number in range(4)])

        assert len(everything(store)) == 40
        for chain in store.chains():
            assert list(range(1, 11)) == [kept.seq for kept in store.walk(chain)]
            assert list(breaks(store.walk(chain))) == []

    def test_of_two_that_take_a_place_at_once_one_gets_it(self, place: Place, store: Store) -> None:
        """Two owners of one home cannot both write: the chain never forks."""

        def take(uid: str, mine: Store) -> bool:
            try:
                mine.insert(links([record(uid)], {}))
            except StoreError:
                return False
            return True

        won = all_at_once(place, [partial(take, f"u-{number}") for number in range(4)])

        assert sorted(won) == [False, False, False, True]
        assert len(everything(store)) == 1

    def test_known_tells_records_and_events(self, store: Store) -> None:
        """Those uids come back of which a record or an event is there."""
        keep(store, record("u-1"), record("it's"))
        store.put_events([event("e-1")])

        assert {"u-1", "it's", "e-1"} == store.known(
            ["u-1", "it's", "e-1", "u-9", "", "U-1", "\0", "\ud83d"]
        )
        assert set() == store.known([])

    def test_known_tells_what_was_asked(self, store: Store) -> None:
        """A uid that stands there spelled out is known by the name it came with."""
        keep(store, record("a\0b"))
        store.put_events([event("c\ud83d")])

        assert {"a\0b", "c\ud83d"} == store.known(["a\0b", "c\ud83d", "\0"])

    def test_known_takes_many(self, store: Store) -> None:
        """A long list of uids is not too long."""
        keep(store, record("u-1"))

        assert {"u-1"} == store.known([f"u-{n}" for n in range(40_000)])

    def test_what_is_not_there_is_none(self, store: Store) -> None:
        """A number that no record has gives None, however odd."""
        keep(store, record("u-1"))

        assert [store.get(n) for n in (0, -1, 10_000, 2**62)] == [None] * 4

    def test_all_is_there_again_after_opening_anew(self, place: Place, store: Store) -> None:
        """Another connection reads the same."""
        kept = keep(store, *(record(f"u-{n}") for n in range(5)))

        other = place.open()

        assert kept == everything(other)
        assert store.heads(HOST, HOME) == other.heads(HOST, HOME)
        place.leave(other)

    def test_size_grows(self, store: Store) -> None:
        """The size is about that of what is kept."""
        keep(store, record("u-0"))
        before = store.size()

        keep(store, *(record(f"u-{n}", detail=noise(n)) for n in range(1, 100)))

        assert 0 <= before < store.size() < MANY**2
        assert store.size() - before > 500_000


def noise(seed: int) -> str:
    """Return twelve thousand letters that no store can make shorter."""
    return " ".join(sha256(f"{seed} {n}".encode()).hexdigest() for n in range(190))
