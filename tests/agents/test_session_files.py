"""The files of a session: what they say, and what is made of those that are damaged."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from proctor.agents.processes import birth_of
from proctor.agents.session_files import (
    AGENT,
    ENDED,
    RUNNING,
    STARTS_WITHIN,
    Ended,
    Life,
    Running,
    Session,
    life_of,
    names,
    read_json,
    read_session,
    sessions,
    write_json,
    write_session,
    write_whole,
)
from proctor.errors import NotFound, UsageError


def a_session(name: str = "coder", **more: object) -> Session:
    """Return a session that was started just now."""
    made = Session(
        name=name,
        role="coder",
        command=("claude",),
        program="claude-code",
        cwd="/srv/app",
        project="/srv/app",
        session_id="8c1f",
        started_at="2026-06-01T12:00:00.000Z",
        began=time.time(),
    )
    return made._replace(**more)  # type: ignore[arg-type]  # a test names fields


def kept(home: Path, session: Session) -> Path:
    """Write a session, and return its folder."""
    folder = home / "sessions" / session.name
    folder.mkdir(parents=True, mode=0o700)
    write_session(folder, session)
    return folder


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """A session comes back as it was, with words as words and what was set."""
    session = a_session(
        set={"model": "opus"}, extra=("--verbose",), depth=2, mode="plan", parent="arch"
    )
    kept(tmp_path, session)

    assert session == read_session(tmp_path, "coder")


def test_fields_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    """Who updated and went back still sees their agents."""
    folder = kept(tmp_path, a_session())
    said = json.loads((folder / AGENT).read_text())
    write_json(folder / AGENT, {**said, "colour": "green"})

    assert read_session(tmp_path, "coder").name == "coder"


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"name": "coder"},
        {"name": 5},
        {**a_session()._asdict(), "number": "many"},
        {**a_session()._asdict(), "role": ["coder"]},
        {**a_session()._asdict(), "name": "another"},
        {**a_session()._asdict(), "name": "../coder"},
        {**a_session()._asdict(), "depth": None},
        {**a_session()._asdict(), "command": 5},
    ],
)
def test_a_file_that_says_something_else_is_no_session(
    said: dict[str, object], tmp_path: Path
) -> None:
    """Whatever is missing or of another kind, it ends in a sentence and in no traceback."""
    folder = kept(tmp_path, a_session())
    write_json(folder / AGENT, said)

    with pytest.raises(NotFound):
        read_session(tmp_path, "coder")
    assert sessions(tmp_path) == []


@pytest.mark.parametrize("name", ["", "a b", "../x", "a/b", ".new-1", "-x", "a" * 65, "ä"])
def test_what_is_no_name_is_refused(name: str, tmp_path: Path) -> None:
    """A name is a file's name and nothing else."""
    with pytest.raises(UsageError):
        read_session(tmp_path, name)


def test_only_names_are_listed(tmp_path: Path) -> None:
    """What we keep besides, and what somebody has put there, is no agent."""
    for name in ("zoe", "coder", ".past", ".new-1", ".locks", "a b"):
        (tmp_path / "sessions" / name).mkdir(parents=True)

    assert names(tmp_path) == ["coder", "zoe"]
    assert names(tmp_path / "nowhere") == []


def test_a_file_that_others_could_have_written_is_not_believed(tmp_path: Path) -> None:
    """A link, a pipe, a folder and a file that is open to others say nothing."""
    good = tmp_path / "good.json"
    write_json(good, {"a": 1})
    (tmp_path / "link.json").symlink_to(good)
    os.mkfifo(tmp_path / "pipe.json", 0o600)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "open.json").write_text('{"a": 1}')
    (tmp_path / "open.json").chmod(0o644)
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "list.json").chmod(0o600)

    assert read_json(good) == {"a": 1}
    for name in ("link", "pipe", "folder", "open", "list", "none"):
        assert (name, None) == (name, read_json(tmp_path / f"{name}.json"))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """What cannot be written leaves the old one, and nothing beside it."""
    path = tmp_path / "agent.json"
    write_whole(path, b"old")
    path.with_name("folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(path.with_name("folder"), b"new")

    assert (path.read_bytes(), sorted(each.name for each in tmp_path.iterdir())) == (
        b"old",
        ["agent.json", "folder"],
    )
    assert path.stat().st_mode & 0o777 == 0o600


# How a session stands


def test_one_of_which_nothing_was_heard_yet_is_starting_and_then_lost(tmp_path: Path) -> None:
    """It has some seconds, and not for ever, nor where its start lies in the future."""
    session = a_session(began=1000.0)
    kept(tmp_path, session)
    states = [
        life_of(tmp_path, session, now=1000.0 + after).state
        for after in (0, STARTS_WITHIN, STARTS_WITHIN + 1, -5)
    ]

    assert states == ["starting", "starting", "lost", "lost"]


def test_one_runs_while_its_supervisor_lives(tmp_path: Path) -> None:
    """The supervisor is known by its number and its birth; another of that number is not it."""
    session = a_session()
    folder = kept(tmp_path, session)
    pid = os.getpid()
    running = Running(1, pid, birth_of(pid), pid)
    write_json(folder / RUNNING, running._asdict())
    lives = [life_of(tmp_path, session)]
    write_json(folder / RUNNING, running._replace(birth="1")._asdict())
    lives.append(life_of(tmp_path, session))

    assert [
        Life("running", running=running),
        Life("lost", running=running._replace(birth="1")),
    ] == lives
    assert [life.is_live for life in lives] == [True, False]


def test_how_it_ended_counts_only_for_that_start(tmp_path: Path) -> None:
    """The end of an earlier start is none of a later one."""
    session = a_session()
    folder = kept(tmp_path, session)
    ended = Ended(1, "2026-06-01T12:00:00.000Z", exit_code=3)
    write_json(folder / ENDED, ended._asdict())

    assert Life("exited", ended=ended) == life_of(tmp_path, session)
    assert life_of(tmp_path, session._replace(number=2)).state == "starting"


@pytest.mark.parametrize("said", [{}, {"number": "x"}, {"number": 1, "at": 1, "exit_code": "x"}])
def test_an_end_that_cannot_be_read_is_none(said: dict[str, object], tmp_path: Path) -> None:
    """Damaged files never say that something runs, nor how it ended."""
    session = a_session(began=0.0)
    folder = kept(tmp_path, session)
    write_json(folder / ENDED, said)
    write_json(folder / RUNNING, said)

    assert Life("lost") == life_of(tmp_path, session)
