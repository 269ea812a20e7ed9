"""The only writer of records."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from proctor.audit.chain import Head
from proctor.audit.store import Link
from proctor.audit.stores.memory import MemoryStore
from proctor.errors import StoreError
from tests.audit.homes import (
    DATABASE,
    a_record,
    a_trail,
    all_breaks,
    all_kept,
    an_event,
    trail_over,
)


class Doubtful(MemoryStore):
    """A store that loses its connection: at times before, at times behind the commit."""

    def __init__(self) -> None:
        super().__init__()
        self.fails: list[str] = []

    def insert(self, links: Sequence[Link]) -> None:
        """Fail as it was told to."""
        how = self.fails.pop(0) if self.fails else ""
        if how == "before":
            raise StoreError("the connection is lost", passing=True)
        super().insert(links)
        if how == "behind":
            raise StoreError("the connection is lost", passing=True)


def test_records_of_an_agent_form_a_chain(tmp_path: Path) -> None:
    """Each agent has a chain, also one without a name, and it goes on after a restart."""
    with a_trail(tmp_path) as trail:
        links = trail.append([a_record("a"), a_record(""), a_record("a")])
        trail.append([a_record("a")])
    with a_trail(tmp_path) as trail:
        trail.append([a_record("a"), a_record("")])

        assert [(one.seq, "") for one in links if one.values[2] == "a"] == [(1, ""), (2, "")]
        assert [k.seq for k in all_kept(trail.store)] == [1, 1, 2, 3, 4, 2]
        assert all_breaks(trail.store) == []
        assert trail.head("a").seq == 4
        assert trail.head("b") == Head()


def test_what_is_staged_is_kept_later_as_if_at_once(tmp_path: Path) -> None:
    """Records that are linked first and inserted then are the same chain."""
    with a_trail(tmp_path) as trail:
        assert trail.stage([a_record("a")]) is None  # where the chains end is not known yet
        trail.append([a_record("a")])
        staged = trail.stage([a_record("a"), a_record("b"), a_record("a")])
        assert staged is not None
        assert trail.head("a").seq == 1
        trail.insert(staged)

        assert [k.seq for k in all_kept(trail.store)] == [1, 2, 1, 3]
        assert (trail.head("a").seq, trail.head("b").seq) == (3, 1)
        assert all_breaks(trail.store) == []


def test_what_is_in_doubt_is_not_staged(tmp_path: Path) -> None:
    """After an error the store is asked first, and what was kept after all is kept once."""
    store = Doubtful()
    trail = trail_over(store, tmp_path)
    trail.append([a_record()])
    one = trail.prepare(a_record())
    staged = trail.stage([one])
    assert staged is not None
    store.fails.append("behind")
    with pytest.raises(StoreError):
        trail.insert(staged)

    assert trail.stage([one]) is None
    trail.keep([one])
    trail.append([a_record()])
    assert [kept.seq for kept in all_kept(store)] == [1, 2, 3]
    assert trail.stage([a_record()]) is not None


def test_nothing_is_a_batch_too(tmp_path: Path) -> None:
    """No record and no event is no reason to write."""
    with a_trail(tmp_path) as trail:
        assert trail.append([]) == []
        trail.put_events([])


def test_what_is_spooled_is_marked_and_taken_once(tmp_path: Path) -> None:
    """A uid that is known, or that comes twice, is left out."""
    one, two = a_record(), a_record()
    with a_trail(tmp_path) as trail:
        trail.append([one])
        trail.append([one, two, two], spooled=True)

        kept = [(k.record.uid, k.record.spooled) for k in all_kept(trail.store)]
        assert kept == [(one.uid, False), (two.uid, True)]
        assert trail.append([two], spooled=True) == []


@pytest.mark.parametrize("how", ["before", "behind"])
def test_a_batch_of_unknown_outcome_can_be_handed_in_again(tmp_path: Path, how: str) -> None:
    """Whether it was kept or not, afterwards it is there once and the chain holds."""
    store = Doubtful()
    trail = trail_over(store, tmp_path)
    trail.append([a_record()])
    batch = [a_record(), a_record("other")]
    store.fails = [how]
    with pytest.raises(StoreError):
        trail.append(batch)
    trail.append([a_record("third"), a_record()])
    trail.append(batch)
    trail.append([a_record()])

    uids = [kept.record.uid for kept in all_kept(store)]
    assert len(uids) == len(set(uids))
    assert {record.uid for record in batch} <= set(uids)
    assert all_breaks(store) == []


def test_a_uid_that_is_taken_spoils_only_the_first_try(tmp_path: Path) -> None:
    """The same record handed in again fails once, and is then left out."""
    one, two = a_record(), a_record()
    with a_trail(tmp_path) as trail:
        trail.append([one])
        with pytest.raises(StoreError):
            trail.append([one, two])
        trail.append([one, two])

        assert [k.record.uid for k in all_kept(trail.store)] == [one.uid, two.uid]
        assert all_breaks(trail.store) == []


def test_the_ends_are_read_again_after_an_error(tmp_path: Path) -> None:
    """Where somebody else has written to the chain, the next try goes behind it."""
    with a_trail(tmp_path) as trail, a_trail(tmp_path) as other:
        trail.append([a_record()])
        other.append([a_record()])
        with pytest.raises(StoreError):
            trail.append([a_record()])
        trail.append([a_record()])

        assert [k.seq for k in all_kept(trail.store)] == [1, 2, 3]
        assert all_breaks(trail.store) == []


def test_a_record_of_odd_texts_is_kept_and_holds(tmp_path: Path) -> None:
    """Neither a zero nor half a character nor a very long name breaks a chain."""
    odd = ["a\0b", "\ud800", "é" * 5_000, "🦊", "\u202e"]
    with a_trail(tmp_path) as trail:
        for text in odd:
            record = a_record(
                text, action_string=text, session=text, user_id=text, input={text: [text, None]}
            )
            trail.append([record])
            trail.append([record._replace(uid=f"{record.uid}2")])

        assert len(all_kept(trail.store)) == 10
        assert all_breaks(trail.store) == []
        assert [trail.head(text).seq for text in odd] == [2] * 5


def test_a_changed_row_is_found(tmp_path: Path) -> None:
    """What the trail has written is sealed."""
    with a_trail(tmp_path) as trail:
        trail.append([a_record(), a_record(), a_record()])
        with sqlite3.connect(tmp_path / DATABASE) as connection:
            connection.execute("UPDATE records SET decision = 'deny' WHERE seq = 2")
        connection.close()

        assert [found.seq for found in all_breaks(trail.store)] == [2]


def test_events_are_redacted_and_those_that_were_spooled_are_ours(tmp_path: Path) -> None:
    """Whatever a spooled event says of its place, it was made in this home."""
    with a_trail(tmp_path) as trail:
        event = an_event(host="elsewhere", home="ffffffff", body={"api_key": "hunter2hunter2"})
        trail.put_events([event])
        trail.put_events([event._replace(uid="e" * 20), event], spooled=True)

        first, second = trail.store.events()
        assert "hunter2" not in str([first, second])
        assert (first.host, first.spooled) == ("elsewhere", False)
        ours = (trail.identity.host, trail.identity.home, True)
        assert ours == (second.host, second.home, second.spooled)
