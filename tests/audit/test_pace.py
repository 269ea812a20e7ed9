"""When a batch waits for more to come, and when it does not."""

from __future__ import annotations

from proctor.audit.batches import Pace, Waiting
from tests.audit.homes import a_record


def wrote(*agents: str) -> Pace:
    """Return the pace after a batch of these agents at the moment 100."""
    pace = Pace(0.005)
    pace.wrote([Waiting(a_record(agent), None) for agent in agents], 100.0)
    return pace


def test_the_first_waits_for_nobody() -> None:
    """Where nothing was written before, a batch begins at once."""
    assert Pace(0.005).begins(a_record("a"), 1.0) == 1.0


def test_who_comes_alone_again_waits_for_nobody() -> None:
    """An agent that has its answer and calls again at once is alone, as it was before."""
    assert wrote("a").begins(a_record("a"), 100.001) == 100.001


def test_another_agent_waits_for_more() -> None:
    """Where others are at work too, more may come in a moment."""
    assert wrote("a").begins(a_record("b"), 100.001) == 100.005
    assert wrote("a", "b").begins(a_record("a"), 100.001) == 100.005


def test_after_the_moment_nobody_waits() -> None:
    """A batch that begins late enough is not held up."""
    assert wrote("a", "b").begins(a_record("a"), 100.006) == 100.006
