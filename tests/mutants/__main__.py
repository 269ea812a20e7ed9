"""
Change the code in a few hundred places, one at a time, and count what the tests notice.

`make mutants` runs it. What survives is printed by name, and stands in `build/mutants.json`
with the test that noticed each of the others. `python -m tests.mutants NAME ...` runs the
named mutants only.
"""

from __future__ import annotations

import argparse
import json
import queue
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutants.checkout import PACKAGE, Checkout
from tests.mutants.mutations import Mutant, chosen, mutants_of, source_of
from tests.mutants.tracing import Trace, trace

ROOT = Path(__file__).parent.parent.parent
# How many mutants each part of the package gets.
SHARES = {"policy": 80, "normalise": 80, "audit": 60, "approval": 50, "hook": 30}
WORKERS = 2
# A mutant that hangs is noticed by this: the usual time of its tests, several times over.
PATIENCE = 60.0
SLOWER = 4.0
# The tests of these parts; pages, terminals and real agent programs test other things.
TESTS = (
    "adapters approval audit contracts fuzz hook normalise owner policy rehearse roles seeds "
    "server terms testing tools workflows"
).split()
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - |$)", re.MULTILINE)


class Fate(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    # noticed, hung, survived, or untested: no test calls its function
    end: str
    tests: int
    # The test that noticed it.
    by: str = ""

    @property
    def killed(self) -> bool:
        """Return whether the tests noticed."""
        return self.end in {"noticed", "hung"}


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def all_mutants(seed: int) -> list[Mutant]:
    """Choose the mutants of every part of the package."""
    package = ROOT / PACKAGE
    taken = []
    for part, share in SHARES.items():
        files = sorted((package / part).rglob("*.py"))
        every = [mutant for file in files for mutant in mutants_of(file, package)]
        taken += chosen(list(dict.fromkeys(every)), share, seed)
    return taken


def run_tests(checkout: Checkout, tests: list[str], limit: float) -> tuple[int | None, str]:
    """Run tests in order, up to the first that fails."""
    listed = checkout.root / "run.txt"
    listed.write_text("".join(f"{test}\n" for test in tests))
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    options = (
        "-x",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--timeout",
        "60",
        "--tb=no",
        "-rfE",
    )
    return checkout.pytest(*options, *files, limit=limit, MUTANTS_RUN=str(listed))


def judge(checkout: Checkout, mutant: Mutant, known: Trace) -> Fate:
    """Let the tests look at one mutant."""
    tests = known.tests_for(mutant)
    if not tests:
        return Fate(mutant, "untested", 0)
    original = checkout.file(mutant.file).read_text()
    checkout.write(mutant.file, source_of(mutant, original))
    try:
        usual = sum(known.seconds[test] for test in tests)
        status, said = run_tests(checkout, tests, PATIENCE + SLOWER * usual)
    finally:
        checkout.write(mutant.file, original)
    if status is None:
        return Fate(mutant, "hung", len(tests))
    if status == 0:
        return Fate(mutant, "survived", len(tests))
    found = FAILED.search(said)
    return Fate(mutant, "noticed", len(tests), found[1] if found else "a file of tests")


def judge_all(mutants: list[Mutant], checkouts: list[Checkout], known: Trace) -> list[Fate]:
    """Let the tests look at all mutants, in as many processes as there are copies."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants:
        waiting.put(mutant)
    fates: list[Fate] = []

    def work(checkout: Checkout) -> None:
        while True:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            fate = judge(checkout, mutant, known)
            fates.append(fate)
            say(f"{len(fates):4}/{len(mutants)} {fate.end:9} {mutant.name}")

    threads = [threading.Thread(target=work, args=(checkout,)) for checkout in checkouts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return fates


def false_alarms(checkout: Checkout, fates: Iterable[Fate]) -> set[str]:
    """Return the tests that noticed a mutant, but fail alone without one too."""
    noticed = sorted({fate.by for fate in fates if "::" in fate.by})
    if not noticed:
        return set()
    listed = checkout.root / "run.txt"
    listed.write_text("".join(f"{test}\n" for test in noticed))
    files = list(dict.fromkeys(test.partition("::")[0] for test in noticed))
    _, said = checkout.pytest(
        "-p", "no:cacheprovider", "--tb=no", "-rfE", *files, MUTANTS_RUN=str(listed)
    )
    return set(FAILED.findall(said))


def report(fates: list[Fate], out: Path) -> None:
    """Print how many were noticed in each part, name the others, and keep all of it."""
    say("")
    for part in SHARES:
        of_part = [fate for fate in fates if fate.mutant.file.startswith(f"{part}/")]
        say(f"{part:10} {sum(fate.killed for fate in of_part):4} of {len(of_part)}")
    say(f"{'all':10} {sum(fate.killed for fate in fates):4} of {len(fates)} noticed")
    say("\nnot noticed:")
    for fate in sorted(fates, key=lambda fate: fate.mutant):
        if not fate.killed:
            say(f"  {fate.end:9} {fate.mutant.name}")
    out.parent.mkdir(exist_ok=True)
    rows = {
        fate.mutant.name: {"end": fate.end, "tests": fate.tests, "by": fate.by}
        for fate in sorted(fates, key=lambda fate: fate.mutant)
    }
    out.write_text(json.dumps(rows, indent=1) + "\n")


def main() -> int:
    """Read the command line, and run the mutants."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="mutants to run (default: a few hundred)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants.json")
    asked = parser.parse_args()
    mutants = [m for m in all_mutants(asked.seed) if not asked.names or m.name in asked.names]
    if not mutants:
        parser.error("no such mutant")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        checkouts = [Checkout(ROOT, Path(place) / str(n)) for n in range(WORKERS)]
        say(f"{len(mutants)} mutants; finding the tests of each")
        tests = [f"tests/{part}" for part in TESTS]
        tests += sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").glob("test_*.py"))
        known = trace(checkouts[0], mutants, tests)
        say(f"{len(known.seconds)} tests passed, {time.monotonic() - started:.0f} s")
        fates = judge_all(mutants, checkouts, known)
        false = false_alarms(checkouts[0], fates)
    fates = [fate._replace(end="survived") if fate.by in false else fate for fate in fates]
    for test in sorted(false):
        say(f"not counted, because it fails without a mutant too: {test}")
    report(fates, asked.out)
    say(f"{time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
