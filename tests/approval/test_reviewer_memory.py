"""Which verdicts are remembered, and for what."""

from __future__ import annotations

from itertools import combinations

import pytest

from proctor.approval.review_memory import Memory, key_of
from proctor.approval.review_request import AskedPart
from proctor.approval.reviewer import Judgement, Review
from tests.approval.review_calls import HARMLESS, INSTRUCTIONS

SCRIPTS = "aa"
KEY = key_of(HARMLESS, INSTRUCTIONS, SCRIPTS)
ALLOWED = Review(Judgement.ALLOW, "fine", 1.5, 0.01, "small")


def test_the_same_is_found_again() -> None:
    """A verdict about the very same is not asked for twice, and costs nothing then."""
    memory = Memory()
    memory.keep(KEY, ALLOWED)
    again = key_of(HARMLESS._replace(), f"{INSTRUCTIONS}", SCRIPTS)

    assert memory.look(again) == ALLOWED._replace(seconds=0, cost=0, saved="remembered")


def test_whatever_is_different_is_another_question() -> None:
    """Input, place, role, parts, policy, instructions and scripts each make a new key."""
    other = [
        HARMLESS._replace(digest="d2"),
        HARMLESS._replace(cwd="/home/ada"),
        HARMLESS._replace(project="/home/ada"),
        HARMLESS._replace(role="tester"),
        HARMLESS._replace(tool="Shell"),
        HARMLESS._replace(action="tool:bash:ls"),
        HARMLESS._replace(policy_revision="r2"),
        HARMLESS._replace(parts=(AskedPart("x", "ask", "y"),)),
    ]
    keys = [
        KEY,
        key_of(HARMLESS, f"{INSTRUCTIONS} ", SCRIPTS),
        key_of(HARMLESS, INSTRUCTIONS, "bb"),
        *(key_of(request, INSTRUCTIONS, SCRIPTS) for request in other),
    ]

    assert None not in keys
    assert all(one != another for one, another in combinations(keys, 2))


def test_a_changed_script_is_judged_again() -> None:
    """What was allowed of a script does not hold for what stands in it later."""
    memory = Memory()
    memory.keep(KEY, ALLOWED)

    assert memory.look(key_of(HARMLESS, INSTRUCTIONS, "changed")) is None


@pytest.mark.parametrize("scripts", [None, ""])
def test_what_is_not_known_exactly_is_not_remembered(scripts: str | None) -> None:
    """Scripts that could not be read, an input or a policy without a name have no key."""
    memory = Memory()
    memory.keep(None, ALLOWED)

    assert key_of(HARMLESS, INSTRUCTIONS, scripts) is None
    assert key_of(HARMLESS._replace(digest=""), INSTRUCTIONS, SCRIPTS) is None
    assert key_of(HARMLESS._replace(policy_revision=""), INSTRUCTIONS, SCRIPTS) is None
    assert memory.look(None) is None


@pytest.mark.parametrize("verdict", Judgement)
def test_that_a_person_shall_be_asked_is_not_remembered(verdict: Judgement) -> None:
    """An ALLOW and a DENY are remembered, an ASK_USER is not."""
    memory = Memory()
    memory.keep(KEY, ALLOWED._replace(verdict=verdict))

    assert (memory.look(KEY) is None) == (verdict is Judgement.ASK_USER)


def test_a_memory_is_bounded() -> None:
    """What was not used for longest is forgotten first."""
    memory = Memory(most=2)
    memory.keep("a", ALLOWED)
    memory.keep("b", ALLOWED)
    memory.look("a")
    memory.keep("c", ALLOWED)

    assert [bool(memory.look(key)) for key in "abc"] == [True, False, True]
