"""All chains of a store, walked along."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.audit.chain import GONE, NOT_NOTED, NOTED_GONE, Break, Chain, Head
from proctor.audit.retention import retain
from proctor.audit.rows import Kept
from proctor.audit.store import Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.verify import NOWHERE, Verified, verify
from proctor.errors import StoreError
from tests.audit.homes import a_record, a_trail
from tests.contracts.samples import HOME, HOST, keep, record

A, B = (HOST, HOME, "coder-1"), (HOST, HOME, "docs-1")


def fill(store: Store) -> Store:
    """Put three records of one agent and two of another into a store."""
    names = ["coder-1", "docs-1", "coder-1", "docs-1", "coder-1"]
    keep(store, *(record(f"u-{n}", agent_name=name) for n, name in enumerate(names)))
    return store


class Faulty(MemoryStore):
    """A store of which one chain, or everything, cannot be read."""

    def __init__(self, bad: Chain, error: Exception) -> None:
        super().__init__()
        self.bad = bad
        self.error = error

    def chains(self) -> list[Chain]:
        """Say which chains there are, if that can be read."""
        if self.bad == NOWHERE:
            raise self.error
        return super().chains()

    def walk(self, chain: Chain, *, after: int = 0) -> Iterator[Kept]:
        """Give the records of a chain, unless it is the damaged one."""
        if chain == self.bad:
            raise self.error
        return super().walk(chain, after=after)


def test_a_whole_store_has_its_heads_and_no_breaks() -> None:
    """Every record is counted, and the last link of each chain is told."""
    found = verify(fill(MemoryStore()))

    assert (found.records, found.breaks) == (5, [])
    assert {chain: head.seq for chain, head in found.heads.items()} == {A: 3, B: 2}
    assert verify(MemoryStore()) == Verified(0, {}, [])


def test_noted_heads_are_met_also_when_the_chains_have_grown() -> None:
    """What was noted must be on the way, not at its end."""
    store = fill(MemoryStore())
    noted = verify(store).heads
    keep(store, record("u-9", agent_name="coder-1"))

    assert verify(store, noted=noted).breaks == []


@pytest.mark.parametrize(
    ("noted", "found"),
    [
        ({A: Head(3, "another")}, [Break(A, 3, 5, NOT_NOTED)]),
        ({A: Head(4, "further")}, [Break(A, 3, 5, "1 behind it is missing")]),
        ({(HOST, HOME, "gone"): Head(7, "x")}, [Break((HOST, HOME, "gone"), 7, 0, GONE)]),
    ],
)
def test_a_noted_head_that_is_not_met_is_a_break(
    noted: dict[Chain, Head], found: list[Break]
) -> None:
    """Another hash, a chain that ends before it, a chain that is gone."""
    assert verify(fill(MemoryStore()), noted=noted).breaks == found


def test_a_head_that_was_removed_because_of_its_age_shows_nothing_any_more(
    tmp_path: Path,
) -> None:
    """The chain holds by itself; that it is the one that was noted is not known, and is said."""
    with a_trail(tmp_path) as trail:
        stamps = [f"2026-06-0{day}T12:00:00.000Z" for day in range(1, 7)]
        trail.append([a_record(timestamp=stamp) for stamp in stamps[:2]])
        old = verify(trail.store).heads
        trail.append([a_record(timestamp=stamp) for stamp in stamps[2:]])
        newer = verify(trail.store).heads
        list(retain(trail.store, trail, older_than=stamps[4], larger_than=None, now=stamps[5]))
        found = [verify(trail.store, noted=noted).breaks for noted in (None, newer, old)]

    assert found[:2] == [[], []]
    assert [one.what for one in found[2]] == [NOTED_GONE]


def test_a_chain_that_was_written_anew_is_whole_but_not_the_one_that_was_noted() -> None:
    """There is no key in it: only a head that was kept elsewhere shows it."""
    noted = verify(fill(MemoryStore())).heads
    forged = MemoryStore()
    names = ["coder-1", "docs-1", "coder-1", "docs-1", "coder-1", "coder-1"]
    keep(forged, *(record(f"u-{n}", agent_name=name, why="x") for n, name in enumerate(names)))

    assert verify(forged).breaks == []
    assert [(one.chain, one.what) for one in verify(forged, noted=noted).breaks] == [
        (A, NOT_NOTED),
        (B, NOT_NOTED),
    ]


@pytest.mark.parametrize("error", [StoreError("a page is damaged"), ValueError("no text")])
def test_a_chain_that_cannot_be_read_is_not_whole_and_the_others_are_looked_at(
    error: Exception,
) -> None:
    """One damaged page hides nothing else."""
    found = verify(fill(Faulty(A, error)))

    assert found.breaks == [Break(A, 0, 0, str(error))]
    assert (found.records, set(found.heads)) == (2, {B})


def test_a_store_that_cannot_be_read_is_not_whole() -> None:
    """Not even the names of its chains."""
    found = verify(Faulty(NOWHERE, StoreError("the file is damaged")))

    assert found == Verified(0, {}, [Break(NOWHERE, 0, 0, "the file is damaged")])


def test_progress_is_told_every_thousand() -> None:
    """Often enough for a person, seldom enough to cost nothing."""
    store, told = MemoryStore(), list[int]()
    keep(store, *(record(f"u-{n}") for n in range(2001)))
    verify(store, progress=told.append)

    assert told == [1000, 2000]
