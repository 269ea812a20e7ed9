"""
Name the tests that fail at first and pass when they are run again.

`make test` runs what failed once more, alone. A test that passes only then is a defect in the test
or in the product, so it is listed at the end of the run and in `build/flaky.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest


class SecondTry:
    """Remembers how each test of the second run ended, and lists those that passed in a file."""

    def __init__(self, listed: Path) -> None:
        self.listed = listed
        self.passed: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a phase of a test into account: all of them have to pass."""
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the tests that passed, and keep the list."""
        names = sorted(name for name, passed in self.passed.items() if passed)
        self.listed.parent.mkdir(exist_ok=True)
        self.listed.write_text("".join(f"{name}\n" for name in names))
        if names:
            terminalreporter.section("passed only on the second try")
            for name in names:
                terminalreporter.line(name)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that `make test` gives to its second run."""
    parser.addoption(
        "--second-try", action="store_true", help="list the tests that pass in build/flaky.txt"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Watch a second run."""
    if config.getoption("--second-try"):
        config.pluginmanager.register(SecondTry(config.rootpath / "build" / "flaky.txt"))
