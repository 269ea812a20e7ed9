"""
Fuzz until something is found: `python -m tests.fuzz --seconds 600 --seed 1`.

Every fuzzer takes a source of chance and returns what it found, made small, or
None. The seed of a finding is printed and finds it again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable

from tests.fuzz import bash, printed, running, shfmt, slow

Fuzzer = Callable[[random.Random], str | None]
FUZZERS: dict[str, Fuzzer] = {
    "bash": bash.find,
    "printed": printed.find,
    "running": running.find,
    "shfmt": shfmt.find,
    "slow": slow.find,
}
EVERY = 5.0


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fuzz(names: list[str], seconds: float, seed: int) -> int:
    """Run the fuzzers in turn until one finds something or the time is over."""
    started = told = time.monotonic()
    rounds = 0
    while (now := time.monotonic()) - started < seconds:
        for name in names:
            found = FUZZERS[name](random.Random(seed))  # noqa: S311 - chance, not secrecy
            if found is not None:
                say(f"{name}, --seed {seed}: {found}")
                return 1
        seed += 1
        rounds += 1
        if now - told >= EVERY:
            told = now
            say(f"{now - started:6.0f} s, {rounds} rounds, nothing found")
    for line in slow.worst():
        say(f"slowest: {line}")
    say(f"{rounds} rounds of {', '.join(names)}: nothing found")
    return 0


def main() -> int:
    """Read the command line and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz the reader.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=sorted(FUZZERS), action="append", help="one fuzzer")
    asked = parser.parse_args()
    return fuzz(asked.only or list(FUZZERS), asked.seconds, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
