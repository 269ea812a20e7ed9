"""Go along every chain and tell where one does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from proctor.audit.chain import Break, Chain, Head, breaks
from proctor.audit.rows import Kept
from proctor.audit.store import Store
from proctor.errors import StoreError

NOWHERE: Chain = ("", "", "")
# What cannot be read is not whole: a damaged page, or bytes in place of a text.
UNREADABLE = (StoreError, TypeError, ValueError)


class Verified(NamedTuple):
    """What was found: how much was looked at, the last link of each chain, and what is wrong."""

    records: int
    heads: dict[Chain, Head]
    breaks: list[Break]


def verify(
    store: Store,
    *,
    noted: dict[Chain, Head] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verified:
    """
    Look at every record of a store.

    Args:
        store: where they are.
        noted: heads that were noted earlier, elsewhere; each must still be there.
        progress: is told how many have been looked at.

    """
    noted = noted or {}
    watch = Watch(progress)
    found: list[Break] = []
    try:
        chains = {*store.chains(), *noted}
    except UNREADABLE as error:
        return Verified(0, {}, [Break(NOWHERE, 0, 0, str(error))])
    for chain in sorted(chains, key=repr):
        try:
            rows = watch.along(chain, store.walk(chain))
            found += breaks(rows, chain=chain, noted=noted.get(chain))
        except UNREADABLE as error:
            found.append(Break(chain, 0, 0, str(error)))
    return Verified(watch.number, watch.heads, found)


class Watch:
    """Counts what goes by, and remembers the last link of each chain."""

    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self.progress = progress
        self.number = 0
        self.heads: dict[Chain, Head] = {}

    def along(self, chain: Chain, rows: Iterator[Kept]) -> Iterator[Kept]:
        """Hand the records of a chain on."""
        for kept in rows:
            self.number += 1
            self.heads[chain] = Head(kept.seq, kept.hash)
            if self.progress and not self.number % 1000:
                self.progress(self.number)
            yield kept
