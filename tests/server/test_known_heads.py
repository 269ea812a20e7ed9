"""Which heads of requests are remembered."""

from __future__ import annotations

from proctor.approval.people import People
from proctor.server.known_heads import LONGEST, MOST, SPECIAL, Known, KnownHeads
from tests.tables import each_row

KNOWN = Known(7, {"ada": "digest"}, People())
PLAIN = [(b"host", b"127.0.0.1"), (b"content-length", b"7")]


def test_a_head_is_known_with_its_length_tokens_and_people() -> None:
    """What was read once is known from then on, and nothing else is."""
    heads = KnownHeads()
    heads.put(b"POST a", PLAIN, KNOWN)

    assert (heads.get(b"POST a"), heads.get(b"POST b")) == (KNOWN, None)


@each_row("name", sorted(SPECIAL))
def test_a_head_that_says_more_is_not_remembered(name: bytes) -> None:
    """One that says how its body or its connection is to be taken is read each time."""
    heads = KnownHeads()
    heads.put(b"POST a", [*PLAIN, (name, b"x")], KNOWN)

    assert heads.get(b"POST a") is None


def test_only_a_few_short_heads_are_remembered() -> None:
    """A long one is not, and the oldest goes where there are too many."""
    heads = KnownHeads()
    heads.put(b"x" * (LONGEST + 1), PLAIN, KNOWN)
    for at in range(MOST + 1):
        heads.put(b"%d" % at, PLAIN, KNOWN)

    assert list(heads.known) == [b"%d" % at for at in range(1, MOST + 1)]
