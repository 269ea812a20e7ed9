"""Whose child a process is, when it was born, and what it calls itself."""

from __future__ import annotations

import os
import subprocess
import sys

from proctor.agents.processes import birth_of, name_of, parent_of
from tests.agents.terminals import until

WAITS = [sys.executable, "-ISc", "import sys; sys.stdin.read()"]
NOBODY = 2**22 + 1


def test_a_child_is_younger_and_has_us_as_its_parent() -> None:
    """What the system says of a child and of ourselves differs, and is the same a moment later."""
    with subprocess.Popen(WAITS, stdin=subprocess.PIPE) as child:
        births = birth_of(os.getpid()), birth_of(child.pid)
        again = birth_of(os.getpid()), birth_of(child.pid)
        parent = parent_of(child.pid)
        assert child.stdin is not None
        child.stdin.close()

    assert (births, os.getpid()) == (again, parent)
    assert all(births)


def test_of_a_dead_one_nothing_is_known() -> None:
    """Neither of one that was never there, nor of one that ended and was not fetched yet."""
    with subprocess.Popen([sys.executable, "-ISc", ""]) as child:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert birth_of(child.pid) == ""

    assert (birth_of(NOBODY), parent_of(NOBODY), name_of(NOBODY)) == ("", 0, "")


def test_a_name_is_what_the_process_calls_itself() -> None:
    """The name of a program's file, once it runs."""
    with subprocess.Popen(["/bin/sh", "-c", "read x"], stdin=subprocess.PIPE) as child:
        until(lambda: name_of(child.pid) in ("sh", "dash", "bash"))
        assert child.stdin is not None
        child.stdin.close()
