"""End agents: gently, at once, twice, and those of which little is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.session_files import (
    RUNNING,
    Life,
    Running,
    Session,
    life_of,
    read_session,
    write_json,
)
from proctor.agents.stopping import stop
from proctor.errors import NotFound, UsageError
from tests.agents.terminals import launched, scripted, shows, until


def begun(engine: Engine, *lines: str) -> Session:
    """Start an agent that obeys some lines, and wait until it has."""
    session = launched(engine, "one", scripted(*lines))
    shows(engine, "one", "ready>")
    return session


def ended(life: Life) -> tuple[int | None, str]:
    """Return how something ended."""
    assert life.ended is not None
    return life.ended.exit_code, life.ended.signal


def test_an_agent_is_asked_to_end(engine: Engine) -> None:
    """How it ended is known, and its terminal is gone."""
    begun(engine)
    done = stop(engine.home, "one")

    assert (
        done.was, done.life.state, ended(done.life),
    ) == ("running", "exited", (None, "SIGTERM"))  # fmt: skip
    assert engine.panes() == {}


def test_one_that_does_not_listen_is_ended(engine: Engine) -> None:
    """After the time that it had; with force at once."""
    begun(engine, "deaf")
    done = stop(engine.home, "one", seconds=0.3)

    assert ended(done.life) == (None, "SIGKILL")
    assert engine.panes() == {}


def test_force_does_not_wait(engine: Engine) -> None:
    """It is not even asked."""
    begun(engine)

    assert ended(stop(engine.home, "one", force=True).life) == (None, "SIGKILL")


def test_a_second_time_changes_nothing(engine: Engine) -> None:
    """How it ended the first time stays."""
    begun(engine)
    first = stop(engine.home, "one")
    second = stop(engine.home, "one")

    assert (first.life, "exited") == (second.life, second.was)


def test_one_that_has_ended_by_itself_is_tidied_up(engine: Engine) -> None:
    """Its terminal still showed how it ended, and goes now."""
    session = launched(engine, "one", scripted("exit 7"))
    until(lambda: life_of(engine.home, session).state == "exited")
    until(lambda: engine.panes()["one"].dead)
    done = stop(engine.home, "one")

    assert ended(done.life) == (7, "")
    assert engine.panes() == {}


def test_a_lost_one_is_tidied_up_and_stays_lost(engine: Engine) -> None:
    """Nobody knows how it ended, so nothing is claimed."""
    session = begun(engine)
    running = life_of(engine.home, session).running
    assert running is not None
    os.kill(running.supervisor, signal.SIGKILL)
    until(lambda: life_of(engine.home, session).state == "lost")
    done = stop(engine.home, "one")

    assert (done.was, done.life.state) == ("lost", "lost")
    assert engine.panes() == {}


def test_without_a_terminal_an_agent_can_be_ended_too(engine: Engine) -> None:
    """Tmux was killed: the program goes with it, or is ended now."""
    session = begun(engine)
    engine.kill_server()
    stop(engine.home, "one", seconds=5)

    assert not life_of(engine.home, session).is_live


def test_another_process_of_that_number_is_left_alone(engine: Engine) -> None:
    """The numbers of processes come again; whoever was born at another time is not it."""
    session = begun(engine)
    stop(engine.home, "one")
    folder = engine.home / "sessions" / "one"
    (folder / "ended.json").unlink()
    write_json(folder / RUNNING, Running(1, os.getpid(), "another birth", os.getpid())._asdict())
    done = stop(engine.home, "one", seconds=0.1)

    assert (done.was, done.life.state) == ("lost", "lost")
    assert session == read_session(engine.home, "one")


def test_who_is_not_there_cannot_be_ended(tmp_path: Path) -> None:
    """It is told so, and nothing is made for it."""
    with pytest.raises(NotFound):
        stop(tmp_path, "ghost")
    with pytest.raises(UsageError):
        stop(tmp_path, "../ghost")

    assert list(tmp_path.iterdir()) == []
