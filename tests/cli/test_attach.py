"""`proctor attach`: what it says where there is nothing to attach to."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from proctor.agents.session_files import Ended, Session, write_json, write_session
from proctor.cli.attach import complete_terminal
from tests.agents.outer_terminal import outer_terminal
from tests.agents.terminals import launched, scripted, terminals
from tests.cli.conftest import Proctor


def ended(home: Path, name: str) -> None:
    """Leave what is left of an agent that has ended and was stopped."""
    folder = home / "sessions" / name
    folder.mkdir(mode=0o700, parents=True)
    session = Session(
        name=name,
        role="coder",
        command=("claude",),
        program="claude-code",
        cwd="/srv/app",
        project="/srv/app",
        session_id="s-1",
        started_at="2026-06-01T12:00:00.000Z",
        began=time.time(),
    )
    write_session(folder, session)
    write_json(folder / "ended.json", Ended(1, "2026-06-01T12:01:00.000Z", 0)._asdict())


def test_without_a_terminal_it_says_how_to_look_otherwise(proctor: Proctor, home: Path) -> None:
    """A script is told what to use, and nothing is started."""
    ended(home, "arch-1")
    result = proctor("attach", "arch-1")

    assert (result.status, result.out) == (2, "")
    assert "error: this is no terminal, and an agent's cannot be shown here\n" in result.err
    assert "help: see what it shows: proctor logs arch-1 --screen\n" in result.err


def test_without_a_terminal_an_unknown_agent_is_not_found(proctor: Proctor, home: Path) -> None:
    """It is not told to look at the screen of one that is not there."""
    ended(home, "arch-1")
    result = proctor("attach", "arhc-1")

    assert (result.status, result.out) == (2, "")
    assert "error: there is no agent `arhc-1`" in result.err
    assert "did you mean `arch-1`?" in result.err
    assert "logs" not in result.err


@pytest.mark.parametrize("name", ["a b", "../x", ""])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    """A wrong name is the caller's mistake, and is said so."""
    with outer_terminal(tmp_path / "o", tmp_path / "home", "attach", name) as terminal:
        terminal.shows("is no name for an agent", "ended with 2")


def test_an_agent_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    """It says which there are."""
    home = tmp_path / "home"
    with terminals(home) as engine:
        launched(engine, "arch-1", scripted())
        with outer_terminal(tmp_path / "o", home, "attach", "arch-2") as terminal:
            terminal.shows("there is no agent `arch-2`", "there are: arch-1", "ended with 2")
            assert "did you mean `arch-1`?" in terminal.text


def test_names_of_terminals_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell offers those that can be attached to, and none where no terminal is open."""
    home = tmp_path / "home"
    monkeypatch.setenv("PROCTOR_HOME", str(home))
    with terminals(home) as engine:
        assert complete_terminal("") == []
        for name in ("arch-2", "arch-1", "coder-1"):
            engine.start(name, scripted(), "/")
        assert complete_terminal("ar") == ["arch-1", "arch-2"]


def test_an_agent_that_is_over_has_no_terminal(tmp_path: Path) -> None:
    """It says how to start it again."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    ended(home, "arch-1")
    with outer_terminal(tmp_path / "o", home, "attach", "arch-1") as terminal:
        terminal.shows("`arch-1` is exited, and has no terminal any more", "ended with 2")
        assert "proctor resume arch-1" in terminal.text


def test_an_agent_does_not_attach(tmp_path: Path) -> None:
    """Whoever runs below an agent is told that this is for people."""
    home = tmp_path / "home"
    with terminals(home) as engine:
        launched(engine, "arch-1", scripted())
        words = ("attach", "arch-1")
        with outer_terminal(tmp_path / "o", home, *words, PROCTOR_AGENT="arch-1") as terminal:
            terminal.shows("is for people", "ended with 2")
        assert engine.panes()["arch-1"].clients == 0
