"""What bash runs is among what the reader said would run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from proctor.normalise.shell.meaning.argument import Argument
from tests.amounts import amount
from tests.fuzz.running import Ground, Ran, fits
from tests.fuzz.scripts import script

ROUNDS = range(amount(5, 30))
SCRIPTS = 60


@pytest.mark.parametrize("seed", ROUNDS)
def test_what_runs_is_what_was_foretold(seed: int, tmp_path: Path) -> None:
    """No program runs that the reader did not see, nor with other arguments, nor elsewhere."""
    rng = random.Random(f"running {seed}")  # noqa: S311 - chance, not secrecy
    ground = Ground(tmp_path)

    assert [found for _ in range(SCRIPTS) if (found := ground.fault(script(rng)))] == []


def test_most_scripts_are_read(tmp_path: Path) -> None:
    """The comparison is worth something: few of the scripts are refused."""
    rng = random.Random("running")  # noqa: S311 - chance, not secrecy
    ground = Ground(tmp_path)
    runs = [ground.foretold(script(rng)) for _ in range(SCRIPTS)]

    assert sum(found is not None for found in runs) > SCRIPTS * 0.9


def test_the_stubs_write_down_what_ran(tmp_path: Path) -> None:
    """Name, arguments and folder of every program are seen."""
    ground = Ground(tmp_path)

    assert ground.run("a 'x y' ''; cd p && no") == [
        Ran(("a", "x y", ""), str(ground.work)),
        Ran(("no",), str(ground.work / "p")),
    ]


def test_a_fault_is_found(tmp_path: Path) -> None:
    """A command that was not foretold would be noticed."""
    assert not fits([Argument("a"), Argument("x")], ["a", "y"])
    assert fits([Argument("a"), Argument("$x", "not known"), Argument("z")], ["a", "b", "c", "z"])
    assert fits([Argument("a"), Argument("*.txt", wild=True)], ["a"])
    assert not fits([Argument("a"), Argument("*.txt", wild=True)], ["a", "x.py"])
