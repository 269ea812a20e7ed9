"""
Time several things in turns, so that a slow moment of the machine hits all of them.

What counts is the time of this process, not of others that share the machine.
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How hard a run tries: rounds, seconds a case and round, and sizes of policies."""

    rounds: int
    seconds: float
    sizes: tuple[int, ...]


FULL = Effort(rounds=15, seconds=0.03, sizes=(10, 100, 1000, 10_000))
QUICK = Effort(rounds=3, seconds=0.005, sizes=(10, 100, 1000))


@dataclass(frozen=True, slots=True)
class Case:
    """Something to time: one run of `run` does `count` of it."""

    run: Callable[[], object]
    count: int = 1


def in_turns(cases: Mapping[str, Case], effort: Effort) -> dict[str, float]:
    """Return the seconds that one of each takes: the median of the rounds."""
    repeats = {name: repeats_for(case, effort.seconds) for name, case in cases.items()}
    taken: dict[str, list[float]] = {name: [] for name in cases}
    gc.collect()
    gc.freeze()  # what the set-up made is not for the timed code to walk through
    for _ in range(effort.rounds):
        for name, case in cases.items():
            taken[name].append(timed(case, repeats[name]))
    gc.unfreeze()
    return {name: statistics.median(times) for name, times in taken.items()}


def repeats_for(case: Case, seconds: float) -> int:
    """Return how many runs fill the time; the first run warms up and does not count."""
    case.run()
    start = process_time()
    case.run()
    return max(1, round(seconds / max(process_time() - start, 1e-9)))


def timed(case: Case, repeats: int) -> float:
    """Return the seconds that one of a case takes, over so many runs."""
    start = process_time()
    for _ in range(repeats):
        case.run()
    return (process_time() - start) / repeats / case.count
