"""What counts of what a server says of its tools."""

from __future__ import annotations

from itertools import product

from proctor.terms.catalogue import Annotations
from proctor.tools.hints import believed, both
from proctor.tools.upstream_tool import Hints
from tests.tables import each_row

WORDS = (None, True, False)


@each_row(
    ("hints", "unpinned", "pinned"),
    [
        (Hints(), Annotations(), Annotations()),
        (Hints(read_only=True), Annotations(), Annotations(read_only=True)),
        (Hints(read_only=False), Annotations(), Annotations()),
        (Hints(idempotent=True), Annotations(), Annotations(idempotent=True)),
        (Hints(destructive=True), Annotations(destructive=True), Annotations(destructive=True)),
        (Hints(destructive=False), Annotations(), Annotations()),
        (Hints(open_world=True), Annotations(open_world=True), Annotations(open_world=True)),
        (
            Hints(read_only=True, destructive=True),
            Annotations(destructive=True),
            Annotations(destructive=True),
        ),
    ],
)
def test_hints_only_tighten_until_a_person_has_pinned_the_tool(
    hints: Hints, unpinned: Annotations, pinned: Annotations
) -> None:
    """What is said in a tool's own favour counts once it is pinned, and a warning always."""
    assert believed(hints, pinned=False) == unpinned
    assert believed(hints, pinned=True) == pinned


def test_no_hints_at_all_make_an_unpinned_tool_harmless() -> None:
    """Whatever a server says, an unpinned tool neither reads only nor edits only."""
    every = [believed(Hints(*said), pinned=False) for said in product(WORDS, repeat=4)]

    assert not any(one.read_only or one.idempotent or one.edit for one in every)


def test_two_words_promise_what_both_do() -> None:
    """Of two that speak of one tool, the more careful is believed in everything."""
    bold = Annotations(read_only=True, idempotent=True, open_world=True)
    careful = Annotations(idempotent=True, destructive=True)

    assert both(bold, careful) == Annotations(idempotent=True, destructive=True, open_world=True)
