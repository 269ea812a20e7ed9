"""Terminals for tests: a home of the test's own, whose tmux ends with the test."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from proctor.agents.engine import SUPERVISOR, Engine
from proctor.agents.session_files import Session, read_session, write_json, write_session
from proctor.agents.session_folder import session_folder

# Only ends a hang.
PATIENCE = 30.0
POLL = 0.02
SCRIPTED = str(Path(__file__).with_name("scripted_agent.py"))
# What the scripted agent shows when it waits for a line.
PROMPT = "ready>"
Found = TypeVar("Found")


def scripted(*lines: str) -> list[str]:
    """Return the words that run the scripted agent."""
    return [sys.executable, "-IS", SCRIPTED, *lines]


@contextmanager
def terminals(home: Path) -> Iterator[Engine]:
    """Have the terminals of a home for a while."""
    home.mkdir(mode=0o700, exist_ok=True)
    engine = Engine(home)
    try:
        yield engine
    finally:
        engine.kill_server()
        with suppress(FileNotFoundError):
            engine.socket.unlink()


def prepared(
    home: Path,
    name: str,
    argv: Sequence[str],
    *,
    cwd: str = "/",
    env: Mapping[str, str] | None = None,
    number: int = 1,
    role: str = "",
) -> Path:
    """Write the folder of a session as whoever starts one does, and return it."""
    folder = Path(session_folder(str(home), name))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    session = Session(
        name=name,
        role=role,
        command=tuple(argv),
        program="",
        cwd=cwd,
        project=cwd,
        session_id="",
        started_at="2026-06-01T12:00:00.000Z",
        began=time.time(),
        number=number,
    )
    write_session(folder, session)
    variables = {"PATH": os.environ["PATH"]} if env is None else dict(env)
    start = {"argv": list(argv), "env": variables, "cwd": cwd, "number": number}
    write_json(folder / "start.json", start)
    return folder


def launched(
    engine: Engine,
    name: str,
    argv: Sequence[str],
    *,
    cwd: str = "/",
    env: Mapping[str, str] | None = None,
    number: int = 1,
    role: str = "",
) -> Session:
    """Start an agent in its terminal, under its supervisor."""
    home = engine.home
    folder = prepared(home, name, argv, cwd=cwd, env=env, number=number, role=role)
    engine.start(name, [sys.executable, "-IS", SUPERVISOR, str(folder)], cwd)
    return read_session(home, name)


def until(look: Callable[[], Found | None], wanted: object = "") -> Found:
    """Wait until a look finds something, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end, f"never came: {wanted}"
        time.sleep(POLL)
    return found


def shows(engine: Engine, name: str, *words: str) -> str:
    """Wait until all of these are to be read in an agent's terminal, and return all of it."""
    end = time.monotonic() + PATIENCE
    while not all(word in (text := engine.screen(name)) for word in words):
        assert time.monotonic() < end, f"never came: {words}\n{text}"
        time.sleep(POLL)
    return text
