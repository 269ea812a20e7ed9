"""Look at records as a person does: a page of them, and all there is to know of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from proctor.audit.chain import START, Break, Chain, at, intact, not_intact, wrong
from proctor.audit.rows import Kept
from proctor.audit.store import Filter, Store
from proctor.errors import NotFound
from proctor.terms.record import Outcome

# So many neighbours of a record in its chain are looked at, on either side.
AROUND = 100
# So many records of one kind are looked through for those that tell more of another.
LOOKED_THROUGH = 200
# What tells of an earlier record, whenever it came.
ENDS = (Outcome.DIALOG_APPROVED, Outcome.DIALOG_UNKNOWN, Outcome.ALARM)
# So many chains are looked at for one page of records, so many links of each.
MOST_CHAINS, MOST_LINKS = 50, 200


class Page(NamedTuple):
    """
    Records, newest first.

    `newer` and `older` are the numbers behind which there are more; None where there are
    none. `first` says that nothing newer was there, so that what comes next belongs on top.
    """

    rows: list[Kept]
    newer: int | None
    older: int | None

    @property
    def first(self) -> bool:
        """Say whether this is where new records appear."""
        return self.newer is None


class Neighbourhood(NamedTuple):
    """
    A record among others.

    `previous` and `following` stand beside it in its chain. `earlier` is the record that it
    tells more of, `later` are those that tell more of it. `breaks` is what does not hold
    near it, of `looked_at` links.
    """

    kept: Kept
    previous: Kept | None
    following: Kept | None
    earlier: Kept | None
    later: list[Kept]
    breaks: list[Break]
    looked_at: int
    question: dict[str, Any] | None


def page_of(store: Store, wanted: Filter, *, limit: int) -> Page:
    """Return a page of records: the newest, those before a number, or those just after one."""
    if wanted.after is not None and wanted.before is None:
        found = store.find(wanted, limit=limit + 1, newest=False)
        if len(found) > limit:
            rows = found[:limit][::-1]
            return Page(rows, rows[0].n, rows[-1].n if older(store, wanted, rows[-1].n) else None)
        # Nothing newer is left out: it is the first page, and whole.
        wanted = wanted._replace(after=None)
    found = store.find(wanted, limit=limit + 1)
    rows = found[:limit]
    newer = (rows[0].n if rows else wanted.before - 1) if wanted.before else None
    return Page(rows, newer, rows[-1].n if len(found) > limit else None)


def older(store: Store, wanted: Filter, n: int) -> bool:
    """Say whether there are records before a number."""
    return bool(store.find(wanted._replace(after=None, before=n), limit=1))


def neighbourhood(store: Store, n: int) -> Neighbourhood:
    """
    Return a record with what stands around it.

    Raises:
        NotFound: there is none of this number.
        StoreError: the store cannot be read.

    """
    kept = store.get(n)
    if kept is None:
        raise NotFound(
            f"there is no record {n}", help="it may have been removed by its age: see the list"
        )
    near = store.stretch(kept.chain, place(kept) - AROUND, place(kept) + AROUND)
    beside = {one.seq: one for one in near}
    asked = store.question(kept.record.question) if kept.record.question is not None else None
    return Neighbourhood(
        kept=kept,
        previous=beside.get(place(kept) - 1),
        following=beside.get(place(kept) + 1),
        earlier=store.by_uid(kept.record.about) if kept.record.about else None,
        later=telling_of(store, kept, near),
        breaks=broken(near, kept.chain),
        looked_at=len(near),
        question=asked.body
        if asked is not None and asked.agent == kept.record.agent_name
        else None,
    )


def telling_of(store: Store, kept: Kept, near: Iterable[Kept]) -> list[Kept]:
    """Return the records that tell more of one, oldest first."""
    found = {one.n: one for one in near}
    for decision in ENDS:
        wanted = Filter(agent=kept.record.agent_name, decision=decision.value, after=kept.n)
        some = store.find(wanted, limit=LOOKED_THROUGH, newest=False)
        found |= {one.n: one for one in some}
    return sorted(
        (one for one in found.values() if one.record.about and one.record.about == kept.record.uid),
        key=lambda one: one.n,
    )


class Checked(NamedTuple):
    """What was seen of one chain: from which place to which, and where it does not hold."""

    chain: Chain
    first: int
    last: int
    breaks: list[Break]


def check_near(store: Store, rows: Iterable[Kept]) -> list[Checked]:
    """Look whether the chains of some records hold around them; by name, the first so many."""
    places: dict[Chain, list[int]] = {}
    for kept in rows:
        places.setdefault(kept.chain, []).append(place(kept))
    found = []
    for chain, numbers in sorted(places.items(), key=repr)[:MOST_CHAINS]:
        last = max(numbers)
        first = max(min(numbers) - 1, last - MOST_LINKS)
        near = store.stretch(chain, first, last)
        found.append(Checked(chain, first, last, broken(near, chain)))
    return found


def broken(near: Iterable[Kept], chain: Chain) -> list[Break]:
    """Tell where links do not hold; what stands before the first of them was not looked at."""
    found = []
    before = None
    for kept in near:
        problem = wrong(kept, before, chain)
        if kept.seq == 1 and not problem and not intact(kept, START):
            problem = not_intact(kept)
        if problem:
            found.append(at(kept, problem))
        before = kept
    return found


def place(kept: Kept) -> int:
    """Return the place of a record in its chain; somebody may have put something else there."""
    return kept.seq if isinstance(kept.seq, int) else 0
