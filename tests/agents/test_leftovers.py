"""What sessions leave behind, and that nothing that lives is ever removed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.leftovers import Left, delete, in_use, left_behind, of_name, remove
from proctor.agents.name_locks import hold_name
from proctor.agents.session_build import put_aside
from proctor.errors import UsageError
from tests.agents.session_homes import ENDED_AT, begun, folder_of, is_lost, lives, over
from tests.agents.terminals import launched, scripted, terminals, until


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Have terminals."""
    with terminals(tmp_path / "home") as engine:
        yield engine


def states(home: Path) -> dict[str, str]:
    """Return how each folder stands, by its own name."""
    return {left.folder.name: left.state for left in left_behind(home)}


def test_every_folder_is_told_with_how_it_stands(tmp_path: Path) -> None:
    """Live ones, ended ones, earlier ones, and what was broken off."""
    over(tmp_path, begun(tmp_path, "twice"))
    put_aside(folder_of(tmp_path, "twice"))
    lives(tmp_path, begun(tmp_path, "twice"))
    over(tmp_path, begun(tmp_path, "ended"), 3)
    is_lost(tmp_path, begun(tmp_path, "lost"))
    place = tmp_path / "sessions"
    (place / "broken").mkdir()
    for name, age in ((".new-old", 7200), (".new-now", 0), (".gone-x", 0)):
        (place / name).mkdir()
        moment = (place / name).stat().st_mtime - age
        os.utime(place / name, (moment, moment))
    (place / ".past" / "link").symlink_to("/")

    assert states(tmp_path) == {
        "broken": "lost",
        "ended": "exited",
        "lost": "lost",
        "twice": "running",
        "twice-20261101T100000000Z": "past",
        ".gone-x": "unfinished",
        ".new-old": "unfinished",
    }


def test_an_earlier_session_is_known_by_its_agents_name(tmp_path: Path) -> None:
    """Its folder has another."""
    over(tmp_path, begun(tmp_path, "arch-1"))
    put_aside(folder_of(tmp_path, "arch-1"))
    (left,) = left_behind(tmp_path)

    assert (left.name, left.state, left.at) == ("arch-1", "past", ENDED_AT)


def test_the_size_is_that_of_all_files(tmp_path: Path) -> None:
    """What a link leads to does not count."""
    over(tmp_path, begun(tmp_path))
    before = of_name(tmp_path, "arch-1").size
    folder = folder_of(tmp_path, "arch-1")
    (folder / "claude").mkdir()
    (folder / "claude" / "a").write_bytes(b"x" * 1000)
    (folder / "claude" / "b").symlink_to("/usr/bin")

    assert of_name(tmp_path, "arch-1").size - before == 1000


def test_one_that_is_over_is_removed_with_its_terminal(engine: Engine) -> None:
    """What its terminal still showed goes with it."""
    launched(engine, "arch-1", scripted("exit 3"))
    until(lambda: of_name(engine.home, "arch-1").state == "exited")
    until(lambda: engine.panes()["arch-1"].dead)
    remove(engine, of_name(engine.home, "arch-1"))

    assert (left_behind(engine.home), engine.panes()) == ([], {})


def test_one_that_lives_is_not_removed(engine: Engine) -> None:
    """Also where whoever wants that had seen it before it was started again."""
    seen = Left("arch-1", folder_of(engine.home, "arch-1"), "exited", "", 0)
    launched(engine, "arch-1", scripted())
    until(lambda: of_name(engine.home, "arch-1").is_live)
    with pytest.raises(UsageError, match="`arch-1` runs by now"):
        remove(engine, seen)

    assert (of_name(engine.home, "arch-1").is_live, engine.has("arch-1")) == (True, True)


def test_one_whose_terminal_is_in_use_lives_whatever_its_files_say(engine: Engine) -> None:
    """They may be broken, and nobody knows what runs there."""
    launched(engine, "arch-1", scripted())
    until(lambda: of_name(engine.home, "arch-1").is_live)
    for name in ("agent.json", "running.json"):
        (folder_of(engine.home, "arch-1") / name).write_text("{")

    assert in_use(engine) == {"arch-1"}
    with pytest.raises(UsageError, match="runs by now"):
        remove(engine, of_name(engine.home, "arch-1"))


def test_a_name_that_is_being_started_is_left_alone(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever starts it holds its name."""
    over(engine.home, begun(engine.home))
    left = of_name(engine.home, "arch-1")
    monkeypatch.setattr(hold_name.__wrapped__, "__defaults__", (0.05,))  # type: ignore[attr-defined]
    with hold_name(engine.home, "arch-1"), pytest.raises(UsageError, match="at this moment"):
        remove(engine, left)

    assert folder_of(engine.home, "arch-1").is_dir()


def test_what_an_agent_has_left_is_never_followed(tmp_path: Path) -> None:
    """Links are removed, not what they lead to; closed and deep folders go too."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("stays")
    folder = tmp_path / "folder"
    (folder / "closed").mkdir(parents=True)
    (folder / "closed" / "file").write_text("x")
    (folder / "closed").chmod(0)
    (folder / "link").symlink_to(outside)
    place = os.open(folder, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=place)
        deeper = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = deeper
    os.close(place)
    delete(folder)

    assert (folder.exists(), (outside / "precious").read_text()) == (False, "stays")
