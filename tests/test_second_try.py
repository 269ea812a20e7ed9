"""Tests that pass only when they are run again are named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.running import PATIENCE

ROOT = Path(__file__).parent.parent
# Without the plug-ins that are installed beside pytest: they take seconds to load.
VARIABLES = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
# Fails in the first run and passes in the second, fails in both, passes in both.
TESTS = """
from pathlib import Path
import pytest

@pytest.fixture
def closing():
    yield
    assert not Path("first").exists(), "the end of a test counts too"

def test_flaky():
    assert not Path("first").exists()

def test_flaky_at_its_end(closing):
    pass

def test_broken():
    assert False

def test_sound():
    pass
"""


def run(place: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder as `make test` does."""
    words = [sys.executable, "-m", "pytest", "-p", "tests.second_try", *options]
    return subprocess.run(
        words, cwd=place, env=VARIABLES, capture_output=True, text=True,
        check=False, timeout=2 * PATIENCE,
    )  # fmt: skip


def test_only_what_passes_the_second_time_is_listed(tmp_path: Path) -> None:
    """The list names the flaky tests; one that fails twice fails the run."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "first").touch()
    first = run(tmp_path)
    (tmp_path / "first").unlink()

    second = run(tmp_path, "--last-failed", "--second-try")

    flaky = ["test_some.py::test_flaky", "test_some.py::test_flaky_at_its_end"]
    assert (first.returncode, second.returncode) == (1, 1), first.stdout + second.stdout
    assert (tmp_path / "build" / "flaky.txt").read_text().splitlines() == flaky
    listed = second.stdout.partition("passed only on the second try")[2]
    assert [name for name in listed.splitlines() if name in flaky] == flaky
