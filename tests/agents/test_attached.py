"""What a person sees who is attached to an agent's terminal, and what the keys do."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.session_files import life_of, read_session
from tests.agents.golden_screens import compare
from tests.agents.outer_terminal import OuterTerminal, outer_terminal
from tests.agents.terminals import launched, scripted, shows, until

PROMPT = "ready>"
SIZE = (120, 12)
RED, GREY, BLUE = "\x1b[41m", "\x1b[48;5;240m", "\x1b[48;5;24m"
IDLE = {"role": "coder", "state": "idle", "state_kind": "idle"}
BLOCKED = {
    "role": "architect",
    "state": "blocked (permission: Bash)",
    "state_kind": "blocked",
    "questions": "1",
}


def now() -> dict[str, str]:
    """Return what a server says that looks after the bars, for longer than any test."""
    return {"beat": str(int(time.time()) + 3600)}


def bar(terminal: OuterTerminal) -> str:
    """Return the last line, with its colours."""
    return terminal.coloured.rstrip("\n").rpartition("\n")[2]


def test_the_bar_says_who_it_is_and_what_it_does(engine: Engine, tmp_path: Path) -> None:
    """Name, role, state, waiting questions and keys are at the bottom, red while it is blocked."""
    launched(engine, "arch-1", scripted("hello"))
    shows(engine, "arch-1", PROMPT)
    engine.show({"arch-1": BLOCKED, "": {"waiting": "3", **now()}})
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        text = terminal.shows(PROMPT, "blocked (permission: Bash)", "1 waiting of 3")

        compare("bar-blocked.txt", text)
        assert RED in bar(terminal)
        engine.show({"arch-1": {**IDLE, "questions": ""}, "": {"waiting": "2", **now()}})
        compare("bar-idle.txt", terminal.shows("coder · idle"))
        assert GREY in bar(terminal)
        engine.show({"arch-1": {"state": "running Bash", "state_kind": "running"}})
        terminal.shows("running Bash")
        assert BLUE in bar(terminal)


def test_a_bar_that_nobody_looks_after_says_so(engine: Engine, tmp_path: Path) -> None:
    """What a server told that was killed since is not taken for what is."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    engine.show({"arch-1": IDLE, "": {"beat": str(int(time.time()) - 60)}})
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        text = terminal.shows(PROMPT, "no server tells its state")

        compare("bar-without-server.txt", text)


def test_a_small_terminal_still_says_what_it_does(engine: Engine, tmp_path: Path) -> None:
    """Where there is little room, the state stays and the names of keys go."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    engine.show({"arch-1": BLOCKED, "": {"waiting": "1", **now()}})
    folder = tmp_path / "o"
    with outer_terminal(folder, engine.home, "attach", "arch-1", size=(78, 6)) as terminal:
        compare("bar-small.txt", terminal.shows(PROMPT, "blocked (permission: Bash)", "C-] ?"))


def test_the_smallest_terminal_does_no_harm(engine: Engine, tmp_path: Path) -> None:
    """One of a single character is shown what fits, and the agent goes on."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.resize(1, 1)
        until(lambda: len(terminal.text) <= 2)
        for key in ("a", "?", "n", "r", "l"):
            terminal.press("C-]", key)
        terminal.resize(*SIZE)
        terminal.shows(PROMPT, "arch-1")
        # Keys that come within a millisecond are taken for a paste, and were typed.
        engine.keys("arch-1", "Enter", "still here", "Enter")
        shows(engine, "arch-1", "heard: still here")


@pytest.mark.parametrize(
    ("line", "name"),
    [("exit 3", "dead-by-code.txt"), ("crash SIGKILL", "dead-by-signal.txt")],
)
def test_one_that_has_ended_says_how_and_what_to_press(
    engine: Engine, tmp_path: Path, line: str, name: str
) -> None:
    """Its last words stay, and below them how it ended and the key that starts it again."""
    launched(engine, "arch-1", scripted("last words"))
    shows(engine, "arch-1", PROMPT)
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.press(line, "Enter")
        text = terminal.shows("C-] r starts it again", "· ended", "r start again")

        compare(name, text)
        assert GREY in bar(terminal)


def test_one_whose_supervisor_was_killed_is_over(engine: Engine, tmp_path: Path) -> None:
    """Nobody is left to say how it ended: the bar says no more than a server knows."""
    launched(engine, "arch-1", scripted("last words"))
    shows(engine, "arch-1", PROMPT)
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        os.kill(engine.panes()["arch-1"].pid, signal.SIGKILL)
        terminal.shows("arch-1 · ended", "r start again")
        engine.show({"arch-1": {"role": "coder", "state": "lost", "state_kind": "lost"}})

        compare("dead-by-force.txt", terminal.shows("coder · lost"))


def test_whoever_looks_stays_when_it_is_started_again(engine: Engine, tmp_path: Path) -> None:
    """A relaunch is seen in the same window, without attaching again."""
    launched(engine, "arch-1", scripted())
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.press("exit 3", "Enter")
        terminal.shows("exited (3)")
        launched(engine, "arch-1", scripted("I am back"), number=2)
        terminal.shows("heard: I am back", PROMPT)

        assert engine.panes()["arch-1"].clients == 1


def test_a_person_types_and_detaches(engine: Engine, tmp_path: Path) -> None:
    """What is typed reaches the agent, and after C-] d it goes on without anybody."""
    launched(engine, "arch-1", scripted())
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        assert engine.panes()["arch-1"].clients == 1
        terminal.press("hello there", "Enter")
        terminal.shows("heard: hello there")
        assert "detached (from session arch-1)" in terminal.detach()

    assert engine.panes()["arch-1"].clients == 0
    assert "heard: hello there" in engine.screen("arch-1")


def test_whoever_only_looks_types_nothing(engine: Engine, tmp_path: Path) -> None:
    """With --read-only, keys do not reach the agent, and detaching still works."""
    launched(engine, "arch-1", scripted())
    words = ("attach", "arch-1", "--read-only")
    with outer_terminal(tmp_path / "o", engine.home, *words, size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.press("exit 3", "Enter")
        assert "ended with 0" in terminal.detach()

    assert not engine.panes()["arch-1"].dead
    assert "exit 3" not in engine.screen("arch-1")


def test_one_key_leads_to_the_next_blocked_agent(engine: Engine, tmp_path: Path) -> None:
    """C-] n goes there, and says so where there is none."""
    for name in ("arch-1", "arch-2"):
        launched(engine, name, scripted(f"I am {name}"))
        shows(engine, name, PROMPT)
    engine.show({"arch-1": {"next_blocked": "arch-2"}, "arch-2": BLOCKED, "": now()})
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows("I am arch-1")
        terminal.press("C-]", "n")
        terminal.shows("I am arch-2", "blocked (permission: Bash)")
        terminal.press("C-]", "n")
        terminal.shows("no other agent is blocked")


def test_all_keys_are_shown(engine: Engine, tmp_path: Path) -> None:
    """C-] ? shows every key, and does what is chosen there."""
    launched(engine, "arch-1", scripted())
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.press("C-]", "?")
        text = terminal.shows("keys behind C-]", "detach")
        compare("keys.txt", text.rpartition("\n ")[0])
        terminal.press("d")
        terminal.shows("ended with 0")


def test_one_that_runs_is_not_started_again(engine: Engine, tmp_path: Path) -> None:
    """C-] r is for one that has ended."""
    launched(engine, "arch-1", scripted())
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        terminal.press("C-]", "r")
        terminal.shows("it is still running: proctor restart arch-1")


def test_no_key_leads_out_of_the_agents(engine: Engine, tmp_path: Path) -> None:
    """What tmux offers besides is not there: no new window, no split, no command line."""
    launched(engine, "arch-1", scripted())
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows(PROMPT)
        for key in ("c", "%", '"', ":", "!", "s", "w", "x", "&", "$", ",", "t", "D", "m", "C-b"):
            terminal.press("C-]", key)
        terminal.press("C-b", "c")
        terminal.press("done", "Enter")
        terminal.shows("done")

        fields = "#{session_windows} #{window_panes} #{pane_in_mode}"
        assert engine.tell("list-sessions", "-F", fields) == "1 1 0\n"


def test_what_a_program_prints_changes_nothing_around_it(engine: Engine, tmp_path: Path) -> None:
    """Neither titles nor names nor the clipboard nor the terminal outside are in its reach."""
    codes = "\x1b]2;title\x07\x1bkname\x1b\\\x1b]52;c;eHh4\x07\x1bPtmux;\x1b\x1b]2;out\x07\x1b\\"
    launched(engine, "arch-1", ["sh", "-c", 'printf %s "$1"; echo printed; cat', "sh", codes])
    shows(engine, "arch-1", "printed")
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows("printed")
        outside = terminal.tmux("display-message", "-p", "-t", "=person:", "#{pane_title}").strip()

        assert outside not in ("title", "out")
        assert engine.tell("list-windows", "-a", "-F", "#{window_name}").strip() != "name"
        assert engine.tell("list-buffers") == terminal.tmux("list-buffers") == ""
        assert "title" not in terminal.text


def test_a_change_draws_the_bar_and_nothing_else(engine: Engine, tmp_path: Path) -> None:
    """Whoever selects text in the terminal is not disturbed by what another agent does."""
    launched(engine, "arch-1", scripted("fill 30"))
    launched(engine, "arch-2", scripted())
    shows(engine, "arch-1", PROMPT)
    engine.show({"arch-1": IDLE, "": now()})
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows("coder · idle", PROMPT)
        drawn = tmp_path / "drawn"
        terminal.tmux("pipe-pane", "-t", "=person:", f"cat > '{drawn}'")
        until(drawn.exists)
        engine.show({"arch-2": BLOCKED, "": now()})
        engine.show({"arch-1": {"state": "running Bash", "state_kind": "running"}})
        terminal.shows("running Bash")
        until(lambda: b"running Bash" in drawn.read_bytes())

    assert b"line 2" not in drawn.read_bytes()


REPORTS = r"printf 'hears of the focus\033[?1004h'; exec sleep 1000"


def test_a_death_ends_no_other_agent(engine: Engine, tmp_path: Path) -> None:
    """A program that wanted to hear of the focus and was killed takes nobody with it."""
    launched(engine, "other", scripted())
    launched(engine, "arch-1", ["/bin/sh", "-c", REPORTS])
    session = read_session(engine.home, "arch-1")
    with outer_terminal(tmp_path / "o", engine.home, "attach", "arch-1", size=SIZE) as terminal:
        terminal.shows("hears of the focus")
        running = until(lambda: life_of(engine.home, session).running)
        os.kill(running.pid, signal.SIGKILL)
        until(lambda: engine.panes()["arch-1"].dead)
        terminal.press("C-]")
        terminal.press("d")
        terminal.shows("ended with 0")

    assert not engine.panes()["other"].dead
    shows(engine, "other", PROMPT)
