"""A test that runs out of time ends, with every process that it started."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parent.parent
CONFTEST = 'pytest_plugins = ["tests.time_limit"]\n'
# The first waits for a child that does not end; the second for one that has left the family.
HANGING = """
import subprocess, sys, time
from tests.tables import each_row

def test_waits_for_its_child():
    with subprocess.Popen(["sleep", "{first}"]):
        time.sleep(600)

@each_row("number", [1, 2, 3])
def test_table_ends_at_its_first_row(number):
    detached = "import os, time; os.setsid(); os.fork() and os._exit(0); time.sleep({second})"
    subprocess.run([sys.executable, "-c", detached, "{second}"], check=True)
    time.sleep(600)

def test_others_go_on():
    pass
"""


def with_argument(text: str) -> list[psutil.Process]:
    """Return the processes that have an argument."""
    found = psutil.process_iter(["cmdline"])
    return [process for process in found if text in (process.info["cmdline"] or [])]


def test_processes_end_with_their_test(tmp_path: Path) -> None:
    """A hanging test fails in time, its processes are gone, and the next test runs."""
    first, second = (str(7_000_000 + time.time_ns() % 900_000 + n) for n in range(2))
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_hanging.py").write_text(HANGING.format(first=first, second=second))

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=2", tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip

    assert done.stdout.rstrip().splitlines()[-1].startswith("2 failed, 1 passed"), done.stdout
    assert "no end after 2 s; killed 1 of its processes" in done.stdout
    assert with_argument(first) == with_argument(second) == []
