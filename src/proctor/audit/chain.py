"""
The chain of hashes: each record of an agent on a host seals those before it.

    hash(1) = sha256(start, row 1)        hash(2) = sha256(hash(1), row 2)        …

Whoever changes, removes, adds or moves a row makes every hash behind it wrong.
There is no key in it, so whoever can write rows can also count hashes. What the
rows alone cannot show:

* rows cut off at the end, or a chain of which nothing is left;
* a chain that was written anew from some place on, with new hashes;
* a record of a removal that was put at the end, so that the rows which it names
  may be taken away at the front.

For that, note the heads elsewhere, and hand them to `breaks`: a chain that does
not lead through a noted head is not the one that was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from proctor.audit.quick_json import json_writer
from proctor.audit.rows import FORMAT, FORMATS, Kept, Values, values_in
from proctor.terms.record import Outcome

START = ""
Chain = tuple[str, str, str]

CHANGED = "it is not what was written"
UNNUMBERED = "it has no place in its chain"
MISNUMBERED = "its number in the store does not follow that of the record before it"
STRANGE = "it belongs to another chain"
UNTOLD = "it tells of removed records, but not rightly of which"
NOT_NOTED = "it is not the one that was noted"
NOTED_GONE = "the record that was noted is gone, so nothing shows that this is its chain"
GONE = "nothing of the chain is left"
OLDER = "it is in an older format than the record before it"
UNKNOWN = "it is in a format that this version of Proctor does not know"
WRITE = json_writer()


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


def link(  # noqa: PLR0913, PLR0917 - all that is sealed
    before: str, host: str, home: str, seq: int, values: Values, number: int = FORMAT
) -> str:
    """Return the hash of a row behind another, in a format."""
    text = WRITE([number, before, host, home, seq, *values])
    return sha256(text.encode()).hexdigest()


def breaks(
    rows: Iterable[Kept], *, chain: Chain | None = None, noted: Head | None = None
) -> Iterator[Break]:
    """
    Go along the rows of one chain, in their order, and tell where it does not hold.

    A chain may begin with a later link than the first where records were removed
    because of their age; a record that tells of it says with which. Until they
    are gone, it may begin as before.

    Args:
        rows: all rows of the chain.
        chain: its name; else the first row says it.
        noted: a head of it that was noted elsewhere, and that it must lead through.
            Where that one was removed since, nothing shows it any more, and this
            is told as a break: note a newer one when records are removed.

    """
    first = last = None
    starts = {0: START}
    for kept in rows:
        if first is None:
            first, chain = kept, chain or kept.chain
        if problem := wrong(kept, last, chain):
            yield at(kept, problem)
        if noted and kept.seq == noted.seq and kept.hash != noted.hash:
            yield at(kept, NOT_NOTED)
        if tells_of_removal(kept):
            removed = told(kept)
            if removed is None:
                yield at(kept, UNTOLD)
            else:
                starts[removed.seq] = removed.hash
        last = kept
    if first is not None:
        yield from wrong_start(first, starts)
        yield from gone_before(first, starts, noted)
    yield from cut_off(last, chain, noted)


def wrong(kept: Kept, before: Kept | None, chain: Chain | None) -> str:
    """Say what is wrong with a row behind another; the first one's hash is seen to at the end."""
    if kept.chain != chain:
        return STRANGE
    if type(kept.seq) is not int:
        return UNNUMBERED
    if before is None or type(before.seq) is not int:
        return ""
    if kept.seq != before.seq + 1:
        return gap(before.seq, kept.seq)
    if not intact(kept, before.hash):
        return not_intact(kept)
    if before.format in FORMATS and kept.format < before.format:
        return OLDER
    return "" if kept.n > before.n else MISNUMBERED


def wrong_start(first: Kept, starts: dict[int, str]) -> Iterator[Break]:
    """Tell where the first row that is there is not one that may be."""
    if type(first.seq) is not int:
        return
    if first.seq - 1 not in starts:
        before = [seq for seq in starts if seq < first.seq]
        yield at(first, gap(max(before, default=0), first.seq))
    elif not intact(first, starts[first.seq - 1]):
        yield at(first, not_intact(first))


def gone_before(first: Kept, starts: dict[int, str], noted: Head | None) -> Iterator[Break]:
    """Tell where the head that was noted is among what was removed, unless it was the last."""
    if noted is None or type(first.seq) is not int or not 0 < noted.seq < first.seq:
        return
    if (noted.seq, starts.get(noted.seq)) != (first.seq - 1, noted.hash):
        yield at(first, NOTED_GONE)


def cut_off(last: Kept | None, chain: Chain | None, noted: Head | None) -> Iterator[Break]:
    """Tell where a chain ends before the head that was noted."""
    if noted is None or noted.seq < 1:
        return
    if last is None:
        yield Break(chain or ("", "", ""), noted.seq, 0, GONE)
    elif type(last.seq) is int and last.seq < noted.seq:
        missing = noted.seq - last.seq
        yield at(last, f"{missing} behind it {'is' if missing == 1 else 'are'} missing")


def tells_of_removal(kept: Kept) -> bool:
    """
    Say whether a record is the owner's word that older ones were removed.

    What was handed in is not: else an agent could tell of what it wants gone.
    """
    return kept.record.decision == Outcome.RETENTION and not kept.record.spooled


def told(kept: Kept) -> Head | None:
    """Return the last link that was removed, as the record of it says; None if it cannot be."""
    said = kept.record.input
    if not isinstance(said, dict) or type(kept.seq) is not int:
        return None
    seq, last = said.get("seq"), said.get("hash")
    if type(seq) is not int or not isinstance(last, str) or not 0 < seq < kept.seq:
        return None
    return Head(seq, last)


def intact(kept: Kept, before: str) -> bool:
    """Say whether a row is what was written behind another."""
    try:
        return kept.format in FORMATS and kept.hash == rehash(kept, before)
    except (TypeError, ValueError, RecursionError):
        # What cannot be hashed was never written by us: a blob in place of a text.
        return False


def rehash(kept: Kept, before: str) -> str | None:
    """Return the hash that a row should have; None where it has more than its format knows."""
    values = values_in(kept.record, kept.format)
    if values is None:
        return None
    return link(before, kept.host, kept.home, kept.seq, values, kept.format)


def not_intact(kept: Kept) -> str:
    """Say why a row is not what was written."""
    return CHANGED if kept.format in FORMATS else UNKNOWN


def at(kept: Kept, what: str) -> Break:
    """Return a break at a row."""
    return Break(kept.chain, kept.seq, kept.n, what)


def gap(before: int, seq: int) -> str:
    """Say what is wrong with the order of two neighbours."""
    if seq <= before:
        return f"it stands behind record {before} of its chain"
    missing = seq - before - 1
    return f"{missing} before it {'is' if missing == 1 else 'are'} missing"
