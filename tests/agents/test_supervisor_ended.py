"""What ends a supervisor, its program or its terminal from outside, and what is left then."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.processes import birth_of, parent_of
from proctor.agents.session_files import Ended, life_of
from tests.agents.supervised import ended, processes
from tests.agents.terminals import PROMPT, launched, scripted, shows, until

# A program whose terminal goes away reads its end, or hears the signal, whichever is first.
WITH_TERMINAL = (Ended(1, "", exit_code=0), Ended(1, "", signal="SIGHUP"))


def test_a_program_is_asked_to_end_by_way_of_its_supervisor(engine: Engine) -> None:
    """SIGTERM is handed on, and the end that it makes is recorded."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    os.kill(processes(engine.home).supervisor, signal.SIGTERM)

    assert ended(engine.home) == Ended(1, "", signal="SIGTERM")


def test_the_supervisor_is_deaf_to_the_keyboard(engine: Engine) -> None:
    """What Ctrl-C and Ctrl-Z send is for the program alone."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        os.kill(processes(engine.home).supervisor, number)
    engine.keys("arch-1", "still here", "Enter")

    shows(engine, "arch-1", "heard: still here")


def test_a_program_that_was_killed_has_ended(engine: Engine) -> None:
    """Whoever kills the program alone leaves an honest state."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    os.kill(processes(engine.home).pid, signal.SIGKILL)

    assert ended(engine.home) == Ended(1, "", signal="SIGKILL")
    until(lambda: engine.panes()["arch-1"].dead)


@pytest.mark.parametrize("line", ["hello", "deaf"])
def test_no_program_outlives_its_supervisor(engine: Engine, line: str) -> None:
    """A supervisor that was killed leaves a lost session, and no program: not even a deaf one."""
    session = launched(engine, "arch-1", scripted(line))
    shows(engine, "arch-1", PROMPT)
    found = processes(engine.home)
    birth = birth_of(found.pid)
    os.kill(found.supervisor, signal.SIGKILL)

    until(lambda: birth_of(found.pid) != birth, "the program's end")
    until(lambda: life_of(engine.home, session).state == "lost")
    until(lambda: engine.panes()["arch-1"].dead)


@pytest.mark.parametrize(
    ("line", "ways"), [("hello", WITH_TERMINAL), ("deaf", (Ended(1, "", signal="SIGKILL"),))]
)
def test_a_program_ends_with_its_terminal(
    engine: Engine, line: str, ways: tuple[Ended, ...]
) -> None:
    """Where tmux is killed, each program is told, and one that does not listen is killed too."""
    launched(engine, "arch-1", scripted(line))
    shows(engine, "arch-1", PROMPT)
    os.kill(int(engine.tell("display-message", "-p", "#{pid}")), signal.SIGKILL)

    assert ended(engine.home) in ways
    assert engine.panes() == {}


def test_ending_a_terminal_ends_its_program(engine: Engine) -> None:
    """Whoever ends the session in tmux ends the program, and it is recorded."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    engine.end("arch-1")

    assert ended(engine.home) in WITH_TERMINAL


def test_what_a_program_leaves_behind_is_known_to_be_its_own(
    engine: Engine, tmp_path: Path
) -> None:
    """A process that it let go stays below the supervisor, and is buried there."""
    pid = tmp_path / "pid"
    shell = f"sh -c '(sleep 1000 & echo $! > {pid}; exit) &'"
    launched(engine, "arch-1", scripted(f"spawn {shell}"))
    left = int(until(lambda: pid.read_text().strip() if pid.exists() else ""))
    above = processes(engine.home).supervisor
    try:
        until(lambda: parent_of(left) == above, "the supervisor above it")
    finally:
        os.kill(left, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{left}").exists(), "its burial")
