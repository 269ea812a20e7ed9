"""
Find which tests run which function.

Each function that has a mutant reports itself when it is called, with the test that pytest
names in the environment: programs that a test has started inherit the name.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.mutants.checkout import Checkout
from tests.mutants.mutations import Mutant, functions_of

REPORTER = "mutants_reporter"
REPORT = """\
import os

_seen = set()


def called(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if not test or (number, test) in _seen:
        return
    _seen.add((number, test))
    try:
        log = os.open({log!r}, os.O_APPEND | os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC)
        os.write(log, f"{{number}}\\t{{test}}\\n".encode())
        os.close(log)
    except OSError:
        pass
"""
# A mutant is given at most this much to run: the nearest tests, one of each function first.
MOST_SECONDS = 40.0
MOST_TESTS = 300
MOST_FILES = 25


class Trace(NamedTuple):
    """Which tests call the function of which mutant, and how long each takes."""

    callers: dict[tuple[str, str], set[str]]
    seconds: dict[str, float]

    def tests_for(self, mutant: Mutant) -> list[str]:
        """
        Return the tests to run for a mutant: nearest first, and not one function's alone.

        A process with an environment of its own, such as a hook, does not know its test. So the
        tests of the same file are run too, and where there is no caller and no such file, those of
        the same part of the package.
        """
        mirror = f"/test_{Path(mutant.file).stem}.py::"
        folder = f"tests/{Path(mutant.file).parts[0]}/"
        known = set(self.callers.get((mutant.file, mutant.function), ()))
        known |= {test for test in self.seconds if test.startswith(folder) and mirror in test}
        groups: dict[str, list[str]] = defaultdict(list)
        for test in sorted(known or (test for test in self.seconds if test.startswith(folder))):
            if test in self.seconds:
                groups[test.partition("[")[0]].append(test)
        ranked = sorted(
            (turn, mirror not in test, self.seconds[test], test)
            for group in groups.values()
            for turn, test in enumerate(group)
        )
        return _first_of([test for *_, test in ranked], self.seconds)


def _first_of(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    taken: list[str] = []
    files: set[str] = set()
    total = 0.0
    for test in tests:
        file = test.partition("::")[0]
        total += seconds[test]
        if taken and (total > MOST_SECONDS or len(taken) >= MOST_TESTS):
            break
        if len(files | {file}) > MOST_FILES:
            total -= seconds[test]
            continue
        files.add(file)
        taken.append(test)
    return taken


def with_reports(text: str, numbers: dict[str, int]) -> str:
    """Return a module in which the numbered functions report that they are called."""
    tree = ast.parse(text)
    for qualified, function in functions_of(tree):
        if qualified in numbers:
            report = ast.parse(
                f"from proctor import {REPORTER} as _r; _r.called({numbers[qualified]})"
            )
            has_docstring = ast.get_docstring(function) is not None
            function.body[has_docstring:has_docstring] = report.body
    return ast.unparse(ast.fix_missing_locations(tree))


def trace(checkout: Checkout, mutants: Collection[Mutant], tests: list[str]) -> Trace:
    """Run all tests once, with every function that has a mutant reporting."""
    functions = sorted({(mutant.file, mutant.function) for mutant in mutants})
    calls, outcomes = checkout.root / "calls.log", checkout.root / "outcomes.log"
    calls.touch()
    checkout.write(f"{REPORTER}.py", REPORT.format(log=str(calls)))
    originals = {file: checkout.file(file).read_text() for file, _ in functions}
    for file, text in originals.items():
        numbers = {f: n for n, (its, f) in enumerate(functions) if its == file}
        checkout.write(file, with_reports(text, numbers))
    checkout.pytest("-n", "2", "--dist", "worksteal", *tests, MUTANTS_LOG=str(outcomes))
    for file, text in originals.items():
        checkout.write(file, text)
    callers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in calls.read_text().splitlines():
        number, _, test = line.partition("\t")
        callers[functions[int(number)]].add(test)
    return Trace(dict(callers), _seconds_of(outcomes))


def _seconds_of(outcomes: Path) -> dict[str, float]:
    """Return how long each test took that passed as a whole."""
    seconds: dict[str, float] = defaultdict(float)
    failed = set()
    for line in outcomes.read_text().splitlines():
        row = json.loads(line)
        seconds[row["test"]] += row["seconds"]
        if not row["passed"]:
            failed.add(row["test"])
    return {test: spent for test, spent in seconds.items() if test not in failed}
