"""
The part of mutation testing that runs inside pytest (`-p tests.mutants.plugin`).

`MUTANTS_LOG` names a file that takes the outcome and time of every test. `MUTANTS_RUN` names a
file with the tests to run, in order; all others are left out.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down how a phase of a test ended, once: in the process that hears of all of them."""
    log = os.environ.get("MUTANTS_LOG")
    if log and "PYTEST_XDIST_WORKER" not in os.environ:
        row = {"test": report.nodeid, "seconds": report.duration, "passed": report.passed}
        with Path(log).open("a") as file:
            file.write(json.dumps(row) + "\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the named tests, in the order they are named in."""
    run = os.environ.get("MUTANTS_RUN")
    if run:
        order = {name: n for n, name in enumerate(Path(run).read_text().splitlines())}
        left_out = [item for item in items if item.nodeid not in order]
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )
        config.hook.pytest_deselected(items=left_out)
