"""
A test that runs out of time ends, and so does every process that it started.

pytest-timeout alone raises an exception in the test. If the test is inside `with Popen(...)`, or
its fixtures wait for what they started, that exception waits as well, and the run hangs for ever.
Here the test's processes are killed first. If the test still does not end, its worker does.

Processes that later tests share carry `SHARED` in their environment and are left alone.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import psutil
import pytest

SHARED = "PROCTOR_TEST_SHARED"
# How long a test may take to end once its processes are gone.
GRACE = 30.0
STUCK = 70


class OutOfTime(BaseException):
    """The time of a test is over; nothing that a test expects to fail may catch it."""


def shared_environment() -> dict[str, str]:
    """Return the environment for a process that outlives the test which starts it."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
    return environment | {SHARED: "1"}


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool | None:
    """Set the alarm of a test; pytest-timeout sets its own where signals cannot be used."""
    if threading.current_thread() is not threading.main_thread():
        return None
    started = time.time()

    def out_of_time(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGALRM, still_running)
        signal.setitimer(signal.ITIMER_REAL, GRACE)
        faulthandler.dump_traceback(sys.__stderr__ or 2)
        ended = end_processes(item.nodeid, started)
        raise OutOfTime(f"no end after {settings.timeout:g} s; killed {ended} of its processes")

    def still_running(_signal: int, _frame: FrameType | None) -> None:
        end_processes(item.nodeid, started)
        os.write(2, f"\n{item.nodeid} does not end; its worker does\n".encode())
        os._exit(STUCK)

    def cancel() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    item.cancel_timeout = cancel  # type: ignore[attr-defined] # where pytest-timeout looks
    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, settings.timeout)
    return True


def end_processes(test: str, since: float) -> int:
    """Kill every process that a test has started, and return how many."""
    found = list(processes_of(test, since))
    for process in found:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(found, timeout=5)
    return len(found)


def processes_of(test: str, since: float) -> Iterator[psutil.Process]:
    """Yield the children of this process, and others that name the test in their environment."""
    below = {process.pid for process in psutil.Process().children(recursive=True)}
    for process in psutil.process_iter():
        try:
            # The clock of the kernel's start times is coarse.
            if process.pid == os.getpid() or process.create_time() < since - 1:
                continue
            environment = process.environ()
        except psutil.Error:
            environment = {}
        named = environment.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        if SHARED not in environment and (process.pid in below or named == test):
            yield process
