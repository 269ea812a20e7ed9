"""The environment that was written down when a hook was installed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from proctor.owner.recorded_environment import FILE, record_environment, recorded_environment

TYPED = {"PATH": "/home/ada/bin:/usr/bin", "HOME": "/home/ada", "TG_API_TOKEN": "12:ab"}


def test_what_was_written_down_is_read_again(tmp_path: Path) -> None:
    """The same variables come back, and nobody else can read them."""
    record_environment(tmp_path, {"PATH": "/old"})
    record_environment(tmp_path, TYPED)

    assert recorded_environment(tmp_path) == TYPED
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_without_a_file_there_is_nothing(tmp_path: Path) -> None:
    """Nobody has installed anything: a server starts with what we give it."""
    assert recorded_environment(tmp_path) == {}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"PATH": 1}', '{"A=B": "x"}', '{"": "x"}', '{"A": "\\u0000"}']
)
def test_what_is_damaged_counts_for_nothing(tmp_path: Path, text: str) -> None:
    """A file that is not what we wrote is as if it were not there."""
    record_environment(tmp_path, TYPED)
    (tmp_path / FILE).write_text(text)

    assert recorded_environment(tmp_path) == {}


def test_a_file_that_others_may_write_counts_for_nothing(tmp_path: Path) -> None:
    """Whoever could write it could choose which programs a server starts."""
    record_environment(tmp_path, TYPED)
    (tmp_path / FILE).chmod(0o620)

    assert recorded_environment(tmp_path) == {}


def test_a_link_counts_for_nothing(tmp_path: Path) -> None:
    """It may lead to somebody else's file."""
    (tmp_path / "far").mkdir()
    record_environment(tmp_path / "far", TYPED)
    (tmp_path / FILE).symlink_to(tmp_path / "far" / FILE)

    assert recorded_environment(tmp_path) == {}
