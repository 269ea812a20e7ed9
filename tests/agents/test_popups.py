"""Windows over an attached terminal: questions answered, agents listed, one started again."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from proctor.agents.engine import Engine
from tests.agents.outer_terminal import OuterTerminal, outer_terminal
from tests.agents.terminals import launched, scripted, shows
from tests.cli.asking import Waiting, make_role
from tests.server.running import call, running

# Only ends a hang.
PATIENCE = 60.0
PAUSE = 0.5
PROMPT = "ready>"
SIZE, SMALL = (120, 30), (80, 24)


def press_until(terminal: OuterTerminal, key: str, done: Callable[[], bool]) -> None:
    """Press a key now and then until something has come of it: too early, none counts."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, terminal.text
        terminal.press(key)
        time.sleep(PAUSE)


def test_a_question_is_answered_over_the_terminal(engine: Engine, tmp_path: Path) -> None:
    """The bar counts it, one key opens it, one answers it; nothing of that reaches the agent."""
    make_role(engine.home)
    launched(engine, "arch-1", scripted(), role="coder")
    shows(engine, "arch-1", PROMPT)
    words = ("attach", "arch-1")
    with (
        running(engine.home),
        outer_terminal(tmp_path / "o", engine.home, *words, size=SIZE) as terminal,
    ):
        terminal.shows("arch-1 · coder")
        waiting = Waiting(engine.home, "make build")
        terminal.shows("1 waiting")
        terminal.press("C-]", "a")
        terminal.shows("questions", "make build", "coder")
        press_until(terminal, "a", lambda: not waiting.thread.is_alive())
        terminal.shows("Question 1", "this closes by itself")
        terminal.loses("─ questions ─", "1 waiting")

        assert waiting.end() == "allow"
        assert engine.screen("arch-1").split() == [PROMPT]
        terminal.press("hello", "Enter")
        terminal.shows("heard: hello")


def test_the_question_of_the_agent_one_looks_at_comes_first(engine: Engine, tmp_path: Path) -> None:
    """An older one of another agent comes behind it, and says whose it is."""
    make_role(engine.home)
    launched(engine, "arch-1", scripted(), role="coder")
    shows(engine, "arch-1", PROMPT)
    words = ("attach", "arch-1")
    with (
        running(engine.home),
        outer_terminal(tmp_path / "o", engine.home, *words, size=SMALL) as terminal,
    ):
        other = Waiting(engine.home, "make other", agent="zed", session="s-2")
        ours = Waiting(engine.home, "make ours")
        terminal.shows("1 waiting of 2")
        terminal.press("C-]", "a")
        terminal.shows("Question 2 of agent arch-1 (1 of 2", "make ours", "Folder:")
        press_until(terminal, "a", lambda: not ours.thread.is_alive())
        terminal.shows("Question 1 of another agent, zed,", "make other")
        still_asked = other.thread.is_alive()
        press_until(terminal, "q", lambda: "─ questions ─" not in terminal.text)
        terminal.press("C-]", "a")
        terminal.shows("Question 1 of another agent, zed,")
        press_until(terminal, "a", lambda: not other.thread.is_alive())
        terminal.loses("─ questions ─")

    assert still_asked
    assert (ours.end(), other.end()) == ("allow", "allow")


def test_where_nothing_was_answered_the_window_stays(engine: Engine, tmp_path: Path) -> None:
    """Whoever opens it and finds nothing reads that, and leaves it by a key."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    words = ("attach", "arch-1")
    with (
        running(engine.home),
        outer_terminal(tmp_path / "o", engine.home, *words, size=SMALL) as terminal,
    ):
        terminal.shows(PROMPT)
        terminal.press("C-]", "a")
        terminal.shows("─ questions ─", "No question waits; q leaves")
        press_until(terminal, "q", lambda: "─ questions ─" not in terminal.text)


def test_the_agents_are_listed_over_the_terminal(engine: Engine, tmp_path: Path) -> None:
    """One key shows all of them, and Ctrl-C closes it."""
    for name in ("arch-1", "coder-1"):
        launched(engine, name, scripted())
        shows(engine, name, PROMPT)
    words = ("attach", "arch-1")
    with (
        running(engine.home),
        outer_terminal(tmp_path / "o", engine.home, *words, size=SIZE) as terminal,
    ):
        terminal.shows(PROMPT)
        terminal.press("C-]", "l")
        terminal.shows("─ agents ─", "coder-1")
        terminal.press("C-c")
        terminal.loses("─ agents ─")
        assert not engine.panes()["arch-1"].dead


def test_one_that_has_ended_is_started_again_by_one_key(engine: Engine, tmp_path: Path) -> None:
    """With the variables of its first start, in the same window."""
    command = [sys.executable, "-IS", scripted()[2], "env COLOUR"]
    path = os.environ["PATH"]
    words = ["run", "--name", "arch-1", "--detach", "--cwd", str(tmp_path), "--", *command]
    begun = call(engine.home, *words, COLOUR="blue", PATH=path)
    assert begun.returncode == 0, begun.stderr
    try:
        folder = tmp_path / "o"
        with outer_terminal(folder, engine.home, "attach", "arch-1", size=SIZE) as terminal:
            terminal.shows("COLOUR=blue", PROMPT)
            terminal.press("exit 3", "Enter")
            terminal.shows("exited (3)", "r start again")
            terminal.press("C-]", "r")
            terminal.loses("exit code 3", "─ start again ─")
            terminal.shows("COLOUR=blue", PROMPT)
            terminal.press("hello", "Enter")
            terminal.shows("heard: hello")
    finally:
        call(engine.home, "down", PATH=path)
