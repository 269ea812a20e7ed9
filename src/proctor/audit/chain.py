"""
The chain of hashes: each record of an agent on a host seals those before it.

    hash(1) = sha256(start, row 1)        hash(2) = sha256(hash(1), row 2)        …

Whoever changes, removes or moves a row makes every hash behind it wrong. What
this cannot show is a row that was cut off at the end, or a chain that was
written anew from some point on: for that, note the heads elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from proctor.audit.rows import FORMAT, Kept, Values, to_values
from proctor.terms.record import Outcome

START = ""
Chain = tuple[str, str, str]


class Head(NamedTuple):
    """The last link of a chain."""

    seq: int = 0
    hash: str = START


class Break(NamedTuple):
    """A place where a chain does not hold; `n` is the number of the record there."""

    chain: Chain
    seq: int
    n: int
    what: str


def link(before: str, host: str, home: str, seq: int, values: Values) -> str:
    """Return the hash of a row behind another."""
    text = json.dumps([FORMAT, before, host, home, seq, *values], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def breaks(rows: Iterable[Kept]) -> Iterator[Break]:
    """
    Go along the rows of one chain, in their order, and tell where it does not hold.

    A chain may begin with a later link than the first where records were removed
    because of their age; the record that tells of it says with which.
    """
    head: Head | None = None
    first: Kept | None = None
    removed: Head = Head()
    for kept in rows:
        if first is None:
            first = kept
        if head is not None and kept.seq != head.seq + 1:
            yield Break(kept.chain, kept.seq, kept.n, gap(head.seq, kept.seq))
        elif head is not None and kept.hash != rehash(kept, head.hash):
            yield Break(kept.chain, kept.seq, kept.n, "it is not what was written")
        head = Head(kept.seq, kept.hash)
        if kept.record.decision == Outcome.RETENTION:
            removed = told(kept)
    if first is not None:
        yield from wrong_start(first, removed)


def wrong_start(first: Kept, removed: Head) -> Iterator[Break]:
    """Tell where the first row that is there is not the one that should be."""
    if first.seq != removed.seq + 1:
        yield Break(first.chain, first.seq, first.n, gap(removed.seq, first.seq))
    elif first.hash != rehash(first, removed.hash):
        yield Break(first.chain, first.seq, first.n, "it is not what was written")


def told(kept: Kept) -> Head:
    """Return the last link that was removed, as the record of it says."""
    said = kept.record.input
    if not isinstance(said, dict):
        return Head()
    seq, last = said.get("seq"), said.get("hash")
    return Head(seq, last) if isinstance(seq, int) and isinstance(last, str) else Head()


def rehash(kept: Kept, before: str) -> str:
    """Return the hash that a row should have."""
    return link(before, kept.host, kept.home, kept.seq, to_values(kept.record))


def gap(before: int, seq: int) -> str:
    """Say what is wrong with the order of two neighbours."""
    if seq <= before:
        return f"it stands behind record {before} of its chain"
    missing = seq - before - 1
    return f"{missing} before it {'is' if missing == 1 else 'are'} missing"
